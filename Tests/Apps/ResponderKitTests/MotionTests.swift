// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionTestSupport
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
    let event = Event(MotionEvent.of(.shake, .began))
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

  @Test("R016 the event is the one that was sent")
  func sameEvent() {
    let listener = Listener()
    listener.next = stage.window
    listener.becomeFirstResponder()
    let sent = stage.application.play(.shake)
    #expect(
      listener.heard == [
        Heard(phase: "began", motion: .motionShake, event: sent[0]),
        Heard(phase: "ended", motion: .motionShake, event: sent[1]),
      ])
  }

  @Test("R017 without first responder the key window receives the motion")
  func keyWindow() {
    stage.send(.began)
    #expect(stage.journal.drain() == ["window.began", "application.began"])
  }

  @Test("R018 an override that does not call super ends the way up")
  func handled() {
    stage.view.becomeFirstResponder()
    stage.panel.handler = {}
    _ = stage.journal.drain()
    stage.shake()
    #expect(stage.journal.drain() == ["view.began", "panel.began", "view.ended", "panel.ended"])
  }

  @Test("R018 an override that handles the end only ends the way up of the end only")
  func endHandled() {
    stage.view.becomeFirstResponder()
    _ = stage.journal.drain()
    stage.send(.began)
    #expect(stage.journal.drain().last == "application.began")
    stage.panel.handler = {}
    stage.send(.ended)
    #expect(stage.journal.drain() == ["view.ended", "panel.ended"])
  }

  @Test(
    "R019 a shake begins and ends, or begins and is cancelled, and nothing is said in between",
    arguments: [
      (Recording.shake, ["view.began", "view.ended"]),
      (.cancelledShake, ["view.began", "view.cancelled"]),
      (.interruptedShake, ["view.began", "view.cancelled"]),
      (.walk, []),
    ])
  func phases(recording: Recording, expected: [String]) {
    stage.view.becomeFirstResponder()
    stage.view.handler = {}
    _ = stage.journal.drain()
    stage.application.play(recording)
    #expect(stage.journal.drain() == expected)
  }

  @Test("R002 R019 each motion follows the chain anew, and its end those who heard the beginning")
  func anew() {
    stage.view.becomeFirstResponder()
    stage.send(.began)
    let hint = Witness("hint", stage.journal)
    hint.next = stage.panel
    stage.view.next = hint
    _ = stage.journal.drain()
    let chain = ["view", "panel", "window", "application"]
    stage.send(.ended)
    #expect(stage.journal.drain() == chain.map { "\($0).ended" })
    stage.send(.began)
    #expect(
      stage.journal.drain() == ["view.began", "hint.began"]
        + chain.dropFirst().map { "\($0).began" })
  }
}

@Suite("Event")
struct EventTests {
  @Test("events are equal if they say the same")
  func equality() {
    let began = MotionEvent.of(.shake, .began)
    let ended = MotionEvent.of(.shake, .ended)
    #expect(Event(began) == Event(began))
    #expect(Event(began) != Event(ended))
    #expect(Set([Event(began), Event(began), Event(ended)]).count == 2)
  }

  @Test("a motion unknown to this library has a subtype of its own")
  func unknownMotion() {
    let flip = MotionKind(rawValue: "flip")
    let event = Event(MotionEvent.of(flip, .began))
    #expect(event.type == .motion)
    #expect(event.subtype == Event.EventSubtype(flip))
    #expect(event.subtype != .motionShake)
  }

  @Test("T027 R030 methods for motions and touches belong to the main actor")
  func mainActor() {
    let methods: [Any] = [
      Responder.motionBegan, Responder.motionEnded, Responder.motionCancelled,
      Application.sendEvent, Responder.touchesBegan, Responder.touchesMoved,
      Responder.touchesEnded, Responder.touchesCancelled,
    ]
    for method in methods {
      #expect("\(type(of: method))".contains("@MainActor"))
    }
  }
}

private struct Heard: Equatable {
  var phase: String
  var motion: Event.EventSubtype
  var event: Event?
}

/// A first responder that remembers what it received.
private final class Listener: Able {
  private(set) var heard: [Heard] = []

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

@MainActor @Suite struct MotionStreamTests {
  private final class Listener: Application {
    var phases: [MotionEvent.Phase?] = []

    override func sendEvent(_ event: Event) {
      phases.append(event.motionEvent?.phase)
      super.sendEvent(event)
    }
  }

  private nonisolated static let flip = MotionKind(rawValue: "flip")

  @Test(
    "all motions of a sequence are sent; what is open at its end, of each kind, is cancelled",
    arguments: [
      ([(.shake, .began), (.shake, .cancelled(.tooLong)), (.shake, .began)], 1),
      ([(.shake, .began), (flip, .began), (flip, .recognized)], 2),
      ([(.shake, .began), (.shake, .cancelled(.notAShake))], 0),
    ] as [([(MotionKind, MotionEvent.Phase)], Int)])
  func sent(motions: [(MotionKind, MotionEvent.Phase)], open: Int) async {
    let (stream, inbox) = AsyncStream.makeStream(of: MotionEvent.self)
    for (kind, phase) in motions {
      inbox.yield(MotionEvent(kind, phase, at: Timestamp(nanoseconds: 5)))
    }
    inbox.finish()
    let application = Listener()
    await application.sendEvents(from: stream, onShake: .undo)
    let ends = Array(repeating: MotionEvent.Phase.cancelled(.interrupted), count: open)
    #expect(application.phases == motions.map(\.1) + ends)
  }
}
