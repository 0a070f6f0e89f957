// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A queue of events from the queue of a reader to the thread that processes them, which may be
/// slow.
///
/// So many wait at most. The first that has no room is lost, and so are all after it until somebody
/// takes what waits: what was taken has no gap, and the gap is behind its end.
public final class Mailbox<Event: Sendable>: Sendable {
  /// A wakeup that is raised while there are events.
  package let wakeup: Wakeup
  private let limit: Int
  private let size: @Sendable (Event) -> Int
  private let state = Mutex(State())

  private struct State {
    var events: [Event] = []
    /// The sizes of the events that wait, and of those that were lost since.
    var (held, lost) = (0, 0)
  }

  /// An empty queue.
  ///
  /// - Parameters:
  ///   - limit: the most that waits, in sizes
  ///   - size: the size of an event
  /// - Throws: a ``Failure`` if the process has no descriptor left
  public init(
    limit: Int = 65_536, size: @escaping @Sendable (Event) -> Int = { _ in 1 }
  ) throws(Failure) {
    wakeup = try Wakeup.made()
    (self.limit, self.size) = (limit, size)
  }

  /// Adds an event if there is room; any thread may call this.
  public func put(_ event: Event) {
    let size = size(event)
    let isFirst = state.withLock { state in
      let isFirst = state.events.isEmpty && state.lost == 0
      if state.lost == 0, size <= limit - state.held {
        state.events.append(event)
        state.held += size
      } else {
        state.lost += size
      }
      return isFirst
    }
    if isFirst { wakeup.raise() }
  }

  /// Takes the events since the last call, and the sizes of those that were lost after them.
  public func drain() -> (events: [Event], lost: Int) {
    wakeup.lower()
    return state.withLock { state in
      defer { state = State() }
      return (state.events, state.lost)
    }
  }
}
