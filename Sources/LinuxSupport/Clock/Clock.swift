// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionCore

extension Timestamp {
  /// The time on `clock` now, by default on `CLOCK_BOOTTIME`.
  package static func now(on clock: clockid_t = CLOCK_BOOTTIME) -> Timestamp {
    var now = timespec()
    clock_gettime(clock, &now)
    return Timestamp(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
  }

  /// The time of a deadline in µs, as buses have it.
  package init(microseconds: UInt64) {
    let (nanoseconds, isOver) = Int64(clamping: microseconds).multipliedReportingOverflow(by: 1000)
    self.init(nanoseconds: isOver ? .max : nanoseconds)
  }

  /// The time from `now` to this one as `poll` takes it, in ms: 0 if it has passed.
  ///
  /// It is rounded up: a wait that ends too early would be followed by many short ones.
  package func pollTimeout(from now: Timestamp) -> Int32 {
    Int32(clamping: max(0, (nanoseconds(since: now) + 999_999) / 1_000_000))
  }
}
