// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionSensors

/// Scans that say when they were taken, and those that do not.
@Suite struct TimestampRecoveryTests {
  @Test("scans with timestamps are left alone, whatever comes later")
  func stamped() {
    #expect(settled([[5, 6], [0, 0], [.min]]) == [[5, 6], [0, 0], [.min]])
  }

  @Test("a clock that begins at zero is believed as soon as it goes on")
  func nearZero() {
    #expect(settled([[0, 10, 20], [30]]) == [[0, 10, 20], [30]])
    #expect(settled([[0], [10], [20]]) == [[], [0, 10], [20]])
  }

  @Test("two zeros in a row are no clock: readings are stamped as they arrive")
  func zeros() {
    #expect(
      settled([[0, 0, 0], [0]])
        == [[980_000_000, 990_000_000, 1_000_000_000], [1_010_000_000]])
    #expect(
      settled([[0], [0], [0]])
        == [[], [1_000_000_000, 1_010_000_000], [1_020_000_000]])
  }

  @Test("scans without timestamps are stamped from the first on")
  func none() {
    #expect(settled([[0], [0]], areStamped: false) == [[1_000_000_000], [1_010_000_000]])
  }

  @Test("what was read before the batch is not touched, and an empty batch changes nothing")
  func earlier() {
    var recovery = TimestampRecovery(areStamped: true, rate: 100)
    var readings = [reading(7)]
    recovery.settle(&readings, from: 1, at: Timestamp(nanoseconds: 0))
    readings.append(reading(0))
    recovery.settle(&readings, from: 1, at: Timestamp(nanoseconds: 0))
    #expect(readings.map(\.timestamp.nanoseconds) == [7] && !recovery.areArrivals)
  }

  /// What becomes of `batches`, each of which arrives 10 ms for each of its scans after the one
  /// before.
  private func settled(_ batches: [[Int64]], areStamped: Bool = true) -> [[Int64]] {
    var recovery = TimestampRecovery(areStamped: areStamped, rate: 100)
    // The first batch arrives after one second.
    var arrival: Int64 = 1_000_000_000 - Int64(batches.first?.count ?? 0) * 10_000_000
    return batches.map { batch in
      var readings = batch.map { reading($0) }
      arrival += Int64(batch.count) * 10_000_000
      recovery.settle(&readings, from: 0, at: Timestamp(nanoseconds: arrival))
      return readings.map(\.timestamp.nanoseconds)
    }
  }

  private func reading(_ nanoseconds: Int64) -> Reading {
    Reading(timestamp: Timestamp(nanoseconds: nanoseconds), acceleration: [1, 2, 3])
  }
}
