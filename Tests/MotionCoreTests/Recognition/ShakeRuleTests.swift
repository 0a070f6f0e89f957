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
    let readings = sampled(seconds) { gravity($0) + acceleration($0) }
    return bank.events(in: readings) + bank.events(at: .interruption)
  }

  /// A shake of 0.8 s at 5 Hz along x, from `start` on.
  private static func shake(_ time: Double, from start: Double) -> SIMD3<Double> {
    swings(time - start + 1, 20, 5)
  }

  @Test(
    "a shake is the same after a turn of the device, however long it rested since",
    arguments: [3, 10, 60], [80.0, 180])
  func turned(_ rest: Double, _ degrees: Double) throws {
    let events = events(rest + 4) { time in
      let angle = min(1, max(0, time - 0.5) / 0.5) * degrees * .pi / 180
      return [0, 9.8 * sin(angle), 9.8 * cos(angle)]
    } _: { time in
      Self.shake(time, from: 1 + rest)
    }
    try #require(events.map(\.word) == ["began", "ended"])
    guard let measurements = events[1].measurements?[ShakeMeasurements.self] else { return }
    #expect(measurements.swings == 8)
    #expect(abs(measurements.duration.seconds - 0.83) < 0.06)
    #expect(measurements.direction.x > 0.99)
  }

  private static func tumbling(_ time: Double) -> SIMD3<Double> {
    guard time < 5.9 else { return .zero }
    return 5.2 * min(1, time / 3) * [sin(8 * time), sin(12 * time + 1), sin(14 * time + 2)]
  }

  /// Swings about a center that moves by `slope` m/s² a second.
  private static func wandering(_ time: Double, _ slope: Double) -> SIMD3<Double> {
    swings(time, 14, 5, lasting: 0.9)
      + ((1..<1.9).contains(time) ? [slope * max(0, time - 1.3), 0, 0] : .zero)
  }

  private static let (whole, notWhole) = (["began", "ended"], ["began", "cancelled notAShake"])

  static let motions:
    [(title: String, words: [String], motion: @Sendable (Double) -> SIMD3<Double>)] =
      [
        (
          "circles have no direction", [],
          { (1..<1.8).contains($0) ? 15 * [cos(10 * .pi * $0), sin(10 * .pi * $0), 0] : .zero }
        ),
        (
          "a ripple on a swing does not cut it in two", whole,
          { time in
            let isMoving = (1..<1.8).contains(time)
            return 2 * shake(time, from: 1)
              + (isMoving ? [14 * sin(50 * .pi * time), 0, 0] : .zero)
          }
        ),
        ("swings about a center that wanders end as no shake", notWhole, { wandering($0, 85) }),
        ("swings about a center that hardly does end as one", whole, { wandering($0, 20) }),
        ("in a tumble a shake must stand out", [], { tumbling($0) + 0.75 * shake($0, from: 6) }),
        ("and in calm it need not", whole, { 0.75 * shake($0, from: 6) }),
        (
          "once there and back is no shake, however violent", notWhole,
          { swings($0, 60, 5, lasting: 0.2) }
        ),
        (
          "one stroke with echoes that die away ends as no shake", notWhole,
          { $0 < 1 ? .zero : [70 * exp(-($0 - 1) / 0.05) * sin(12 * .pi * ($0 - 1)), 0, 0] }
        ),
      ]

  @Test("a motion is a shake, or none", arguments: motions.indices)
  func isAsSaid(_ index: Int) {
    let (title, words, motion) = Self.motions[index]
    #expect(events(9, motion).map(\.word) == words, "\(title)")
  }

  @Test("buzzing is no shake: the strokes are too short", arguments: [15.0, 25])
  func vibration(_ frequency: Double) {
    let events = events(3) { time in
      guard (1..<1.8).contains(time) else { return .zero }
      return [0, 30 * sin(2 * .pi * frequency * time), 0]
    }
    #expect(!events.map(\.word).contains("ended"))
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
}
