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
