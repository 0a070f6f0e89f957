// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionCore

extension Timestamp {
  /// Returns the time on `clock` now, by default on `CLOCK_BOOTTIME`.
  package static func now(on clock: clockid_t = CLOCK_BOOTTIME) -> Timestamp {
    var now = timespec()
    clock_gettime(clock, &now)
    return Timestamp(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
  }

  /// The time of a deadline in µs, as buses give it.
  package init(microseconds: UInt64) {
    let (nanoseconds, isOver) = Int64(clamping: microseconds).multipliedReportingOverflow(by: 1000)
    self.init(nanoseconds: isOver ? .max : nanoseconds)
  }

  /// Returns the time from `now` to this one for `poll`, in ms: 0 if it has passed.
  ///
  /// It rounds up: many short waits would follow a wait that ends too early.
  package func pollTimeout(from now: Timestamp) -> Int32 {
    Int32(clamping: max(0, (nanoseconds(since: now) + 999_999) / 1_000_000))
  }
}
