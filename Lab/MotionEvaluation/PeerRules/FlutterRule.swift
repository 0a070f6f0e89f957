// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The Flutter package shake (BSD-3-Clause).
///
/// Fires when a reading exceeds 2.7 g, gravity included, but not within 0.5 s of its last firing.
/// (Nor within 0.5 s of its start, which is left out: recordings start after the app does.)
struct FlutterRule: BaselineDetector {
  private static let threshold = 2.7 * Reading.standardGravity
  private static let pause: Int64 = 500_000_000

  /// The project.
  let name = "Flutter shake"

  private var lastFire: Timestamp?

  mutating func process(_ reading: Reading) -> Bool {
    let squared = (reading.acceleration * reading.acceleration).sum()
    guard squared > Self.threshold * Self.threshold else { return false }
    if let lastFire, reading.timestamp.nanoseconds(since: lastFire) < Self.pause { return false }
    lastFire = reading.timestamp
    return true
  }
}
