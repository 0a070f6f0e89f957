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

  @Test("a gap cancels an open motion, stamped 250 ms after the last reading")
  func gap() {
    var (bank, last) = openShake()
    let next = last.advanced(byNanoseconds: 251 * Self.millisecond)
    let expected = "cancelled interrupted at \(last.nanoseconds / Self.millisecond + 250)"
    #expect(events(&bank, .reading(reading(at: next))) == [expected])
    #expect(bank.statistics.breaks == 1)
  }

  @Test("250 ms is no gap")
  func noGap() {
    var (bank, last) = openShake()
    let next = last.advanced(byNanoseconds: 250 * Self.millisecond)
    #expect(events(&bank, .reading(reading(at: next))) == [])
    #expect(bank.statistics.breaks == 0)
  }

  @Test("at a low rate a gap is more than four periods")
  func lowRate() {
    for (silence, isGap) in [(400, false), (401, true)] as [(Int64, Bool)] {
      var (bank, last) = openShake(periodMilliseconds: 100)
      let next = last.advanced(byNanoseconds: silence * Self.millisecond)
      _ = events(&bank, .reading(reading(at: next)))
      #expect(bank.statistics.breaks == (isGap ? 1 : 0))
    }
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

  @Test("the passing of time cancels at the moment that the next reading would have")
  func advance() {
    var (bank, last) = openShake()
    let moment = last.nanoseconds / Self.millisecond + 250
    let later = last.advanced(byNanoseconds: 5000 * Self.millisecond)
    #expect(
      events(&bank, .time(last.advanced(byNanoseconds: 250 * Self.millisecond))) == [])
    #expect(
      events(&bank, .time(later)) == ["cancelled interrupted at \(moment)"])
    #expect(events(&bank, .time(later)) == [])
    #expect(events(&bank, .reading(reading(at: later))) == [])
  }

  @Test("a reading not later than the one before is dropped and counted")
  func late() {
    var (bank, last) = openShake()
    for back: Int64 in [0, 1, 250 * Self.millisecond] {
      let time = last.advanced(byNanoseconds: -back)
      #expect(events(&bank, .reading(reading(at: time))) == [])
    }
    #expect(bank.statistics.late == 3)
  }

  @Test("a clock that goes back by more than 250 ms starts a new epoch")
  func epoch() {
    var (bank, last) = openShake()
    let time = last.advanced(byNanoseconds: -251 * Self.millisecond)
    #expect(
      events(&bank, .reading(reading(at: time)))
        == ["cancelled interrupted at \(last.nanoseconds / Self.millisecond)"])
    #expect(bank.statistics.late == 0)
  }
}
