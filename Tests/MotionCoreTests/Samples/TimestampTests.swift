// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@Suite struct TimestampTests {
  @Test("a difference that 64 bits cannot hold saturates")
  func saturates() {
    let (first, last) = (Timestamp(nanoseconds: .min), Timestamp(nanoseconds: .max))
    #expect(last.nanoseconds(since: first) == .max)
    #expect(first.nanoseconds(since: last) == .min)
    #expect(last.advanced(byNanoseconds: 1) == last)
    #expect(first.advanced(byNanoseconds: -1) == first)
  }

  @Test("seconds are exact to the nanosecond, wherever the clock stands")
  func seconds() {
    for start: Int64 in [0, 1_700_000_000_000_000_000, -5] {
      let start = Timestamp(nanoseconds: start)
      #expect(start.advanced(byNanoseconds: 1).seconds(since: start) == 1e-9)
      #expect(start.advanced(byNanoseconds: 2_500_000_000).seconds(since: start) == 2.5)
    }
  }

  @Test(
    "a reading is plausible up to 40 g",
    arguments: [
      (400, true), (-400, true), (400.001, false), (-401, false), (.nan, false),
      (.infinity, false), (-.infinity, false),
    ])
  func plausible(_ value: Double, isPlausible: Bool) {
    for axis in 0..<3 {
      var acceleration = SIMD3<Double>(0, 0, 9.8)
      acceleration[axis] = value
      let reading = Reading(timestamp: Timestamp(nanoseconds: 0), acceleration: acceleration)
      #expect(reading.isPlausible == isPlausible)
    }
  }

  @Test(
    "a reading is plausible within 2⁶² ns of zero, and no difference of two such times overflows",
    arguments: [
      (Timestamp.limit - 1, true), (Timestamp.limit, false), (-Timestamp.limit, true),
      (-Timestamp.limit - 1, false), (.max, false), (.min, false),
      (-6_800_000_000_000_000_000, false),
      (0, true), (-1, true),
    ])
  func plausibleTime(_ time: Int64, isPlausible: Bool) {
    let reading = Reading(timestamp: Timestamp(nanoseconds: time), acceleration: [0, 0, 9.8])
    #expect(reading.isPlausible == isPlausible)
    guard isPlausible else { return }
    for end in [-Timestamp.limit, Timestamp.limit - 1] {
      #expect(!time.subtractingReportingOverflow(end).overflow)
      #expect(!end.subtractingReportingOverflow(time).overflow)
    }
  }

  @Test(
    "a duration in whole milliseconds is the nearest, on both sides of zero",
    arguments: [(0, 0), (400, 0), (500, 1), (1499, 1), (1500, 2), (999_500, 1000)])
  func milliseconds(microseconds: Int, nearest: Int64) {
    #expect(Duration.microseconds(microseconds).milliseconds == nearest)
    #expect(Duration.microseconds(-microseconds).milliseconds == -nearest)
  }

  @Test(
    "no gap is 250 ms, or four periods where they last longer, and a day at most",
    arguments: [
      (0, 250_000_000), (10_000_000, 250_000_000), (62_500_000, 250_000_000),
      (62_500_001, 250_000_004), (1_000_000_000, 4_000_000_000),
      (21_600_000_000_000, 86_400_000_000_000), (21_600_000_000_001, 86_400_000_000_000),
      (1 << 61, 86_400_000_000_000), (.max, 86_400_000_000_000),
    ] as [(Int64, Int64)])
  func longestSilence(_ period: Int64, _ silence: Int64) {
    #expect(GapRule.longestSilence(period: period) == silence)
  }

  @Test("what apps hold across an await has no vectors, which async functions break")
  func alignment() {
    #expect(MemoryLayout<Reading>.alignment <= 8)
    #expect(MemoryLayout<MotionEvent>.alignment <= 8)
    #expect(MemoryLayout<ShakeMeasurements>.alignment <= 8)
    #expect(MemoryLayout<TapMeasurements>.alignment <= 8)
    #expect(MemoryLayout<MotionScript>.alignment <= 8)
  }
}
