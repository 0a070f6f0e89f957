// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import Testing

/// The time that a swing takes, as evidence, and motion before.
@Suite struct ShakeTempoTests {
  /// The readings of `seconds` of the motion `acceleration` (m/s², without gravity).
  private func readings(
    _ seconds: Double, rate: Double = 100, clippedAt limit: Double = .infinity,
    _ acceleration: (Double) -> SIMD3<Double>
  ) -> [Reading] {
    sampled(seconds, rate: rate, clippedAt: limit) { gravity + acceleration($0) }
  }

  /// The measures by number of swings.
  private func measures(of readings: [Reading]) -> [Int: ShakeMeasures] {
    var probe = ShakeProbe()
    return readings.reduce(into: [:]) { all, reading in
      if let measures = probe.process(reading) { all[measures.swings] = measures }
    }
  }

  /// Swings along x from 1 s on, of which the first and the last are half.
  private func swings(
    _ time: Double, _ amplitude: Double = 25, _ frequency: Double = 4,
    lasting duration: Double = 1
  ) -> SIMD3<Double> {
    MotionCoreTests.swings(time, amplitude, frequency, lasting: duration)
  }

  @Test(
    "the pace is the time of a swing, at any rate that shows it", arguments: [25.0, 50, 100, 400])
  func pace(rate: Double) throws {
    for frequency in [3.0, 4, 5] {
      let found = measures(of: readings(3, rate: rate) { swings($0, 25, frequency) })
      let pace = try #require(found[4]).pace
      // The first swing, from rest, is half of one.
      #expect(abs(pace - 3.5 / 4 / (2 * frequency)) < 0.6 / rate + 0.01, "\(frequency) Hz: \(pace)")
    }
  }

  @Test("below 20 Hz, and of two swings, the pace is unknown, which costs nothing")
  func unknown() throws {
    for rate in [12.5, 15, 19] {
      let found = measures(of: readings(4, rate: rate) { swings($0, 40, 2) })
      #expect(!found.isEmpty)
      for measures in found.values {
        #expect(measures.pace == 0)
        #expect(measures.terms(gain: 1).slowness == 0)
      }
    }
    #expect(try #require(measures(of: readings(3) { swings($0) })[2]).pace == 0)
  }

  @Test("a sensor that clips at 2 g shows the same pace", arguments: [25.0, 50, 100])
  func clipped(rate: Double) throws {
    for frequency in [3.0, 4, 5] {
      func pace(clippedAt limit: Double) throws -> Double {
        let shaken = readings(3, rate: rate, clippedAt: limit) { swings($0, 30, frequency) }
        return try #require(measures(of: shaken)[4]).pace
      }
      let difference = try pace(clippedAt: 2 * Reading.standardGravity) - pace(clippedAt: .infinity)
      #expect(abs(difference) < 0.01, "\(frequency) Hz")
    }
  }

  @Test("a slow start and pauses count; the mean duration of a swing does not know the start")
  func pauses() throws {
    // The first swing takes 0.3 s, the others 0.125 s.
    let slow = readings(3) { time in
      time < 1.3
        ? [time < 1 ? 0 : 12.5 * (1 - cos(.pi * (time - 1) / 0.3)), 0, 0]
        : time < 2 ? [25 * cos(2 * .pi * 4 * (time - 1.3)), 0, 0] : .zero
    }
    let found = try #require(measures(of: slow)[4])
    let even = try #require(measures(of: readings(3) { swings($0) })[4])
    #expect(found.pace > even.pace + 0.03)
    #expect(abs(found.duration - even.duration) < 0.02)
  }

  @Test("the explanation says how slow a swing was, where that costs points")
  func slow() {
    /// The reasons why the whole of swings at `frequency` falls short of a score that none reaches.
    func reasons(_ frequency: Double) -> [String] {
      var shake = ShakeConfiguration()
      shake.weights.end.typical -= 20
      var pipeline = MotionPipeline([.shake(shake)], isExplaining: true)
      var reasons: [String] = []
      for reading in readings(4, { swings($0, 25, frequency) }) {
        pipeline.process(reading) { finding, _ in
          if case .rejection(let rejection) = finding { reasons.append(rejection.text) }
        }
      }
      return reasons
    }
    #expect(reasons(2).contains { $0.contains(" ms, pauses included (-") }, "\(reasons(2))")
    #expect(!reasons(5).isEmpty)
    #expect(!reasons(5).contains { $0.contains("pauses included") })
  }

  /// What begins and ends in readings.
  private func words(_ readings: [Reading]) -> [String] {
    readings.motionEvents(detecting: [.shake()]).map(\.word)
  }

  @Test("a shake that just stands out from a run must be more like one than after rest")
  func prominent() {
    /// A shake at 4 s with swings of `size`, after a run of `strength` from 1.5 s on.
    func after(_ strength: Double, _ size: Double) -> [String] {
      words(
        readings(6) { time in
          let isRunning = (1.5..<3.9).contains(time)
          let before = isRunning ? strength * sin(2 * .pi * time / 0.35) : 0
          return swings(time - 3, size, 3, lasting: 0.9) + [0, 0, before]
        })
    }
    #expect(after(0, 8) == ["began", "ended"])
    #expect(after(3, 8) == [])
    #expect(after(3, 20) == ["began", "ended"])
  }

  @Test("what a hand moves between two shakes does not speak against the second")
  func again() {
    /// A shake of 8 m/s² at 4 s, after motion of 3.5 m/s² and a shake of `size` at 1.5 s.
    func after(_ size: Double) -> [String] {
      words(
        readings(6) { time in
          let isMoving = (2.5..<3.9).contains(time)
          let between = isMoving ? 3.5 * sin(2 * .pi * time / 0.35) : 0
          return swings(time - 0.5, size, 5, lasting: 0.6)
            + swings(time - 3, 8, 3, lasting: 0.9) + [0, 0, between]
        })
    }
    #expect(after(20) == ["began", "ended", "began", "ended"])
    #expect(after(0) == [])
  }

  @Test("what looks like a shake only after a second of swings is none")
  func late() {
    /// Swings that grow to their full size within `growth` seconds.
    func growing(within growth: Double) -> [String] {
      words(
        readings(6) { time in
          min(1, max(0.34, (time - 1) / growth)) * swings(time, 22, lasting: 0.3 + growth)
        })
    }
    #expect(growing(within: 0.3).first == "began")
    #expect(growing(within: 2.5) == [])
  }

  @Test("a shake does not count against the next", arguments: [25.0, 50, 100, 400])
  func repeated(rate: Double) {
    for count in 2...3 {
      for frequency in [4.0, 5] {
        let shakes = readings(7, rate: rate) { time in
          (0..<count).reduce(.zero) {
            $0 + swings(time - 1.6 * Double($1), 25, frequency, lasting: 0.6)
          }
        }
        let found = Array(repeating: ["began", "ended"], count: count).joined()
        #expect(words(shakes) == Array(found), "\(count) at \(frequency) Hz")
      }
    }
  }

  @Test(
    "the start of a shake, not along one line yet, is no motion before it",
    arguments: [25.0, 50, 100, 400])
  func askew(rate: Double) {
    // The amplitude along x, and the turning points before: time, x, y, z.
    let starts: [(amplitude: Double, points: [[Double]])] = [
      (
        16,
        [
          [0.1, -10, -3, 16], [0.18, 14, 27, 8], [0.28, -28, 13, 9], [0.42, 25, 7, 4],
          [0.56, -13, -4, -8],
        ]
      ),
      (
        22,
        [
          [0.1, 4, 7, -21], [0.18, 34, 15, 15], [0.26, -9, -7, 11], [0.34, -1, -14, -1],
          [0.46, -11, 28, -18],
        ]
      ),
      (
        20,
        [
          [0.14, -27, -7, -21], [0.22, 6, 18, -19], [0.32, -6, -12, -22], [0.46, -26, -7, -0],
          [0.58, 27, -0, 5],
        ]
      ),
    ]
    for (amplitude, start) in starts {
      var points = [[0, 0, 0, 0]] + start
      for index in 1...6 {
        let sign = index.isMultiple(of: 2) ? 1.0 : -1
        points.append([points[points.count - 1][0] + 0.12, sign * amplitude, 0, 0])
      }
      points.append([points[points.count - 1][0] + 0.1, 0, 0, 0])
      let shaken = readings(4, rate: rate) { time in
        let time = time - 1
        guard let index = points.firstIndex(where: { $0[0] > time }), index > 0 else {
          return .zero
        }
        let (from, to) = (points[index - 1], points[index])
        let share = (1 - cos(.pi * (time - from[0]) / (to[0] - from[0]))) / 2
        return SIMD3(from[1], from[2], from[3]) * (1 - share)
          + SIMD3(to[1], to[2], to[3]) * share
      }
      #expect(words(shaken).first == "began", "\(amplitude) m/s²")
    }
  }
}
