// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore
import Testing

@Suite struct ClockTests {
  @Test("a clock does not go back, and is that of the kernel")
  func now() {
    let first = Timestamp.now(on: CLOCK_MONOTONIC)
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let second = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    #expect(first.nanoseconds <= second)
    #expect(second <= Timestamp.now(on: CLOCK_MONOTONIC).nanoseconds)
  }

  @Test("a wait is rounded up to whole ms, and is 0 for what has passed")
  func timeout() {
    let now = Timestamp(nanoseconds: 5_000_000)
    #expect(Timestamp(nanoseconds: 5_000_001).pollTimeout(from: now) == 1)
    #expect(Timestamp(nanoseconds: 6_000_000).pollTimeout(from: now) == 1)
    #expect(Timestamp(nanoseconds: 6_000_001).pollTimeout(from: now) == 2)
    #expect(Timestamp(nanoseconds: 4_000_000).pollTimeout(from: now) == 0)
    #expect(Timestamp(nanoseconds: .max).pollTimeout(from: now) == .max)
  }

  @Test("a deadline in µs that is too late for ns is the latest there is")
  func microseconds() {
    #expect(Timestamp(microseconds: 7).nanoseconds == 7000)
    #expect(Timestamp(microseconds: .max).nanoseconds == .max)
  }
}

@Suite struct MotionRestTests {
  @Test(
    "a source rests half a second after the last wish, at once if the app says so, and not before")
  func walk() {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var rest = MotionRest(isActive: true, delay: .milliseconds(500))
      var (demand, now, unwished) = (MotionDemand.wanted, Int64(0), Int64(0))
      var (isActive, isExpected) = (true, true)
      for _ in 0..<40 {
        now += Int64.random(in: 0...200, using: &generator)
        let time = Timestamp(nanoseconds: now * 1_000_000)
        let next = [demand, .wanted, .unwished, .inactive].randomElement(using: &generator)
        var actions = [rest.pass(to: time)]
        if demand == .unwished, now - unwished >= 500 { isExpected = false }
        if let next, next != demand {
          demand = next
          actions.append(rest.change(to: next, at: time))
          if next == .unwished { unwished = now } else { isExpected = next == .wanted }
        }
        for case .setActive(let applied) in actions {
          #expect(applied != isActive)
          isActive = applied
        }
        #expect(isActive == isExpected)
      }
    }
  }
}

@Suite struct RetryDelaysTests {
  @Test(
    "delays double up to the longest, and begin again after a success",
    arguments: [
      // In seconds; the longest need not be the first times a power of two.
      (0.25, 2, nil, [0.25, 0.5, 1, 2, 2]), (1, 3, nil, [1, 2, 3, 3]),
      // Attempts may be limited.
      (1, 16, 5, [1, 2, 4, 8, 16, nil, nil]),
    ] as [(Double, Double, Int?, [Double?])])
  func delays(_ first: Double, _ longest: Double, _ limit: Int?, _ expected: [Double?]) {
    var delays = RetryDelays(first: .seconds(first), longest: .seconds(longest))
    for _ in 0..<2 {
      let found = expected.map { _ in limit.map { delays.next(ofAtMost: $0) } ?? delays.next() }
      #expect(found == expected.map { $0.map { .seconds($0) } })
      #expect(delays.count == expected.count { $0 != nil })
      delays.reset()
    }
  }
}
