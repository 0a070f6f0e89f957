// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc
import Synchronization
import SystemPackage

/// A descriptor that any thread can make readable, to end the wait of another.
///
/// It counts: it is readable as long as it was raised more often than lowered. C: `eventfd`.
package final class Wakeup: Sendable {
  /// Readable while it is raised.
  package let descriptor: FileDescriptor

  /// A descriptor that is not readable yet.
  ///
  /// - Throws: the system's error if the process has no descriptor left
  package init() throws(Errno) {
    descriptor = FileDescriptor(
      rawValue: eventfd(0, Int32(EFD_SEMAPHORE | EFD_NONBLOCK | EFD_CLOEXEC)))
    guard descriptor.rawValue >= 0 else { throw Errno(rawValue: errno) }
  }

  deinit {
    try? descriptor.close()
  }

  /// Makes the descriptor readable.
  package func raise() {
    eventfd_write(descriptor.rawValue, 1)
  }

  /// Waits until it is raised.
  package func wait() {
    var wish = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
    while poll(&wish, 1, -1) < 1 {}
  }

  /// Undoes one ``raise()``.
  package func lower() {
    var count: eventfd_t = 0
    eventfd_read(descriptor.rawValue, &count)
  }
}

/// A queue of events from the queue of a reader to the thread that processes them.
public final class Mailbox<Event: Sendable>: Sendable {
  /// Raised while there are events.
  package let wakeup: Wakeup
  private let events = Mutex<[Event]>([])

  /// An empty queue.
  ///
  /// - Throws: a ``Failure`` if the process has no descriptor left
  public init() throws(Failure) {
    wakeup = try Wakeup.made()
  }

  /// Adds an event; from any thread.
  public func put(_ event: Event) {
    let isFirst = events.withLock { events in
      events.append(event)
      return events.count == 1
    }
    if isFirst { wakeup.raise() }
  }

  /// The events since the last call.
  public func drain() -> [Event] {
    wakeup.lower()
    return events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}

extension FileDescriptor {
  /// Another descriptor of the same file, closed when the process runs another program.
  ///
  /// `duplicate()` of swift-system lets it pass to children. C: `fcntl(F_DUPFD_CLOEXEC)`.
  ///
  /// - Throws: the system's error
  package func copy() throws(Errno) -> FileDescriptor {
    let copy = fcntl(rawValue, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .last }
    return FileDescriptor(rawValue: copy)
  }
}

extension Errno {
  /// The error of the C library's last call that failed, on this thread.
  package static var last: Errno { Errno(rawValue: errno) }
}
