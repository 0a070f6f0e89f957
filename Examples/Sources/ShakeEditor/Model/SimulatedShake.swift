// SPDX-License-Identifier: Apache-2.0

import MotionCore

extension MotionEvent {
  /// The events of a shake, for those who have no accelerometer at hand.
  static let simulatedShake: [MotionEvent] = {
    let rest = SIMD3(0, 0, 9.81)
    let surroundings = Surroundings(gravity: rest, acceleration: rest)
    let beginning = Timestamp(nanoseconds: 0)
    let measurements = ShakeMeasurements(
      lastSwing: beginning.advanced(byNanoseconds: 500_000_000), duration: .milliseconds(800),
      swings: 6, peak: 20, direction: SIMD3(1, 0, 0))
    return [
      MotionEvent(.shake, .began, at: beginning, surroundings: surroundings),
      MotionEvent(
        .shake, .ended, at: beginning.advanced(byNanoseconds: 900_000_000),
        surroundings: surroundings, measurements: MotionMeasurements(measurements)),
    ]
  }()
}
