// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import MotionCore

/// The time, and waiting, for what must not follow each other at once.
package struct Pace {
  /// The time since an instant in the past, on a clock that does not jump.
  package var now: () -> Duration
  /// Waits for this long; not at all if it is not positive.
  package var wait: (Duration) -> Void

  /// A pace of these functions.
  package init(now: @escaping () -> Duration, wait: @escaping (Duration) -> Void) {
    self.now = now
    self.wait = wait
  }

  /// The clock of the system.
  package static var system: Pace {
    Pace(
      now: { .nanoseconds(Timestamp.now(on: CLOCK_MONOTONIC).nanoseconds) },
      wait: { time in
        guard time > .zero else { return }
        usleep(UInt32(clamping: Int64(time / .microseconds(1))))
      })
  }
}
