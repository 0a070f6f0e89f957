// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// square/seismic for Android (Apache-2.0), at its medium sensitivity.
///
/// A reading beyond 13 m/s², gravity included, is accelerating. The rule fires when three quarters
/// of the readings of the last half second are, if they span at least a quarter of a second, and
/// then forgets them all. At least four readings are kept, however old.
struct SeismicRule: BaselineDetector {
  private static let threshold = 13.0
  private static let window: Int64 = 500_000_000
  private static let fewest = 4

  /// The project.
  let name = "seismic"

  private var samples: [Sample] = []
  /// The start of the window in `samples`; older samples are dropped from time to time.
  private var first = 0
  private var accelerating = 0

  private struct Sample: Sendable {
    var timestamp: Timestamp
    var isAccelerating: Bool
  }

  mutating func process(_ reading: Reading) -> Bool {
    forget(before: reading.timestamp.advanced(byNanoseconds: -Self.window))
    let squared = (reading.acceleration * reading.acceleration).sum()
    let sample = Sample(
      timestamp: reading.timestamp, isAccelerating: squared > Self.threshold * Self.threshold)
    samples.append(sample)
    accelerating += sample.isAccelerating ? 1 : 0
    guard reading.timestamp.nanoseconds(since: samples[first].timestamp) >= Self.window / 2
    else { return false }
    // Each quarter rounded down on its own, as the original's shifts do.
    let count = samples.count - first
    guard accelerating >= count / 2 + count / 4 else { return false }
    samples.removeAll(keepingCapacity: true)
    first = 0
    accelerating = 0
    return true
  }

  private mutating func forget(before start: Timestamp) {
    while samples.count - first >= Self.fewest && samples[first].timestamp < start {
      accelerating -= samples[first].isAccelerating ? 1 : 0
      first += 1
    }
    // Dropping as many as are left keeps the cost of a reading constant on average.
    guard first > samples.count / 2 else { return }
    samples.removeFirst(first)
    first = 0
  }
}
