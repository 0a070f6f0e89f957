// SPDX-License-Identifier: Apache-2.0

import Glibc
import SystemPackage

/// Real-time scheduling, for the turns of one queue.
///
/// Dispatch's threads serve all queues, and a thread starts others. So a thread is real-time for a
/// turn alone, and what it starts meanwhile never is (`SCHED_RESET_ON_FORK`, sched(7)).
package enum RealTime {
  /// The priority of `SCHED_FIFO`: above all that is not real-time, and well below the kernel's own
  /// threads for interrupts, at 50.
  package static let priority: Int32 = 10
  /// `SCHED_RESET_ON_FORK` of linux/sched.h, which Swift's module leaves out.
  package static let resetOnFork: Int32 = 0x4000_0000

  /// Returns the kernel's reason for refusing it to this process; nil if it grants it.
  package static func refusal() -> Errno? {
    guard set(SCHED_FIFO, priority) else { return Errno.last }
    _ = set(SCHED_OTHER, 0)
    return nil
  }

  /// Runs `body` in real time, as far as the kernel grants it.
  static func turn(_ body: () -> Void) {
    let isGranted = set(SCHED_FIFO, priority)
    body()
    if isGranted { _ = set(SCHED_OTHER, 0) }
  }

  /// Sets the policy of the calling thread, which its children do not inherit.
  ///
  /// The flag stays with `SCHED_OTHER`: only root may take it back.
  private static func set(_ policy: Int32, _ priority: Int32) -> Bool {
    var parameters = sched_param()
    parameters.sched_priority = priority
    return sched_setscheduler(0, policy | Self.resetOnFork, &parameters) == 0
  }
}
