// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

@testable import MotionSensors

/// What is counted of a reader's doings; times in milliseconds.
@Suite struct SamplingCounterTests {
  @Test("readings and batches")
  func batches() {
    var counter = Self.opened()
    counter.add(readings(0, 10, 20), now: nil)
    counter.add([], now: nil)
    counter.add(readings(30), now: nil)
    #expect(
      counter.statistics
        == SamplingStatistics.with {
          $0.readings = 4
          $0.batches = 2
        })
  }

  @Test(
    "a batch is late beyond 100 ms or four periods, by its newest reading",
    arguments: [
      (10, 100, 0), (10, 101, 1), (25, 101, 1), (50, 200, 0), (50, 201, 1), (nil, 101, 1),
    ] as [(Int?, Int, Int)])
  func late(_ period: Int?, _ age: Int, _ late: Int) {
    var counter = Self.opened(period: period)
    counter.add(readings(0, 1000), now: Timestamp(nanoseconds: (1000 + age).ms))
    #expect(counter.statistics.lateBatches == late)
    #expect(counter.statistics.worstLateness == .nanoseconds(age.ms))
    counter.add(readings(1001), now: Timestamp(nanoseconds: 1002.ms))
    #expect(counter.statistics.lateBatches == late)
    #expect(counter.statistics.worstLateness == .nanoseconds(age.ms), "the worst is kept")
  }

  @Test("on a clock that nothing shows, or one that is ahead, nothing is late")
  func unknownClock() {
    var counter = Self.opened()
    counter.add(readings(0), now: nil)
    counter.add(readings(500), now: Timestamp(nanoseconds: 400.ms))
    #expect(counter.statistics.lateBatches == 0 && counter.statistics.worstLateness == .zero)
  }

  @Test(
    "a gap is more than 250 ms or four periods",
    arguments: [(10, 250, 0), (10, 251, 1), (100, 400, 0), (100, 401, 1), (nil, 251, 1)]
      as [(Int?, Int, Int)])
  func gaps(_ period: Int?, _ spacing: Int, _ gaps: Int) {
    var inBatch = Self.opened(period: period)
    inBatch.add(readings(0, spacing), now: nil)
    #expect(inBatch.statistics.gaps == gaps)
    var between = Self.opened(period: period)
    between.add(readings(0), now: nil)
    between.add(readings(spacing), now: nil)
    #expect(between.statistics.gaps == gaps)
    var reopened = Self.opened(period: period)
    reopened.add(readings(0), now: nil)
    reopened.lost()
    reopened.opened(clock: .boottime, period: period.map { $0.ms })
    reopened.add(readings(spacing), now: nil)
    #expect(reopened.statistics.gaps == gaps)
  }

  @Test("there is no gap over a stop, nor from one clock to another, nor back in time")
  func noGaps() {
    var counter = Self.opened()
    counter.add(readings(0), now: nil)
    counter.stopped()
    counter.opened(clock: .boottime, period: 10.ms)
    counter.add(readings(9000), now: nil)
    counter.lost()
    counter.opened(clock: .arrival, period: 10.ms)
    counter.add(readings(90_000, 5), now: nil)
    #expect(counter.statistics.gaps == 0)
    #expect(counter.statistics.losses == 1 && counter.statistics.reopenings == 1)
  }

  @Test("losses count only what was had, and reopenings only what was lost")
  func losses() {
    var counter = SamplingCounter()
    counter.lost()
    counter.opened(clock: .boottime, period: nil)
    // Told again, with another clock.
    counter.opened(clock: .arrival, period: nil)
    #expect(counter.statistics.losses == 0 && counter.statistics.reopenings == 0)
    counter.lost()
    counter.lost()
    counter.opened(clock: .boottime, period: nil)
    #expect(counter.statistics.losses == 1 && counter.statistics.reopenings == 1)
    counter.lost()
    counter.stopped()
    counter.opened(clock: .boottime, period: nil)
    #expect(counter.statistics.losses == 2 && counter.statistics.reopenings == 1)
  }

  @Test("full buffers within ten seconds of each other are one episode")
  func overruns() {
    var counter = Self.opened()
    var news: [Bool] = []
    for now in [0, 40, 10_040, 20_040, 30_041, 30_042] { news.append(counter.overran(at: now.ms)) }
    #expect(news == [true, false, false, false, true, false])
    #expect(counter.statistics.overruns == 6)
    counter.stopped()
    let isNews = counter.overran(at: 30_043.ms)
    #expect(isNews)
  }

  @Test("timestamps as far apart as can be do no harm")
  func extremes() {
    var counter = Self.opened(period: Int(Int64.max / 1_000_000))
    let ends = [Int64.min, .max, .min].map {
      Reading(timestamp: Timestamp(nanoseconds: $0), acceleration: .zero)
    }
    counter.add(ends, now: Timestamp(nanoseconds: .max))
    counter.missed(3)
    #expect(
      counter.statistics.worstLateness == .nanoseconds(Int64.max) && counter.statistics.missed == 3)
  }

  private static func opened(period: Int? = 10) -> SamplingCounter {
    var counter = SamplingCounter()
    counter.opened(clock: .boottime, period: period.map { $0.ms })
    return counter
  }

  private func readings(_ milliseconds: Int...) -> [Reading] {
    Array(MotionSensorsTests.readings(milliseconds))
  }
}

/// The readings of before an opening, played at random.
@Suite struct OldReadingsTests {
  @Test("what was kept from before is left out, and said once", arguments: 0..<200 as Range<UInt64>)
  func kept(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ordered = Int.random(in: 2_000_000...3_000_000, using: &random)
    let opened = ordered + Int.random(in: 0...500, using: &random)
    var old = OldReadings(ordered: ordered.ms, opened: opened.ms)
    var (kept, new, passed, said) = (0, 0, 0, [Int]())
    var arrival = opened
    let end = opened + Int.random(in: 200...1500, using: &random)
    while arrival <= end {
      arrival += Int.random(in: 1...200, using: &random)
      // What it kept comes within a second, in front of new readings or behind them.
      let isDue = arrival <= opened + 1000
      let ages = (0..<Int.random(in: 0...64, using: &random)).map { _ in
        isDue && Bool.random(using: &random)
          ? arrival - ordered + Int.random(in: 101...600_100, using: &random)
          : Int.random(in: -10...(arrival - ordered + 100), using: &random)
      }
      var batch = readings(ages.sorted(by: >).map { arrival - $0 })
      let total = old.leaveOut(
        of: &batch, arrival: arrival.ms, now: Timestamp(nanoseconds: arrival.ms))
      kept += ages.count { $0 > arrival - ordered + 100 }
      new += ages.count { $0 <= arrival - ordered + 100 }
      passed += batch.count
      #expect(batch.allSatisfy { $0.timestamp.nanoseconds >= (ordered - 100).ms })
      if let total { said.append(total) }
    }
    // The device may be lost within the window.
    if let total = old.end() { said.append(total) }
    #expect(passed == new && old.isOver && said == (kept > 0 ? [kept] : []))
  }

  @Test(
    "stamps that stay behind belong to another clock: it loses a second at most",
    arguments: [
      (101, 9000, true), (100, 9000, false), (4600, 9000, true), (5101, 9000, false),
      (600_100, 9_000_000, true), (600_101, 9_000_000, false),
    ])
  func otherClock(_ age: Int, _ now: Int, _ isOld: Bool) {
    var old = OldReadings(ordered: 0, opened: 0)
    for (arrival, isDue) in [(0, true), (1000, true), (1001, false), (1002, false)] {
      var batch = readings([now - age])
      let total = old.leaveOut(
        of: &batch, arrival: arrival.ms, now: Timestamp(nanoseconds: (now + arrival).ms))
      #expect(batch.isEmpty == (isDue && isOld), "at \(arrival) ms")
      #expect(total == (arrival == 1001 && isOld ? 2 : nil))
    }
  }
}

private func readings(_ milliseconds: [Int]) -> ArraySlice<Reading> {
  milliseconds.map { Reading(timestamp: Timestamp(nanoseconds: $0.ms), acceleration: .zero) }[...]
}

extension SamplingStatistics {
  fileprivate static func with(_ change: (inout SamplingStatistics) -> Void) -> SamplingStatistics {
    var statistics = SamplingStatistics()
    change(&statistics)
    return statistics
  }
}
