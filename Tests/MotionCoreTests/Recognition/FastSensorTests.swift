// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import MotionSynthesis
import Testing

/// Motions as sensors of more than 400 Hz read them: what sensors of 200 to 400 Hz read.
@Suite struct FastSensorTests {
  private static let rates: [Double] = [500, 640, 800, 1000, 1600, 3200]
  private static let usualRates: [Double] = [200, 250, 1000 / 3.0, 400]

  /// The words and the times in s of the events of a motion at `rate`.
  private func events(
    _ wanted: MotionConfiguration, _ seconds: Double, rate: Double,
    _ acceleration: (Double) -> SIMD3<Double>
  ) -> [(word: String, time: Double)] {
    sampled(seconds, rate: rate, acceleration).motionEvents(detecting: [wanted])
      .map { ($0.word, Double($0.timestamp.nanoseconds) * 1e-9) }
  }

  @Test("a shake begins when it does at a usual rate, and ends", arguments: rates)
  func shakes(rate: Double) {
    for (frequency, amplitude) in [(5.0, 25.0), (5.5, 15), (4, 20), (3, 30)] {
      func found(_ rate: Double) -> [(word: String, time: Double)] {
        events(.shake(), 4, rate: rate) { gravity + swings($0, amplitude, frequency) }
      }
      let (fast, usual) = (found(rate), Self.usualRates.map(found))
      #expect(fast.map(\.word) == ["began", "ended"], "\(frequency) Hz")
      for (index, event) in fast.enumerated() {
        let times = usual.map { $0[index].time }
        let range = (times.min() ?? 0) - 0.05...(times.max() ?? 0) + 0.05
        #expect(range.contains(event.time), "\(frequency) Hz")
      }
    }
  }

  @Test(
    "the samples' shakes end at any rate from 100 Hz on, also as chips have them",
    arguments: [100.0, 208, 278, 333, 400, 404, 405, 410, 416, 425, 833, 1344, 1666, 3330, 5376])
  func samples(rate: Double) {
    for (key, script) in SampleLibrary.scripts where ["short-shake", "shake-to-undo"].contains(key)
    {
      let events = script.recording(rate: rate).readings.motionEvents(detecting: [.shake()])
      #expect(events.allSatisfy { $0.phase == .began || $0.phase == .ended }, "\(key)")
      #expect(events.count == (key == "short-shake" ? 2 : 4), "\(key)")
    }
  }

  @Test("as many taps are found as at a usual rate, and a fall")
  func tapsAndFalls() throws {
    /// The taps, and the double taps, that are found of 136 pairs of knocks at `rate`.
    func taps(_ rate: Double) -> SIMD2<Double> {
      var count = SIMD2<Double>.zero
      for amplitude in stride(from: 8.0, through: 40, by: 2) {
        // At eight phases of the readings.
        for start in (0..<8).map({ 1 + Double($0) * 0.000_31 }) {
          let script = MotionScript(
            "taps", duration: 2, attitude: [0, 0.8, 0.6],
            [0, 0.25].map { .knock(at: start + $0, amplitude: amplitude) })
          let readings = script.recording(rate: rate).readings
          count.x += Double(readings.motionEvents(detecting: [.tap()]).count)
          count.y += Double(readings.motionEvents(detecting: [.doubleTap()]).count)
        }
      }
      return count
    }
    let usual = Self.usualRates.map(taps)
    let least = try SIMD2(#require(usual.map(\.x).min()), #require(usual.map(\.y).min()))
    #expect(least.x > 180 && least.y > 120)
    for rate in Self.rates {
      let found = taps(rate)
      #expect(found.x >= 0.95 * least.x && found.y >= 0.95 * least.y, "\(found) at \(rate) Hz")
      for fall in [0.3, 0.5] {
        let found = events(.freeFall(), 3, rate: rate) { time in
          [0, 0, (1..<1 + fall).contains(time) ? 0.3 : 9.8]
        }
        #expect(found.map(\.word) == ["began", "ended"], "\(fall) s at \(rate) Hz")
      }
    }
  }
}
