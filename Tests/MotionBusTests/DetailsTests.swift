// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionBus

@Suite struct DetailsTests {
  @Test(
    "an event comes out of its signal as it went in",
    arguments: [
      .began(at: 5), .ended(at: 1_000), .cancelled(at: 0, .notAShake),
      .cancelled(at: .max, .interrupted, simulated: true), .began(at: 7, simulated: true),
      .recognized(at: 8), .ended(at: 9).of(MotionKind(rawValue: "flip")),
      MotionEvent(.shake, .began, at: Timestamp(nanoseconds: 10)),
      .fall(.began, impact: nil), .fall(.ended, impact: 90.5), .byChip(.freeFall, .began),
      .byChip(.freeFall, .ended), .byChip(MotionKind(rawValue: "flip"), .recognized),
      .tap(.tap, gap: nil), .tap(.doubleTap, gap: .milliseconds(250)),
    ] as [MotionEvent])
  func roundTrip(event: MotionEvent) {
    #expect(MotionEvent(signal: event.phase.signalName, event.signalBody) == event)
  }

  @Test("an event of the chip says so, and has no measurements")
  func chip() {
    #expect(MotionEvent.byChip(.freeFall, .ended).details == ["detector": .string("chip")])
    #expect(MotionEvent.fall(.ended, impact: nil).details["detector"] == nil)
  }

  @Test("a number that is missing is no detail")
  func missingNumber() {
    #expect(MotionEvent.fall(.began, impact: nil).details["impact"] == nil)
    #expect(MotionEvent.fall(.ended, impact: 90.5).details["impact"] == .double(90.5))
  }

  @Test("the details are those of the JSON line, in the types of the interface")
  func details() {
    #expect(
      MotionEvent.ended(at: 1_000, simulated: true).details == [
        "gravity": .doubles([0.1, 0.2, 9.8]), "acceleration": .doubles([21, 0.4, 9.1]),
        "last_swing_ns": .uint64(993), "duration_ms": .uint64(870), "swings": .uint32(6),
        "peak": .double(31.4), "ongoing": .bool(false),
        "direction": .doubles([0.6, 0.8, 0]), "axis": .string("y"),
        "simulated": .bool(true),
      ])
    #expect(MotionEvent.began(at: 1).details.keys.sorted() == ["acceleration", "gravity"])
    #expect(MotionEvent.cancelled(at: 1).details == ["reason": .string("tooLong")])
  }

  @Test(
    "what is measured of each kind comes back as it was sent",
    arguments: [
      (
        .still, .ended,
        MotionMeasurements(
          StillMeasurements(
            start: Timestamp(nanoseconds: 3), duration: .seconds(9), ending: .turned))
      ),
      (.still, .began, MotionMeasurements(StillMeasurements(start: Timestamp(nanoseconds: 3)))),
      (
        .orientation, .recognized,
        MotionMeasurements(
          OrientationMeasurements(from: .faceUp, to: .landscapeLeft, screen: .portrait))
      ),
      (
        .orientation, .recognized,
        MotionMeasurements(OrientationMeasurements(from: .faceUp, to: .faceDown))
      ),
      (
        .flip, .recognized,
        MotionMeasurements(FlipMeasurements(to: .faceUp, duration: .milliseconds(420)))
      ),
      (
        .pickUp, .recognized,
        MotionMeasurements(PickUpMeasurements(from: .faceDown, rest: .seconds(4)))
      ),
      (.tilt, .recognized, MotionMeasurements(TiltMeasurements(angle: 41.5))),
    ] as [(MotionKind, MotionEvent.Phase, MotionMeasurements)])
  func kinds(_ kind: MotionKind, _ phase: MotionEvent.Phase, _ measurements: MotionMeasurements) {
    let event = MotionEvent(kind, phase, at: Timestamp(nanoseconds: 9), measurements: measurements)
    #expect(MotionEvent(signal: phase.signalName, event.signalBody) == event)
  }

  @Test("unknown details are ignored; missing ones have defaults, so that no motion is lost")
  func otherVersions() {
    func event(_ member: String, _ details: [String: BusValue]) -> MotionEvent? {
      MotionEvent(signal: member, [.string("shake"), .uint64(9), .dictionary(details)])
    }
    let time = Timestamp(nanoseconds: 9)
    #expect(
      event("MotionBegan", ["mood": .string("good")]) == MotionEvent(.shake, .began, at: time))
    #expect(
      event("MotionEnded", [:])
        == MotionEvent(
          .shake, .ended, at: time,
          measurements: MotionMeasurements(ShakeMeasurements(lastSwing: time))))
    #expect(
      event("MotionBegan", ["gravity": .doubles([1, 2, 3])])?.surroundings
        == MotionEvent.Surroundings(gravity: [1, 2, 3], acceleration: .zero))
    #expect(event("MotionRecognized", [:]) == MotionEvent(.shake, .recognized, at: time))
    #expect(event("MotionCancelled", [:])?.phase == .cancelled(.interrupted))
    #expect(
      event("MotionCancelled", ["reason": .string("bored")])?.phase == .cancelled(.interrupted))
  }

  @Test(
    "a detail of the wrong type, or too large, makes no event",
    arguments: [
      ("gravity", .doubles([1, 2])), ("acceleration", .string("fast")),
      ("last_swing_ns", .uint64(.max)), ("duration_ms", .uint64(UInt64(Int64.max))),
      ("duration_ms", .double(1)), ("swings", .uint64(6)), ("peak", .uint32(6)),
      ("direction", .doubles([])), ("simulated", .string("yes")),
    ] as [(String, BusValue)])
  func wrong(key: String, value: BusValue) {
    var details = MotionEvent.ended(at: 1_000).details
    details[key] = value
    let values: [BusValue] = [.string("shake"), .uint64(1_000), .dictionary(details)]
    #expect(MotionEvent(signal: "MotionEnded", values) == nil)
  }

  @Test("what is no signal of ours makes no event")
  func foreign() {
    let body = MotionEvent.cancelled(at: 1).signalBody
    #expect(MotionEvent(signal: "MotionPaused", body) == nil)
    #expect(MotionEvent(signal: "MotionCancelled", Array(body.dropLast())) == nil)
    #expect(MotionEvent(signal: "MotionCancelled", body + body) == nil)
    #expect(
      MotionEvent(
        signal: "MotionCancelled",
        [.string("shake"), .uint64(1), .dictionary(["reason": .uint32(1)])]) == nil)
    #expect(
      MotionEvent(
        signal: "MotionCancelled", [.string("shake"), .uint64(.max), .dictionary([:])]) == nil)
  }
}

extension MotionEvent {
  fileprivate static func fall(_ phase: Phase, impact: Double?) -> MotionEvent {
    let fall = FreeFallMeasurements(
      start: Timestamp(nanoseconds: 3), duration: .milliseconds(400), push: 10, impact: impact)
    return MotionEvent(
      .freeFall, phase, at: Timestamp(nanoseconds: 9), measurements: MotionMeasurements(fall))
  }

  fileprivate static func tap(_ kind: MotionKind, gap: Duration?) -> MotionEvent {
    let tap = TapMeasurements(
      start: Timestamp(nanoseconds: 3), gap: gap, peak: 12.5, direction: [0, 0.6, -0.8],
      isCoarse: true)
    return MotionEvent(
      kind, .recognized, at: Timestamp(nanoseconds: 9), measurements: MotionMeasurements(tap))
  }
}

extension MotionEvent {
  fileprivate static func byChip(_ kind: MotionKind, _ phase: Phase) -> MotionEvent {
    var event = MotionEvent(kind, phase, at: Timestamp(nanoseconds: 11))
    event.detector = .chip
    return event
  }
}
