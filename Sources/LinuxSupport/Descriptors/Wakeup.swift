// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import SystemPackage

/// A descriptor that any thread can make readable, to end another thread's wait.
///
/// A counting wakeup is readable while it was raised more often than lowered; any other, until it
/// is lowered. C: `eventfd`.
package final class Wakeup: Sendable {
  /// The descriptor, which is readable while the wakeup is raised.
  package let descriptor: FileDescriptor

  /// A descriptor that is not readable yet.
  ///
  /// - Parameter isCounting: false if ``lower()`` is to undo every ``raise()``
  /// - Throws: the system's error if the process has no descriptor left
  package init(isCounting: Bool = true) throws(Errno) {
    let flags = EFD_NONBLOCK | EFD_CLOEXEC
    descriptor = FileDescriptor(
      rawValue: eventfd(0, Int32(isCounting ? flags | EFD_SEMAPHORE : flags)))
    guard descriptor.rawValue >= 0 else { throw .last }
  }

  deinit {
    try? descriptor.close()
  }

  /// Makes the descriptor readable.
  package func raise() {
    eventfd_write(descriptor.rawValue, 1)
  }

  /// Waits until the wakeup is raised.
  package func wait() {
    var wish = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    while poll(&wish, 1, -1) < 1 {}
  }

  /// Undoes one ``raise()``; of a wakeup that does not count, all of them.
  package func lower() {
    var count: eventfd_t = 0
    eventfd_read(descriptor.rawValue, &count)
  }
}

extension Wakeup {
  /// Returns a new wakeup, or throws the failure to make one.
  package static func made() throws(Failure) -> Wakeup {
    do throws(Errno) { return try Wakeup() } catch {
      throw Failure(.failure, "cannot wait for signals: \(error)")
    }
  }
}
