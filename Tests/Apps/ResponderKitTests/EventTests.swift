// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing

@Suite("Event")
struct EventTests {
  @Test("says what the motion event says")
  func carriesMotion() {
    let motion = MotionEvent(.shake, .began, at: Timestamp(nanoseconds: 7))
    let event = Event(motion)
    #expect(event.type == .motion)
    #expect(event.subtype == .motionShake)
    #expect(event.timestamp == Timestamp(nanoseconds: 7))
    #expect(event.motionEvent == motion)
  }

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
}

@Suite("Isolation")
struct IsolationTests {
  @Test("R030 motion methods belong to the main actor")
  func mainActor() {
    let methods: [Any] = [
      Responder.motionBegan, Responder.motionEnded, Responder.motionCancelled,
      Application.sendEvent,
    ]
    for method in methods {
      #expect("\(type(of: method))".contains("@MainActor"))
    }
  }
}
