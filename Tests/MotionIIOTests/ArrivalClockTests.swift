import MotionCore
import MotionSynthesis
import Testing

@testable import MotionIIO

/// Stamps for scans that have none.
@Suite struct ArrivalClockTests {
  @Test("the last of a batch is stamped with its arrival, those before it a period earlier each")
  func spread() {
    var clock = ArrivalClock(rate: 100)
    #expect(stamps(&clock, 3, at: 1_000_000_000) == [980_000_000, 990_000_000, 1_000_000_000])
    #expect(stamps(&clock, 1, at: 1_010_000_000) == [1_010_000_000])
  }

  @Test("batches that come too early do not go back in time")
  func early() {
    var clock = ArrivalClock(rate: 100)
    #expect(stamps(&clock, 1, at: 500_000_000) == [500_000_000])
    #expect(stamps(&clock, 3, at: 510_000_000) == [500_000_001, 500_000_002, 510_000_000])
    #expect(stamps(&clock, 2, at: 300_000_000) == [510_000_001, 510_000_002])
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
