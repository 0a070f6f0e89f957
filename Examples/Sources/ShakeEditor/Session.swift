// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionCore
import MotionSensors

/// The editor on a terminal, from the first picture to the last key.
@MainActor
final class Session {
  private let terminal: Terminal
  private let editor = Editor()
  private var keys = KeyDecoder()
  private var notice = ""

  /// A recording that waits for the first key.
  private var recording: [Reading]
  private var playing: Task<Void, Never>?
  private var reader: AccelerometerReader?
  private let stream: AsyncStream<Input>
  private let inputs: Inputs

  /// A session on `terminal`, shaken by `source` too if there is one.
  init(_ terminal: Terminal, _ source: ShakeSource?) throws {
    self.terminal = terminal
    (stream, inputs) = AsyncStream.makeStream()
    let inputs = inputs
    switch source {
    case .accelerometer(let choice):
      recording = []
      reader = AccelerometerReader(choice) { inputs.yield(.source($0)) }
    case .recording(let readings):
      recording = readings
      notice = "The recording plays from the first key on."
    case nil:
      recording = []
    }
  }

  /// Edits until the user quits, a signal comes or the terminal is gone.
  func run() async throws {
    try reader?.start(waiting: false)
    defer { reader?.stop() }
    // From before the terminal is raw until it is not: no signal may leave it so.
    let keyboard = Keyboard(inputs)
    defer { withExtendedLifetime(keyboard) {} }
    terminal.take()
    defer { terminal.giveBack() }
    defer { playing?.cancel() }
    draw()
    for await input in stream {
      guard take(input) else { return }
      draw()
    }
  }

  /// Takes the next input.
  ///
  /// - Returns: whether to go on
  private func take(_ input: Input) -> Bool {
    editor.menuBar.size = terminal.size
    switch input {
    case .typed(let bytes):
      for key in keys.decode(bytes) {
        switch key {
        case .control("Q"): return false
        case .focus(let isHere): follow(isHere)
        default: editor.press(key, at: .now)
        }
      }
      playRecording()
    case .resized: editor.menu.hide()
    case .source(let event):
      editor.take(event)
      notice = event.notice ?? notice
    case .stop: return false
    }
    return true
  }

  /// Follows the focus: another program has the shakes while the terminal is behind.
  private func follow(_ isHere: Bool) {
    editor.isInFront = isHere
    guard let reader else { return }
    if !isHere { return reader.stop() }
    do { try reader.start(waiting: true) } catch { notice = "\(error)." }
  }

  private func playRecording() {
    guard !recording.isEmpty else { return }
    let (readings, inputs) = (recording, inputs)
    recording = []
    notice = "The recording plays."
    playing = Task.detached { await play(readings, into: inputs) }
  }

  private func draw() {
    terminal.write(Frame(editor, size: terminal.size, notice: notice).text)
  }
}

extension Timestamp {
  /// The time on `CLOCK_BOOTTIME`, the clock of an accelerometer's readings.
  fileprivate static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Timestamp(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
