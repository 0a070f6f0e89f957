// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import Testing

/// Motions as functions of time, each there for one rule that tells it from a shake.
@Suite struct ShakeRuleTests {
  /// What is recognized in `seconds` of the motion `acceleration` (m/s², without gravity) at 100
  /// Hz.
  private func events(
    _ seconds: Double, gravity: (Double) -> SIMD3<Double> = { _ in [0, 0, 9.8] },
    _ acceleration: (Double) -> SIMD3<Double>
  ) -> [MotionEvent] {
    var bank = MotionPipeline()
    var events: [MotionEvent] = []
    for index in 0..<Int(seconds * 100) {
      let time = Double(index) / 100
      let reading = Reading(
        timestamp: Timestamp(nanoseconds: Int64(index) * 10_000_000),
        acceleration: gravity(time) + acceleration(time))
      events += bank.events(at: .reading(reading))
    }
    return events + bank.events(at: .interruption)
  }

  /// A shake of 0.8 s at 5 Hz along x, from `start` on.
  private func shake(_ time: Double, from start: Double) -> SIMD3<Double> {
    guard (start..<start + 0.8).contains(time) else { return .zero }
    return [20 * sin(2 * .pi * 5 * (time - start)), 0, 0]
  }

  @Test(
    "a shake is the same after a turn of the device, however long it rested since",
    arguments: [3, 10, 60], [80.0, 180])
  func turned(_ rest: Double, _ degrees: Double) throws {
    let events = events(rest + 4) { time in
      let angle = min(1, max(0, time - 0.5) / 0.5) * degrees * .pi / 180
      return [0, 9.8 * sin(angle), 9.8 * cos(angle)]
    } _: { time in
      shake(time, from: 1 + rest)
    }
    try #require(events.map(\.word) == ["began", "ended"])
    guard let measurements = events[1].measurements?[ShakeMeasurements.self] else { return }
    #expect(measurements.swings == 8)
    #expect(abs(measurements.duration.seconds - 0.83) < 0.06)
    #expect(measurements.direction.x > 0.99)
  }

  @Test("circles are no shake: they have no direction")
  func circles() {
    let events = events(4) { time in
      guard (1..<1.8).contains(time) else { return .zero }
      let angle = 2 * .pi * 5 * time
      return [15 * cos(angle), 15 * sin(angle), 0]
    }
    #expect(events.map(\.word) == [])
  }

  @Test("a swing round a corner starts anew: swings go back and forth")
  func corner() throws {
    // To a corner, on at nearly a right angle, and back: only the last two alternate.
    let path: [SIMD3<Double>] = [[0, 0, 0], [0, 60, 0], [70, 42, 0], [-20, 60, 0]]
    let events = events(3) { time in
      guard time < 1.32 else { return .zero }
      let position = max(0, (time - 1) / 0.1)
      let leg = min(2, Int(position))
      let share = min(1, position - Double(leg))
      return path[leg] + share * (path[leg + 1] - path[leg])
    }
    let began = try #require(events.first)
    #expect(began.timestamp > Timestamp(nanoseconds: 1_200_000_000))
  }

  @Test("a ripple on a swing does not cut it in two")
  func ripple() {
    let events = events(4) { time in
      let isMoving = (1..<1.8).contains(time)
      return 2 * shake(time, from: 1) + (isMoving ? [14 * sin(2 * .pi * 25 * time), 0, 0] : .zero)
    }
    #expect(events.map(\.word) == ["began", "ended"])
  }

  @Test("swings about a center that wanders end as no shake, about one that hardly does as one")
  func wandering() {
    func words(_ slope: Double) -> [String] {
      events(4) { time in
        guard (1..<1.9).contains(time) else { return .zero }
        return [14 * sin(2 * .pi * 5 * (time - 1)) + slope * max(0, time - 1.3), 0, 0]
      }.map(\.word)
    }
    #expect(words(85) == ["began", "cancelled notAShake"])
    #expect(words(20) == ["began", "ended"])
  }

  @Test("in a tumble it takes more to be a shake: it must stand out from what went before")
  func tumble() {
    func tumbling(_ time: Double) -> SIMD3<Double> {
      guard time < 5.9 else { return .zero }
      return 5.2 * min(1, time / 3) * [sin(8 * time), sin(12 * time + 1), sin(14 * time + 2)]
    }
    let restless = events(9) { tumbling($0) + 0.75 * shake($0, from: 6) }
    #expect(restless.map(\.word) == [])
    let calm = events(9) { 0.75 * shake($0, from: 6) }
    #expect(calm.map(\.word) == ["began", "ended"])
  }

  @Test("once there and back is no shake, however violent")
  func stroke() {
    let events = events(4) { time in
      let isMoving = (1..<1.2).contains(time)
      return isMoving ? [60 * sin(2 * .pi * (time - 1) / 0.2), 0, 0] : .zero
    }
    #expect(events.map(\.word) == ["began", "cancelled notAShake"])
  }

  @Test("one stroke with echoes that die away ends as no shake")
  func echoes() {
    let events = events(4) { time in
      guard time >= 1 else { return .zero }
      return [70 * exp(-(time - 1) / 0.05) * sin(2 * .pi * 6 * (time - 1)), 0, 0]
    }
    #expect(events.map(\.word) == ["began", "cancelled notAShake"])
  }

  @Test("buzzing is no shake: the strokes are too short", arguments: [15.0, 25])
  func vibration(_ frequency: Double) {
    let events = events(3) { time in
      guard (1..<1.8).contains(time) else { return .zero }
      return [0, 30 * sin(2 * .pi * frequency * time), 0]
    }
    #expect(!events.map(\.word).contains("ended"))
  }
}
