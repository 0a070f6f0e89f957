// SPDX-License-Identifier: Apache-2.0

import CMosquitto
import Glibc
import MotionCore

/// SIGINT and SIGTERM as a descriptor to wait for, so that the program ends in an orderly way.
package struct StopSignals {
  private let descriptor: Int32

  /// Blocks the signals in this thread and those that it starts; SIGPIPE is ignored.
  ///
  /// - Throws: a ``Failure`` if the process has no descriptor left
  package init() throws(Failure) {
    signal(SIGPIPE, SIG_IGN)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for number in [SIGINT, SIGTERM] { sigaddset(&blocked, number) }
    pthread_sigmask(SIG_BLOCK, &blocked, nil)
    descriptor = signalfd(-1, &blocked, Int32(SFD_CLOEXEC))
    guard descriptor >= 0 else {
      throw Failure(.failure, "cannot wait for signals: \(String(cString: strerror(errno)))")
    }
  }

  /// Waits until one of `descriptors` is ready, a signal comes, or the time is over.
  ///
  /// - Parameters:
  ///   - descriptors: each with `POLLIN`, `POLLOUT`, or both
  ///   - milliseconds: the longest wait; less than 0 for no limit
  /// - Returns: true if a signal came
  package func wait(
    for descriptors: [(number: Int32, events: Int16)], milliseconds: Int32 = -1
  ) -> Bool {
    var wishes = ([(descriptor, Int16(POLLIN))] + descriptors).map {
      pollfd(fd: $0.0, events: $0.1, revents: 0)
    }
    while poll(&wishes, nfds_t(wishes.count), milliseconds) < 0 && errno == EINTR {}
    return wishes[0].revents != 0
  }
}

extension Timestamp {
  /// The time since the machine was started, also while it slept: `CLOCK_BOOTTIME`.
  package static func now() -> Timestamp {
    var now = timespec()
    clock_gettime(CLOCK_BOOTTIME, &now)
    return Timestamp(nanoseconds: Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec))
  }
}
