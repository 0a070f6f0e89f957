// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import MotionTestSupport
import ResponderKit
import ShakeUndo
import Testing
import UndoKit

@Suite("Playing into an application")
@MainActor
struct PlayTests {
  let application = Application()
  let window: Window

  init() {
    window = Window(application: application)
    application.keyWindow = window
    application.onShake = .undo
  }

  @Test("It does what the app does: without onShake nothing; and what is set meanwhile stays")
  func honest() {
    let page = Page(window)
    page.text = "Dear Ada"
    application.onShake = nil
    application.play(.shake)
    #expect(page.text == "Dear Ada" && application.onShake == nil)
    application.play(.shake) { _ in application.onShake = .nothing }
    #expect(application.onShake != nil)
    application.play(.shake, onShake: .undo)
    #expect(page.text == "")
    page.text = "Dear Ada"
    application.play(.shake)
    #expect(page.text == "Dear Ada")
  }

  @Test(
    "A shake for an app with a toolkit undoes in what has the focus from its beginning to its end")
  func toolkit() {
    let page = Page(window)
    page.text = "Dear Ada"
    var hasFocus = true
    let shakes = ShakeToUndo(.undo) { hasFocus ? window.undoManager : nil }
    shakes.onIgnored = { _ in }
    #expect(shakes.play(.shake) { _ in hasFocus = false }.count == 2)
    #expect(page.text == "Dear Ada" && !hasFocus)
    hasFocus = true
    shakes.play(.walk)
    #expect(page.text == "Dear Ada")
    shakes.play(.shake)
    #expect(page.text == "")
  }

  @Test(
    "What the motions are",
    arguments: [ShakeConfiguration](
      [.low, .medium, .high].map { ShakeConfiguration(sensitivity: $0) }))
  func motions(configuration: ShakeConfiguration) {
    func words(_ recording: Recording) -> [String] {
      recording.readings.motionEvents(detecting: [.shake(configuration)]).map { event in
        switch event.phase {
        case .began: "began"
        case .ended: "ended"
        case .cancelled(let reason): reason.rawValue
        case .recognized: "recognized"
        }
      }
    }
    #expect(words(.shake) == ["began", "ended"])
    #expect(words(.cancelledShake) == ["began", "tooLong"])
    #expect(words(.interruptedShake) == ["began", "interrupted"])
    #expect(words(.walk) == [])
  }

  @Test("A motion of each kind reaches the responder with its subtype")
  func kinds() {
    func play(_ recording: Recording) -> [String] {
      application.play(recording).map {
        "\($0.subtype.rawValue) \($0.motionEvent?.phase.name ?? "")"
      }
    }
    for motion in MotionRegistry.all {
      let words = Set(play(Recording(motion.kind)))
      let phases = motion.lasts ? ["began", "ended"] : ["recognized"]
      #expect(words == Set(phases.map { "\(motion.kind) \($0)" }))
    }
    #expect(play(Recording(MotionKind(rawValue: "dance"))).isEmpty)
  }

  @Test("Without its own motions a recording is played for the kind that its note names")
  func note() {
    var recording = MotionScript.turnOver.recording(rate: 100)
    #expect(application.play(recording).isEmpty)
    recording.notes.append(RecordingNote("motion", "flip"))
    #expect(
      application.play(recording).map(\.subtype) == [Event.EventSubtype(.flip), .init(.flip)])
    #expect(application.play(recording, detecting: [.shake()]).isEmpty)
  }

  @Test("A shake undoes, a cancelled one and a walk do not")
  func undoes() {
    let page = Page(window)
    page.text = "Dear Ada"
    application.play(.cancelledShake)
    application.play(.interruptedShake)
    application.play(.walk)
    #expect(page.text == "Dear Ada")
    application.play(.shake)
    #expect(page.text == "")
  }

  @Test("What was sent is reported, each when it was sent")
  func tells() {
    let page = Page(window)
    page.text = "Dear Ada"
    var seen: [Event] = []
    let sent = application.play(.shake) { event in
      if case .began = event.motionEvent?.phase { #expect(page.text == "Dear Ada") }
      seen.append(event)
    }
    #expect(seen == sent)
    #expect(sent.map(\.motionEvent) == Recording.shake.readings.motionEvents())
    #expect(page.text == "")
  }

  @Test("A motion of one's own, and what counts as a shake")
  func ownMotion() {
    let weak = MotionScript(
      "a weak shake along z", duration: 3, attitude: [0, 0, 1],
      [.swings(start: 1, duration: 0.8, frequency: 5, amplitude: 12, direction: [0, 0, 1])]
    ).recording(rate: 50)
    let (low, high) = (
      ShakeConfiguration(sensitivity: .low), ShakeConfiguration(sensitivity: .high)
    )
    #expect(application.play(weak, detecting: [.shake(low)]).isEmpty)
    #expect(application.play(weak, detecting: [.shake(high)]).count == 2)
    #expect(application.play(weak) == weak.readings.motionEvents().map(Event.init))
  }

  @Test("A motion still open at the end of a recording is cancelled")
  func openEnd() throws {
    var cut = Recording.shake
    let began = try #require(cut.readings.motionEvents().first)
    cut.readings.removeAll { $0.timestamp > began.timestamp }
    let phases = application.play(cut).map(\.motionEvent?.phase)
    #expect(phases.last == .cancelled(.interrupted))
    #expect(phases.count == 2)
  }
}

/// A text that can be undone.
private final class Page: Responder {
  var text = "" {
    didSet { undoManager?.registerUndo(withTarget: self) { $0.text = oldValue } }
  }

  init(_ window: Window) {
    super.init()
    next = window
  }
}
