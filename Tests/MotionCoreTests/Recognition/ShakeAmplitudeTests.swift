// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import Testing

/// The amplitude of a shake as its score sees it: the hand's, not what the sensor leaves of it.
@Suite struct ShakeAmplitudeTests {
  /// The mean amplitude of the first four swings of a sine of `strength` (m/s²) and `frequency`
  /// (Hz).
  ///
  /// It lies along x, from 0.5 s on; `sensed` is what the sensor makes of it.
  private func amplitude(
    _ strength: Double, _ frequency: Double, rate: Double = 100,
    _ sensed: (_ acceleration: Double, _ time: Double) -> Double = { acceleration, _ in acceleration
    }
  ) throws -> Double {
    var probe = ShakeProbe()
    var last: ShakeMeasures?
    let readings = sampled(1.5, rate: rate) { time in
      let acceleration = swings(time + 0.5, strength, frequency, lasting: 1).x
      return [sensed(acceleration, time), 0, 9.8]
    }
    for reading in readings { last = probe.process(reading) ?? last }
    let measures = try #require(last)
    #expect(measures.swings == 4)
    return measures.amplitude
  }

  @Test("clipping takes little from it", arguments: [25.0, 30, 40])
  func clipped(_ strength: Double) throws {
    let whole = try amplitude(strength, 4)
    let clipped = try amplitude(strength, 4) { acceleration, _ in
      min(19.6, max(-19.6, acceleration))
    }
    #expect(abs(clipped / whole - 1) < 0.2)
  }

  @Test("a flat top that is exceeded later is not the end of the range")
  func flatTop() throws {
    let whole = try amplitude(30, 4)
    let flat = try amplitude(30, 4) { acceleration, time in
      time < 0.6 ? min(acceleration, 20) : acceleration
    }
    #expect(flat < whole)
    // The first swing alone, a quarter of all, is lower by some 10 m/s².
    #expect(flat > whole - 4)
  }

  @Test(
    "neither the rate nor the filter takes much from it", arguments: [12.5, 25, 50, 100, 400],
    [3.0, 4])
  func rate(_ rate: Double, _ frequency: Double) throws {
    // From turning point to turning point, but for the first swing, which starts from rest.
    let swings = [1.0, 2, 2, 2]
    let expected = 20 * swings.reduce(0, +) / 4
    #expect(abs(try amplitude(20, frequency, rate: rate) / expected - 1) < 0.15)
  }
}
