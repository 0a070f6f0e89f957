// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing

@testable import MotionSensors

/// Stamps for scans that have none.
@Suite struct ArrivalClockTests {
  @Test("the last of a batch is stamped with its arrival, those before it a period earlier each")
  func spread() {
    var clock = ArrivalClock(rate: 100)
    #expect(stamps(&clock, 3, at: 1_000_000_000) == [980_000_000, 990_000_000, 1_000_000_000])
    #expect(stamps(&clock, 1, at: 1_010_000_000) == [1_010_000_000])
  }

  @Test("batches that come early or late by up to 30 ms get even stamps")
  func jitter() {
    var random = SeededGenerator(seed: 5)
    var clock = ArrivalClock(rate: 100)
    var last: Int64?
    for batch in 1...500 {
      // Every 40 ms four scans, whose news takes a while.
      let arrival = Int64(batch) * 40_000_000 + Int64.random(in: 0...30_000_000, using: &random)
      for stamp in stamps(&clock, 4, at: arrival) {
        if let last { #expect((8_000_000...12_000_000).contains(stamp - last)) }
        last = stamp
      }
    }
  }

  @Test(
    "stamps stay with the arrivals, though the rate is not the declared one",
    arguments: [(100, 100), (100, 103), (100, 95), (100, 50), (100, 200), (50, 64), (400, 380)])
  func drift(_ rated: Double, _ actual: Double) {
    var clock = ArrivalClock(rate: rated)
    var taken = 0
    var last: Int64 = 0
    // Ten minutes, drained every 40 ms.
    for drain in 1...15_000 {
      let now = Double(drain) * 0.04
      let scans = Int(now * actual) - taken
      taken += scans
      guard scans > 0 else { continue }
      last = stamps(&clock, scans, at: Int64(now * 1e9)).last ?? 0
      if drain > 100 { #expect(abs(Double(last) / 1e9 - now) < 0.03, "after \(now) s") }
    }
    #expect(last > 0)
  }

  @Test("while it settles on another rate no stamps are as far apart as a gap")
  func settling() {
    var clock = ArrivalClock(rate: 100)
    var all: [Int64] = []
    for batch in 1...200 { all += stamps(&clock, 2, at: Int64(batch) * 40_000_000) }
    #expect(zip(all, all.dropFirst()).allSatisfy { $1 - $0 < 100_000_000 })
  }

  @Test("what comes after a gap is stamped by its arrival, and the gap shows")
  func gap() {
    var clock = ArrivalClock(rate: 100)
    _ = stamps(&clock, 4, at: 1_000_000_000)
    #expect(stamps(&clock, 2, at: 3_000_000_000) == [2_990_000_000, 3_000_000_000])
  }

  @Test("what waited without a reader is spread over that time")
  func waited() {
    var clock = ArrivalClock(rate: 100)
    _ = stamps(&clock, 4, at: 1_000_000_000)
    let late = stamps(&clock, 60, at: 1_600_000_000)
    #expect(late.first == 1_010_000_000 && late.last == 1_600_000_000)
  }

  @Test("batches that come too early do not go back in time, nor run away from their arrivals")
  func early() {
    var clock = ArrivalClock(rate: 100)
    #expect(stamps(&clock, 1, at: 500_000_000) == [500_000_000])
    #expect(stamps(&clock, 30, at: 500_000_010).last == 500_000_030)
    #expect(stamps(&clock, 2, at: 100_000_000) == [500_000_031, 500_000_032])
  }

  @Test("a rate of next to nothing does no harm", arguments: [0, -1, 1e-300, .infinity])
  func absurd(_ rate: Double) {
    var clock = ArrivalClock(rate: rate)
    #expect(stamps(&clock, 1, at: 7) == [7])
    #expect(stamps(&clock, 64, at: 8).last ?? 0 >= 8)
  }

  @Test("stamps rise, whatever the batches", arguments: 1...50 as ClosedRange<UInt64>)
  func rises(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var clock = ArrivalClock(rate: Double.random(in: 0.1...1000, using: &random))
    var last = Int64.min
    for _ in 0..<100 {
      let arrival = Int64.random(in: 0...10_000_000_000, using: &random)
      for stamp in stamps(&clock, Int.random(in: 1...64, using: &random), at: arrival) {
        #expect(stamp > last, "seed \(seed)")
        last = stamp
      }
    }
  }

  private func stamps(_ clock: inout ArrivalClock, _ scans: Int, at arrival: Int64) -> [Int64] {
    clock.begin(scans: scans, at: Timestamp(nanoseconds: arrival))
    return (0..<scans).map { _ in clock.next().nanoseconds }
  }
}
