// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionEvaluation
import MotionSynthesis
import Testing

@Suite struct ResamplingTests {
  /// Readings of a function of time (in seconds), each up to `jitter` seconds off the grid.
  private func readings(
    _ seconds: Double, rate: Double, jitter: Double = 0, _ value: (Double) -> SIMD3<Double>
  ) -> [Reading] {
    var random = SeededGenerator(seed: 5)
    return (0...Int(seconds * rate)).map { index in
      let time = Double(index) / rate + jitter * Double.random(in: 0...1, using: &random)
      let timestamp = Timestamp(nanoseconds: Int64((time * 1e9).rounded()))
      return Reading(timestamp: timestamp, acceleration: value(timestamp.seconds))
    }
  }

  private func sine(_ frequency: Double) -> (Double) -> SIMD3<Double> {
    { [10 * sin(2 * .pi * frequency * $0), 0, 9.8] }
  }

  /// The largest difference from `value` on x, more than a second from both ends.
  private func error(_ readings: [Reading], _ value: (Double) -> SIMD3<Double>) throws -> Double {
    let end = try #require(readings.last).timestamp.seconds
    return readings.filter { (1...end - 1).contains($0.timestamp.seconds) }
      .map { abs($0.acceleration.x - value($0.timestamp.seconds).x) }.max() ?? .infinity
  }

  @Test(
    "a motion slower than 0.4 of the lower rate stays what it was",
    arguments: [
      (100, 25, 9.5), (100, 50, 5), (100, 12.5, 4), (200, 100, 30), (100, 100, 20), (50, 400, 18),
      (25, 26, 5),
    ] as [(Double, Double, Double)])
  func kept(_ rate: Double, _ newRate: Double, _ frequency: Double) throws {
    let motion = sine(frequency)
    let resampled = Resampling(rate: newRate).applied(to: readings(6, rate: rate, motion))
    #expect(try error(resampled, motion) < 0.1)
  }

  @Test("a motion of a hand survives timestamps that are off by a third of a period")
  func jitter() throws {
    let motion = sine(5)
    let rough = readings(6, rate: 100, jitter: 0.0033, motion)
    #expect(try error(Resampling(rate: 50).applied(to: rough), motion) < 0.2)
  }

  @Test(
    "a motion faster than half of the new rate falls by 44 dB",
    arguments: [(100, 25, 12.6), (200, 50, 60), (400, 100, 130), (100, 12.5, 18)]
      as [(Double, Double, Double)])
  func suppressed(_ rate: Double, _ newRate: Double, _ frequency: Double) throws {
    let fast = readings(6, rate: rate, sine(frequency))
    #expect(try error(Resampling(rate: newRate).applied(to: fast)) { _ in .zero } < 0.063)
  }

  @Test("rest stays what it was to the last bit", arguments: [12.5, 60, 400])
  func constant(_ rate: Double) {
    let rest = SIMD3(0.1, -7.7, 5.3)
    let resampled = Resampling(rate: rate).applied(
      to: readings(3, rate: 100, jitter: 0.004) { _ in rest })
    #expect(resampled.count > 30)
    #expect(resampled.allSatisfy { $0.acceleration == rest })
  }

  @Test("timestamps are uniform, from the first reading to the last", arguments: [25, 60, 200.0])
  func uniform(_ rate: Double) {
    let resampled = Resampling(rate: rate).applied(to: readings(2, rate: 100, sine(5)))
    #expect(resampled.count == Int(2 * rate) + 1)
    for (index, reading) in resampled.enumerated() {
      #expect(abs(reading.timestamp.seconds - Double(index) / rate) < 1e-9)
    }
  }

  @Test("a gap stays, and neither side of it knows of the other")
  func gap() throws {
    let all = readings(4, rate: 100) { $0 < 2 ? [0, 0, 9.8] : [9.8, 0, 0] }
    let (before, after) = (all.filter { $0.timestamp.seconds < 1.5 }, all.suffix(150))
    let resampling = Resampling(rate: 40)
    let resampled = resampling.applied(to: before + after)
    #expect(resampled == resampling.applied(to: before) + resampling.applied(to: Array(after)))
    #expect(resampled.allSatisfy { [[0, 0, 9.8], [9.8, 0, 0]].contains($0.acceleration) })
  }

  @Test("readings that are missing for up to 250 ms are no gap: straight lines stand in")
  func missing() throws {
    let ramp = { (time: Double) in SIMD3<Double>(3 * time, 0, 0) }
    let all = readings(4, rate: 100, ramp)
    let holed = all.filter { !(2.0..<2.235).contains($0.timestamp.seconds) }
    let resampled = Resampling(rate: 50).applied(to: holed)
    #expect(resampled.count == 201)
    #expect(try error(resampled, ramp) < 0.01)
  }

  @Test("there is nothing to be done with fewer than two readings")
  func few() {
    let one = readings(0, rate: 100, sine(5))
    #expect(one.count == 1)
    #expect(Resampling(rate: 25).applied(to: one) == one)
    #expect(Resampling(rate: 25).applied(to: []) == [])
  }
}

extension Timestamp {
  fileprivate var seconds: Double { Double(nanoseconds) * 1e-9 }
}
