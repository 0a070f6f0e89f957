// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A queue of events from the queue of a reader to the thread that processes them.
public final class Mailbox<Event: Sendable>: Sendable {
  /// A wakeup that is raised while there are events.
  package let wakeup: Wakeup
  private let events = Mutex<[Event]>([])

  /// An empty queue.
  ///
  /// - Throws: a ``Failure`` if the process has no descriptor left
  public init() throws(Failure) {
    wakeup = try Wakeup.made()
  }

  /// Adds an event; any thread may call this.
  public func put(_ event: Event) {
    let isFirst = events.withLock { events in
      events.append(event)
      return events.count == 1
    }
    if isFirst { wakeup.raise() }
  }

  /// Returns the events since the last call.
  public func drain() -> [Event] {
    wakeup.lower()
    return events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
