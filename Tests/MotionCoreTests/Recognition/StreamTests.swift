// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

/// What the bank calls a gap, a late reading and a jump of the clock, to the millisecond.
///
/// What else holds of them ``Verifier`` checks.
@Suite struct StreamTests {
  private static let millisecond: Int64 = 1_000_000

  /// A bank in which a shake is open, and the time of its last reading.
  private func openShake(periodMilliseconds period: Int64 = 10) -> (MotionPipeline, Timestamp) {
    var bank = MotionPipeline()
    var words: [String] = []
    var index: Int64 = 0
    var time = Timestamp(nanoseconds: 0)
    while words.isEmpty && index < 1000 {
      time = Timestamp(nanoseconds: index * period * Self.millisecond)
      words += bank.events(at: .reading(reading(at: time))).map(\.word)
      index += 1
    }
    #expect(words == ["began"])
    return (bank, time)
  }

  /// A swing of ±20 m/s² each 100 ms, by the clock.
  private func reading(at time: Timestamp) -> Reading {
    let sign = (time.nanoseconds / (100 * Self.millisecond)).isMultiple(of: 2) ? 1.0 : -1.0
    return Reading(timestamp: time, acceleration: SIMD3(20 * sign, 0, 9.8))
  }

  private func events(
    _ bank: inout MotionPipeline, _ step: StreamStep
  ) -> [String] {
    bank.events(at: step).map { "\($0.word) at \($0.timestamp.nanoseconds / Self.millisecond)" }
  }

  @Test(
    "what is a gap, a late reading and a jump of the clock, to the millisecond",
    arguments: [
      // The period, the next reading's time after the last and the end of the open motion, in ms;
      // breaks and late readings.
      (10, 250, nil, 0, 0), (10, 251, 250, 1, 0),
      // At a low rate a gap is more than four periods.
      (100, 400, nil, 0, 0), (100, 401, 400, 1, 0),
      // A reading not later than the one before is dropped.
      (10, 0, nil, 0, 1), (10, -1, nil, 0, 1), (10, -250, nil, 0, 1),
      // A clock that goes back farther starts a new epoch.
      (10, -251, 0, 1, 0),
    ] as [(Int64, Int64, Int64?, Int, Int)])
  func next(_ period: Int64, _ step: Int64, _ end: Int64?, _ breaks: Int, _ late: Int) {
    var (bank, last) = openShake(periodMilliseconds: period)
    let next = last.advanced(byNanoseconds: step * Self.millisecond)
    let events = events(&bank, .reading(reading(at: next)))
      .filter { $0.hasPrefix("cancelled interrupted") }
    let expected = end.map {
      "cancelled interrupted at \(last.nanoseconds / Self.millisecond + $0)"
    }
    #expect(events == [expected].compactMap(\.self))
    #expect((bank.statistics.breaks, bank.statistics.late) == (breaks, late))
  }

  @Test("one gap does not pass for a low rate")
  func gapAfterGap() {
    var (bank, last) = openShake()
    let second = last.advanced(byNanoseconds: 1000 * Self.millisecond)
    let third = second.advanced(byNanoseconds: 300 * Self.millisecond)
    _ = events(&bank, .reading(reading(at: second)))
    _ = events(&bank, .reading(reading(at: third)))
    #expect(bank.statistics.breaks == 2)
  }
}
