// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

@testable import MotionBus

@Suite struct DetailsTests {
  /// The events that any kind may have, each with some measurements and with others.
  private static var events: [MotionEvent] {
    var filler = Filler()
    return MotionRegistry.all.flatMap { kind -> [MotionEvent] in
      let phases: [MotionEvent.Phase] =
        kind.lasts ? [.began, .ended, .cancelled(.tooLong)] : [.recognized]
      return phases.flatMap { phase -> [MotionEvent] in
        var event = MotionEvent(kind.kind, phase, at: Timestamp(nanoseconds: 9))
        event.measurements = MotionMeasurements(of: kind.kind, phase, at: event.timestamp)
        let plain = event
        event.isSimulated = true
        event.surroundings = .sample
        return [plain, event] + (0..<8).map { _ in event.filled(by: &filler) }
          + [.byChip(kind.kind, phase)]
      }
    }
  }

  @Test("an event of any kind comes out of its signal as it went in")
  func roundTrip() {
    let events = Self.events + [.ended(at: 9).of(MotionKind(rawValue: "dance"))]
    for event in events {
      #expect(MotionEvent(signal: event.phase.signalName, event.signalBody) == event)
    }
    let measured = events.filter { $0.measurements != nil && $0.details.count > 3 }
    #expect(Set(measured.map(\.kind)) == Set(MotionRegistry.kinds))
    #expect(Set(measured.map(\.details)).count > 40)
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

  @Test("a beginning says how sure it is, to clients that may not see vectors as well")
  func confidence() {
    var event = MotionEvent.began(at: 1)
    event.confidence = 0.5
    #expect(event.details["confidence"] == .double(0.5))
    let blind = MotionEvent(signal: "MotionBegan", event.signalBody(hidingVectors: true))
    #expect(blind?.confidence == 0.5)
    #expect(blind?.surroundings == nil)
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

  fileprivate static func byChip(_ kind: MotionKind, _ phase: Phase) -> MotionEvent {
    var event = MotionEvent(kind, phase, at: Timestamp(nanoseconds: 11))
    event.detector = .chip
    return event
  }

  /// The event with other fields.
  fileprivate func filled(by filler: inout Filler) -> MotionEvent {
    var event = self
    event.code(&filler)
    return event
  }
}

/// Puts values of the same types in the places of others.
private struct Filler: EventFieldCoder {
  private static let words =
    DeviceOrientation.allCases.map(\.rawValue) + CancellationReason.allCases.map(\.rawValue)
    + ["moved", "turned", "unknown"]
  private var random = SeededGenerator(seed: 5)

  mutating func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    let number = Int.random(in: 0...60_000, using: &random)
    return switch value {
    case .timestamp: .timestamp(Timestamp(nanoseconds: Int64(number)))
    case .duration: .duration(.milliseconds(number))
    case .count: .count(number)
    case .number: .number(Double(number) / 7)
    case .optionalNumber: .optionalNumber(number % 2 == 0 ? nil : Double(number) / 7)
    case .vector: .vector(SIMD3(Double(number), -0.5, 0.25))
    case .flag: .flag(number % 2 == 0)
    // One that the field does not know leaves it as it is.
    case .word: .word(Self.words[number % Self.words.count])
    }
  }
}
