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

  @Test(
    "a clock of microseconds nearly stands still: after a quarter of a second times are arrivals",
    arguments: [1, 5], [10_000, 0] as [Int64])
  func microseconds(size: Int, step: Int64) {
    let own = (1...100).map { 7_000_000 + Int64($0) * step }
    let batches = stride(from: 0, to: 100, by: size).map { Array(own[$0..<$0 + size]) }
    let found = settled(batches).joined()
    let first = 26 + (size - 26 % size) % size - size
    #expect(Array(found.prefix(first)) == Array(own.prefix(first)))
    // The first batch arrives after one second.
    let ends = (1...100).map { 1_000_000_000 + Int64($0 - size) * 10_000_000 }
    #expect(Array(found.dropFirst(first)) == Array(ends.dropFirst(first)))
  }

  @Test(
    "a clock that goes on is believed: one time for a batch, a suspend, and a time that is set back"
  )
  func believed() {
    let batch = (1...10).map { Array(repeating: $0 * 320_000_000 as Int64, count: 32) }
    #expect(settled(batch) == batch)
    let early = (1...40).map { [$0 * 10_000_000 as Int64] }
    #expect(settled(early, suspended: 3) == early)
    let setBack = (1...40).map { [($0 < 20 ? 2_000_000_000 : 0) + $0 * 10_000_000 as Int64] }
    #expect(settled(setBack) == setBack)
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
  private func settled(
    _ batches: [[Int64]], areStamped: Bool = true, suspended: Int? = nil
  ) -> [[Int64]] {
    var recovery = TimestampRecovery(areStamped: areStamped, rate: 100)
    // The first batch arrives after one second.
    var arrival: Int64 = 1_000_000_000 - Int64(batches.first?.count ?? 0) * 10_000_000
    return batches.enumerated().map { number, batch in
      // An hour passes before this batch.
      if number == suspended { arrival += 3_600_000_000_000 }
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
