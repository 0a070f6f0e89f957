// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// React Native's developer menu on Android (MIT).
///
/// Readings less than 20 ms after the last one looked at are skipped. Gravity is taken off the z
/// axis, as if the device lay flat. An axis beyond 1.33 g with the opposite sign of its last such
/// value counts as a swing, one axis a reading, x before y before z. The rule fires on the eighth,
/// and forgets all when the last swing is more than 3 s ago.
struct ReactNativeRule: BaselineDetector {
  private static let threshold = 1.33 * Reading.standardGravity
  private static let shortestSpacing: Int64 = 20_000_000
  private static let window: Int64 = 3_000_000_000
  private static let enough = 8

  /// The project.
  let name = "React Native"

  private var last: Timestamp?
  private var lastSwing: Timestamp?
  /// The value of each axis at its last swing; 0 before the first.
  private var swung = SIMD3<Double>.zero
  private var swings = 0

  mutating func process(_ reading: Reading) -> Bool {
    let now = reading.timestamp
    if let last, now.nanoseconds(since: last) < Self.shortestSpacing { return false }
    last = now
    let value = reading.acceleration - SIMD3(0, 0, Reading.standardGravity)
    if let axis = value.indices.first(where: { reversed(value[$0], swung[$0]) }) {
      swung[axis] = value[axis]
      swings += 1
      lastSwing = now
    }
    if swings >= Self.enough {
      forget()
      return true
    }
    if let lastSwing, now.nanoseconds(since: lastSwing) > Self.window { forget() }
    return false
  }

  private func reversed(_ value: Double, _ before: Double) -> Bool {
    abs(value) > Self.threshold && value * before <= 0
  }

  private mutating func forget() {
    swings = 0
    swung = .zero
  }
}
