import MotionCore
import ResponderKit
import Testing

@Suite("Motion")
@MainActor
struct MotionTests {
  let stage = Stage()

  @Test("R015 motion forwards by default")
  func forwarding() {
    let listener = Listener()
    let responder = Responder()
    responder.next = listener
    let event = Event(MotionEvent(motion: .shake, timestamp: .zero, phase: .begun))
    responder.motionBegan(.motionShake, with: event)
    responder.motionEnded(.motionShake, with: nil)
    responder.motionCancelled(Event.EventSubtype(rawValue: "flip"), with: event)
    #expect(
      listener.heard == [
        Heard(phase: "began", motion: .motionShake, event: event),
        Heard(phase: "ended", motion: .motionShake, event: nil),
        Heard(phase: "cancelled", motion: Event.EventSubtype(rawValue: "flip"), event: event),
      ])
  }

  @Test("R016 motion starts at the first responder")
  func firstResponder() {
    stage.view.becomeFirstResponder()
    _ = stage.journal.take()
    stage.send(.begun)
    #expect(
      stage.journal.take() == ["view.began", "panel.began", "window.began", "application.began"])
  }

  @Test("R016 the event is the one that was sent")
  func sameEvent() {
    let listener = Listener()
    listener.next = stage.window
    listener.becomeFirstResponder()
    let event = Event(MotionEvent(motion: .shake, timestamp: .zero, phase: .done))
    stage.application.sendEvent(event)
    #expect(listener.heard == [Heard(phase: "ended", motion: .motionShake, event: event)])
  }

  @Test("R017 without first responder the key window receives the motion")
  func keyWindow() {
    stage.send(.begun)
    #expect(stage.journal.take() == ["window.began", "application.began"])
  }

  @Test("R017 without key window the application receives the motion")
  func noKeyWindow() {
    stage.application.keyWindow = nil
    stage.send(.begun)
    #expect(stage.journal.take() == ["application.began"])
  }

  @Test("R018 an override that does not call super ends the way up")
  func handled() {
    stage.view.becomeFirstResponder()
    stage.panel.handler = {}
    _ = stage.journal.take()
    stage.send(.done)
    #expect(stage.journal.take() == ["view.ended", "panel.ended"])
  }

  @Test("R019 each phase of a motion is told once, and nothing else")
  func phases() {
    stage.view.becomeFirstResponder()
    stage.view.handler = {}
    _ = stage.journal.take()
    stage.shake()
    stage.send(.begun)
    stage.send(.tooLong)
    #expect(stage.journal.take() == ["view.began", "view.ended", "view.began", "view.cancelled"])
  }

  @Test("Each event follows the chain anew")
  func anew() {
    let (view, panel) = (stage.view, stage.panel)
    panel.handler = {}
    view.handler = { view.next = nil }
    view.becomeFirstResponder()
    _ = stage.journal.take()
    stage.send(.begun)
    panel.becomeFirstResponder()
    stage.send(.done)
    #expect(
      stage.journal.take() == ["view.began", "view.resign", "panel.canBecome", "panel.ended"])
  }
}

private struct Heard: Equatable {
  var phase: String
  var motion: Event.EventSubtype
  var event: Event?
}

/// A first responder that remembers what it received.
private final class Listener: Responder {
  private(set) var heard: [Heard] = []

  override var canBecomeFirstResponder: Bool { true }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    heard.append(Heard(phase: "began", motion: motion, event: event))
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    heard.append(Heard(phase: "ended", motion: motion, event: event))
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    heard.append(Heard(phase: "cancelled", motion: motion, event: event))
  }
}
