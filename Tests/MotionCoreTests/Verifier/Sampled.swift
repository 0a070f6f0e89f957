// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore

/// Gravity of a device that lies on its back, in m/s².
let gravity = SIMD3<Double>(0, 0, 9.8)

extension Reading {
  /// A reading at `seconds`, by default of a device at rest.
  init(at seconds: Double, _ acceleration: SIMD3<Double> = gravity) {
    self.init(
      timestamp: Timestamp(nanoseconds: Int64((seconds * 1e9).rounded())),
      acceleration: acceleration)
  }
}

/// The readings of `seconds` of the motion `acceleration` (m/s², with gravity) at `rate` Hz, by a
/// sensor that shows no more than `limit`.
func sampled(
  _ seconds: Double, rate: Double = 100, clippedAt limit: Double = .infinity,
  _ acceleration: (Double) -> SIMD3<Double>
) -> [Reading] {
  let bound = SIMD3(repeating: limit)
  return (0..<Int(seconds * rate)).map { index in
    let time = Double(index) / rate
    return Reading(
      at: time, acceleration(time).clamped(lowerBound: -bound, upperBound: bound))
  }
}

/// Swings along x from 1 s on, without gravity: of a sine, so that the first and the last are half.
func swings(
  _ time: Double, _ amplitude: Double, _ frequency: Double, lasting duration: Double = 0.8
) -> SIMD3<Double> {
  guard (1..<1 + duration).contains(time) else { return .zero }
  return [amplitude * sin(2 * .pi * frequency * (time - 1)), 0, 0]
}
