// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The time on `CLOCK_BOOTTIME`, in nanoseconds.
func bootTime() -> Int64 { time(on: CLOCK_BOOTTIME) }

/// The time on `clock`, in nanoseconds.
func time(on clock: clockid_t) -> Int64 {
  var now = timespec()
  clock_gettime(clock, &now)
  return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}
