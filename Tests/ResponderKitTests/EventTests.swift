import MotionCore
import ResponderKit
import Testing

@Suite("Event")
struct EventTests {
  @Test("says what the motion event says")
  func carriesMotion() {
    let motion = MotionEvent(motion: .shake, timestamp: Timestamp(nanoseconds: 7), phase: .begun)
    let event = Event(motion)
    #expect(event.type == .motion)
    #expect(event.subtype == .motionShake)
    #expect(event.timestamp == Timestamp(nanoseconds: 7))
    #expect(event.motionEvent == motion)
  }

  @Test("events are equal if they say the same")
  func equality() {
    let began = MotionEvent(motion: .shake, timestamp: .zero, phase: .begun)
    let ended = MotionEvent(motion: .shake, timestamp: .zero, phase: .done)
    #expect(Event(began) == Event(began))
    #expect(Event(began) != Event(ended))
    #expect(Set([Event(began), Event(began), Event(ended)]).count == 2)
  }

  @Test("a motion unknown to this library has a subtype of its own")
  func unknownMotion() {
    let flip = MotionKind(rawValue: "flip")
    let event = Event(MotionEvent(motion: flip, timestamp: .zero, phase: .begun))
    #expect(event.type == .motion)
    #expect(event.subtype == Event.EventSubtype(flip))
    #expect(event.subtype != .motionShake)
  }
}
