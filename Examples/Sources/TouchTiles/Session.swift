// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionSensors
import PasteboardKit
import ResponderKit
import TouchCore
import TouchInput

/// The app on its screen: the board, what is shown of it, and what comes in.
@MainActor
final class Session {
  /// Where the board is shown.
  enum Screen {
    case framebuffer(Framebuffer)
    /// A picture file, which is written again half a second after a change.
    case picture(URL, width: Int, height: Int)
  }

  let application = Application()
  let board: Board
  private let window: Window
  private let screen: Screen
  private var isDrawing = false

  /// A session on `screen`.
  ///
  /// - Parameters:
  ///   - screen: where the board is shown
  ///   - pasteboard: where tiles are copied to
  ///   - showsTouches: true for a ring round each finger, for an audience
  ///   - log: takes what is done, in words
  init(
    _ screen: Screen, _ pasteboard: Pasteboard = .general, showsTouches: Bool = false,
    log: @escaping (String) -> Void
  ) {
    self.screen = screen
    board = Board(of: application, pasteboard, log)
    window = Window(application: application)
    window.addSubview(board)
    application.keyWindow = window
    application.onShake = .undo
    application.beginReceivingRemoteControlEvents()
    board.needsDisplay = { [weak self] in self?.drawSoon() }
    if showsTouches {
      window.touchFeedback = TouchFeedback { [weak self] in self?.drawSoon() }
    }
  }

  /// Puts tiles on a board of that size, in points.
  func start(_ size: CGSize) {
    window.frame = CGRect(origin: .zero, size: size)
    board.start(size)
  }

  /// Shows a recording of touches, and then one of motions, at once.
  func play(_ touches: TouchRecording, _ motions: Recording?) throws {
    start(CGSize(width: touches.number("width") ?? 480, height: touches.number("height") ?? 320))
    for frame in touches.frames { application.receive(.frame(frame)) }
    if let last = touches.frames.last?.timestamp {
      application.receive(.time(last.advanced(byNanoseconds: 1_000_000_000)))
    }
    application.receive(.interruption)
    for motion in motions?.readings.motionEvents(detecting: [.shake()]) ?? [] {
      application.sendEvent(Event(motion))
    }
    try draw()
  }

  /// Reads panels, and an accelerometer if there is one, until it is cancelled.
  ///
  /// - Throws: why there are no touches, or why the picture cannot be written
  func run(_ options: TouchOptions, shakenBy accelerometer: AccelerometerChoice?) async throws {
    let reader = TouchReader(options)
    let panels = Task { await follow(reader.changes) }
    let keys = Task { await follow(reader.mediaKeys) }
    let motions = Task {
      guard let accelerometer else { return }
      await application.sendEvents(from: AccelerometerMotions(accelerometer), onShake: .undo)
    }
    defer { for task in [panels, keys, motions] { task.cancel() } }
    try await application.sendTouches(from: reader)
    try draw()
  }

  private func follow(_ changes: AsyncStream<TouchReader.Change>) async {
    for await change in changes {
      switch change {
      case .started(let panel):
        if board.tiles.isEmpty { start(CGSize(width: panel.width, height: panel.height)) }
        board.report("touch \(panel.name)")
      case .lost(let panel): board.report("\(panel.name) is gone")
      case .refused(let error): board.report("\(error)")
      }
    }
  }

  private func follow(_ presses: AsyncStream<MediaKey>) async {
    var keys = MediaKeys()
    for await key in presses {
      for event in keys.process(code: key.code, value: key.isPressed ? 1 : 0, at: key.timestamp) {
        application.sendEvent(event)
      }
    }
  }

  // MARK: Drawing

  /// Draws all changes of a while at once: on a screen at most 60 times a second, into a file
  /// twice.
  private func drawSoon() {
    guard !isDrawing else { return }
    isDrawing = true
    let pause: Duration =
      if case .picture = screen { .milliseconds(500) } else { .milliseconds(16) }
    Task { [weak self] in
      try? await Task.sleep(for: pause)
      guard let self else { return }
      isDrawing = false
      do { try draw() } catch { board.report("cannot draw: \(error)") }
    }
  }

  private func draw(on canvas: inout Canvas) {
    board.draw(on: &canvas)
    canvas.draw(window.touchFeedback?.dots ?? [], of: window.frame.size)
  }

  /// Draws what there is now.
  func draw() throws {
    switch screen {
    case .framebuffer(let framebuffer):
      var canvas = Canvas(width: framebuffer.width, height: framebuffer.height)
      draw(on: &canvas)
      framebuffer.show(canvas)
    case .picture(let file, let width, let height):
      var canvas = Canvas(width: width, height: height)
      draw(on: &canvas)
      try canvas.png.write(to: file, options: .atomic)
    }
  }
}

extension TouchRecording {
  /// The number in the note `key`.
  fileprivate func number(_ key: String) -> Double? {
    notes.first { $0.key == key }.flatMap { Double($0.text) }
  }
}
