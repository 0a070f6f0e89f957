// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Synchronization

/// A queue of motion events for a slow iterator: at most 256, the ends of open motions, and never
/// half a motion.
package final class MotionQueue: Sendable {
  /// The largest number of events that wait, besides the ends of open motions.
  package static let capacity = 256

  private let backlog = Mutex(EventBacklog(limit: capacity))
  private let stream: AsyncStream<MotionEvent>
  private let continuation: AsyncStream<MotionEvent>.Continuation

  /// An empty queue.
  package init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  /// Calls `handler`, on any thread, when a task that waits for an event is cancelled.
  package func onCancel(_ handler: @escaping @Sendable () -> Void) {
    continuation.onTermination = { reason in
      if case .cancelled = reason { handler() }
    }
  }

  /// Adds `event`, unless its motion finds no place.
  package func put(_ event: MotionEvent) {
    backlog.withLock { backlog in
      for event in backlog.add(event) { continuation.yield(event) }
    }
  }

  /// Cancels open motions, and lets the iterators end after the events that wait.
  package func close() {
    backlog.withLock { backlog in
      for event in backlog.interrupt() { continuation.yield(event) }
    }
    continuation.finish()
  }

  /// An iterator over the events that no other iterator has returned, which keeps `owner` alive.
  package func makeIterator(of owner: any AnyObject & Sendable) -> MotionIterator {
    MotionIterator(owner: owner, queue: self, base: stream.makeAsyncIterator())
  }

  fileprivate func removeOne() {
    backlog.withLock { $0.removeOne() }
  }
}

/// An iterator over the events of a sequence of motions, which it keeps alive.
public struct MotionIterator: AsyncIteratorProtocol {
  fileprivate let owner: any AnyObject & Sendable
  fileprivate let queue: MotionQueue
  fileprivate var base: AsyncStream<MotionEvent>.Iterator

  /// The next event; nil once the sequence or the task is cancelled.
  public mutating func next() async -> MotionEvent? {
    await next(isolation: #isolation)
  }

  /// The next event; nil once the sequence or the task is cancelled.
  ///
  /// - Parameter actor: the actor of the caller
  /// - Returns: an event
  public mutating func next(isolation actor: isolated (any Actor)?) async -> MotionEvent? {
    let event = await base.next(isolation: actor)
    if event != nil { queue.removeOne() }
    return event
  }
}
