// SPDX-License-Identifier: Apache-2.0

import Glibc
import LinuxSupport
import SystemPackage

extension Scheduling {
  /// Asks the kernel whether the sensor queue may be real-time, and to keep the memory.
  ///
  /// - Returns: the refusals, in words, with the remedies
  func apply() -> [String] {
    guard self == .fifo else { return [] }
    var refusals: [String] = []
    if let error = RealTime.refusal() {
      refusals.append(
        "--scheduling fifo: the kernel refused SCHED_FIFO (\(error)): running with default scheduling; "
          + "it takes CAP_SYS_NICE, or LimitRTPRIO=\(RealTime.priority) in the unit")
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
