// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotiondOptions
import SystemPackage

extension Scheduling {
  /// The priority of SCHED_FIFO that motiond asks for: above all that is not real-time, and well
  /// below the kernel's own threads for interrupts, at 50.
  private static let priority: Int32 = 10

  /// Asks the kernel for it, before the first call of libdispatch: its threads inherit it then.
  /// (The daemon starts no other programs, which would inherit it too.)
  ///
  /// - Returns: the refusals, in words, with the remedies
  func apply() -> [String] {
    guard self == .fifo else { return [] }
    var refusals: [String] = []
    var parameters = sched_param()
    parameters.sched_priority = Self.priority
    if sched_setscheduler(0, SCHED_FIFO, &parameters) != 0 {
      refusals.append(
        "--scheduling fifo: the kernel refused SCHED_FIFO (\(Errno.last)): running with default scheduling; "
          + "it takes CAP_SYS_NICE, or LimitRTPRIO=\(Self.priority) in the unit")
    }
    // On fault: all that is mapped would be 45 MB of libraries that are never used.
    if mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) != 0 {
      refusals.append(
        "--scheduling fifo: the kernel refused to lock memory (\(Errno.last)): it may be paged out; "
          + "it takes CAP_IPC_LOCK, or LimitMEMLOCK=infinity in the unit")
    }
    return refusals
  }
}
