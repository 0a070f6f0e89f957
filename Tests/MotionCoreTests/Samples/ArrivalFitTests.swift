// SPDX-License-Identifier: Apache-2.0

import MotionSynthesis
import Testing

@testable import MotionCore

@Suite struct ArrivalFitTests {
  /// A device that takes readings at a rate, and what becomes of them; times in ns.
  private struct Line {
    var random: SeededGenerator
    var fit: ArrivalFit
    /// The readings so far: when they were taken, and the times that the fit found.
    var taken: [Double] = []
    var found: [Timestamp] = []
    private var arrival = 0.0

    init(seed: UInt64, rate: Hertz? = nil) {
      random = SeededGenerator(seed: seed)
      fit = ArrivalFit(rate: rate)
    }

    /// Takes `count` readings `period` apart, in bursts, each up to `jitter` early or late.
    mutating func take(
      _ count: Int, period: Double, jitter: Double = 0, burst: Int = 1,
      clock: ((Double) -> Int64)? = nil, loss: Int? = nil
    ) {
      var last = taken.last ?? 0
      for number in 0..<count / burst {
        let times = (1...burst).map { last + Double($0) * period }
        last = times[burst - 1]
        if let loss, number % loss == loss - 1 { continue }
        arrival = max(arrival, last + Double.random(in: -1...1, using: &random) * jitter)
        let settled = fit.settle(
          arrival: Timestamp(nanoseconds: Int64(arrival)), count: burst, clock: clock?(last))
        taken += times
        found += settled
      }
    }

    /// The root mean square and the largest error of the readings from `start` on, in ms.
    func error(from start: Int = 0) -> (mean: Double, most: Double) {
      let errors = zip(found, taken).dropFirst(start).map { (Double($0.nanoseconds) - $1) / 1e6 }
      let squares = errors.reduce(0) { $0 + $1 * $1 }
      return (
        (squares / Double(errors.count)).squareRoot(), errors.map(\.magnitude).max() ?? 0
      )
    }

    var isForward: Bool { zip(found, found.dropFirst()).allSatisfy { $0 < $1 } }
  }

  /// What jitter of up to 4 ms is on the root mean square, in ms.
  private let jitter = 4 / 3.0.squareRoot()

  @Test(
    "arrivals that stray by 4 ms at 250 Hz are smoothed to a fifth, and never get worse",
    arguments: 0..<3 as Range<UInt64>, [nil, 250, 200] as [Hertz?])
  func strayingArrivals(seed: UInt64, rate: Hertz?) {
    var line = Line(seed: seed, rate: rate)
    line.take(2000, period: 4e6, jitter: 4e6)
    #expect(line.isForward)
    let settled = line.error(from: 250)
    #expect(settled.mean < jitter / 5)
    #expect(settled.most < 2)
    #expect(line.error().most <= 4.001)
    #expect(abs((line.fit.rate ?? 0) - 250) < 2)
  }

  @Test("even arrivals pass as they are, at any rate", arguments: [1, 12.5, 100, 250, 1000])
  func evenArrivals(rate: Double) {
    var line = Line(seed: 1, rate: rate)
    line.take(Int(4 * rate) + 8, period: 1e9 / rate)
    #expect(line.error().most < 0.001)
  }

  @Test(
    "bursts of any sizes end at their arrivals", arguments: [3e6, 7e6, 10e6, 40e6],
    [1, 2, 9] as [UInt64])
  func unevenBursts(period: Double, seed: UInt64) {
    var fit = ArrivalFit()
    var (number, random) = (0, SeededGenerator(seed: seed))
    for burst in 0..<500 {
      // The mean of 0, 1 and 3 is rounded.
      let count = burst < 3 ? [1, 1, 2][burst] : Int.random(in: 1...3, using: &random)
      number += count
      let arrival = Timestamp(nanoseconds: Int64(Double(number) * period))
      let last = fit.settle(arrival: arrival, count: count).last
      #expect(last.map { abs($0.nanoseconds(since: arrival)) < 1000 } == true, "\(number)")
    }
  }

  @Test(
    "bursts of three are spread over the time since the last", arguments: [nil, 66] as [Hertz?])
  func bursts(rate: Hertz?) {
    var line = Line(seed: 2, rate: rate)
    line.take(1200, period: 5e6, burst: 3)
    #expect(line.error(from: 3).most < 0.001)
    line.take(1200, period: 5e6, jitter: 3e6, burst: 3)
    #expect(line.isForward)
    #expect(line.error(from: 1500).mean < 3 / 3.0.squareRoot() / 3)
  }

  @Test("chance alone starts no line anew", arguments: [19, 40, 59, 73] as [UInt64])
  func chance(seed: UInt64) {
    var line = Line(seed: seed)
    line.take(3000, period: 1e6, jitter: 1e6)
    #expect(line.error(from: 1000).most < 0.3)
  }

  @Test(
    "a rate that changes is followed within a fifth of a second",
    arguments: [(10e6, 5e6), (5e6, 10e6), (4e6, 4.4e6), (40e6, 10e6)], [0, 2e6])
  func changingRate(periods: (Double, Double), jitter: Double) {
    for seed in 0..<3 as Range<UInt64> {
      var line = Line(seed: seed)
      line.take(400, period: periods.0, jitter: jitter)
      line.take(400, period: periods.1, jitter: jitter)
      #expect(line.isForward)
      #expect(line.error(from: 400).most < 30, "seed \(seed)")
      let later = 400 + Int(200e6 / periods.1)
      #expect(line.error(from: later).most < 2 * jitter / 1e6 + 1.5, "seed \(seed)")
    }
  }

  @Test("a wrong rate does no harm", arguments: [25, 100, 10_000])
  func wrongRate(rate: Hertz) {
    var line = Line(seed: 3, rate: rate)
    line.take(500, period: 4e6, jitter: 1e6)
    #expect(line.error().most < 1.5)
  }

  @Test("after a gap times go on from the arrival, and errors before it are forgotten")
  func gap() {
    var line = Line(seed: 4)
    line.take(500, period: 4e6, jitter: 4e6)
    line.taken.append(line.taken[499] + 260e6 - 4e6)
    line.found.append(line.found[499])
    line.take(500, period: 4e6)
    let after = zip(line.found, line.taken).dropFirst(501).map { Double($0.nanoseconds) - $1 }
    #expect(after.allSatisfy { $0.magnitude < 1000 })
  }

  @Test("a burst after a gap is before its arrival, and after what was there")
  func burstAfterGap() {
    var fit = ArrivalFit(rate: 100)
    let milliseconds = { (times: ArrivalTimes) in times.map { $0.nanoseconds / 1_000_000 } }
    func settle(_ arrival: Int64, _ count: Int) -> [Int64] {
      milliseconds(fit.settle(arrival: .init(nanoseconds: arrival * 1_000_000), count: count))
    }
    #expect(settle(1000, 3) == [980, 990, 1000])
    #expect(settle(1030, 3) == [1010, 1020, 1030])
    // Four periods and a gap of 300 ms.
    #expect(settle(1370, 4) == [1340, 1350, 1360, 1370])
    // As many as of 400 ms, at once.
    #expect(settle(1370, 40).last == 1420)
    #expect(settle(1000, 1) == [1420])
    #expect(settle(1000, 0) == [])
  }

  @Test(
    "a burst after a hole is no rate: its times are those of before",
    arguments: [0.25e6, 0.5e6, 0.7e6], [(1000, 80e6), (1000, 15e6), (250, 80e6)])
  func burstAfterHole(spacing: Double, device: (rate: Double, hole: Double)) {
    for seed in 0..<3 as Range<UInt64> {
      var (fit, random) = (ArrivalFit(), SeededGenerator(seed: seed))
      let period = 1e9 / device.rate
      var (arrival, hole) = (0.0, 1e9)
      var last = Timestamp(nanoseconds: .min)
      for number in 1...Int(8 * device.rate) {
        let taken = Double(number) * period
        if taken >= hole + device.hole { hole += Double.random(in: 0.5e9...0.9e9, using: &random) }
        let due = taken > hole ? hole + device.hole : taken
        arrival = max(due + Double.random(in: 0...0.1e6, using: &random), arrival + spacing)
        let times = fit.settle(arrival: Timestamp(nanoseconds: Int64(arrival)))
        #expect(times[0] > last, "seed \(seed)")
        last = times[0]
        guard taken > 0.3e9 else { continue }
        #expect(abs(Double(last.nanoseconds) - taken) < 1e6, "seed \(seed)")
        #expect(abs((fit.rate ?? 0) / device.rate - 1) < 0.1, "seed \(seed)")
      }
    }
  }

  @Test("more readings than can be do not run away from their arrivals", arguments: [3, 50, 1000])
  func tooMany(count: Int) {
    var fit = ArrivalFit(rate: 250)
    var last = Timestamp(nanoseconds: 0)
    for number in 1...300 as ClosedRange<Int64> {
      let arrival = Timestamp(nanoseconds: number * 4_000_000)
      let rate = number % 100 < 50 ? 1 : count
      let times = fit.settle(arrival: arrival, count: rate)
      #expect(times[0] > last && zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
      last = times[rate - 1]
      #expect(last.nanoseconds(since: arrival) <= 500_000_000)
    }
  }

  @Test("a clock that keeps the pace is followed, so that lost readings move nothing")
  func clock() {
    var line = Line(seed: 5)
    line.take(4000, period: 4e6, jitter: 4e6, clock: { Int64($0 * 1.0001) }, loss: 7)
    #expect(line.fit.followsClock)
    #expect(line.isForward)
    #expect(line.error(from: 300).mean < jitter / 5)
    #expect(line.error(from: 300).most < 2)
  }

  @Test("a clock at another pace is not followed", arguments: [0, 0.5, 0.96, 1.04, 2, -1])
  func wrongClock(pace: Double) {
    var line = Line(seed: 6)
    line.take(2000, period: 4e6, jitter: 4e6, clock: { Int64($0 * pace) })
    #expect(!line.fit.followsClock)
    #expect(line.error(from: 250).mean < jitter / 5)
  }

  @Test(
    "a clock that turns, as one of 32 bits does, moves no time by more than the jitter",
    arguments: [4e6, 16e6, 75e6], [1 << 31, 1 << 32] as [Int64])
  func clockThatTurns(period: Double, turn: Int64) {
    var line = Line(seed: 1)
    // In µs; it turns after 20 s, and its reader may take one back for the other.
    let start = turn - 20_000_000
    line.take(Int(40e9 / period), period: period, jitter: 2e6) {
      (start + Int64($0 / 1000)) % turn * 1000
    }
    #expect(line.error(from: Int(2e9 / period)).most < 4)
  }

  @Test("a clock that is set is not followed for a second, and then again")
  func clockThatIsSet() {
    var line = Line(seed: 7)
    line.take(500, period: 4e6, jitter: 2e6, clock: { Int64($0) })
    #expect(line.fit.followsClock)
    line.take(50, period: 4e6, jitter: 2e6, clock: { Int64($0) - 1_800_000_000 })
    #expect(!line.fit.followsClock)
    line.take(250, period: 4e6, jitter: 2e6, clock: { Int64($0) - 1_800_000_000 })
    #expect(line.fit.followsClock)
    line.take(1, period: 4e6)
    #expect(!line.fit.followsClock)
    #expect(line.error(from: 250).most < 2)
  }

  @Test("whatever arrives, times go forward and nothing traps", arguments: 0..<40 as Range<UInt64>)
  func anything(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let ends: [Int64] = [.min, -Timestamp.limit, 0, 1, Timestamp.limit, .max]
    var fit = ArrivalFit(rate: [nil, 0, -1, 1e-300, 100, 1e300, .infinity, .nan][Int(seed % 8)])
    var (arrival, clock, last) = (Int64(0), Int64(0), Timestamp(nanoseconds: .min))
    for _ in 0..<500 {
      switch Int.random(in: 0..<20, using: &random) {
      case 0: arrival = ends.randomElement(using: &random) ?? 0
      case 1: clock = ends.randomElement(using: &random) ?? 0
      case 2: arrival &-= Int64.random(in: 0...300_000_000, using: &random)
      default:
        arrival &+= Int64.random(in: 0...30_000_000, using: &random)
        clock &+= Int64.random(in: -1...30_000_000, using: &random)
      }
      let times = fit.settle(
        arrival: Timestamp(nanoseconds: arrival), count: Int.random(in: 0...9, using: &random),
        clock: Bool.random(using: &random) ? clock : nil)
      for time in times {
        #expect(time > last || time.nanoseconds == .min, "seed \(seed)")
        last = time
      }
    }
    #expect(fit.settle(arrival: .init(nanoseconds: .max), count: .max, clock: .min).count == .max)
    _ = fit.settle(arrival: .init(nanoseconds: .min), count: .max, clock: .max)[.max - 2]
  }
}
