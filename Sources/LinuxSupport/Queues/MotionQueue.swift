// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Synchronization

/// A queue of motion events for iterators that may be slow, each with its own copy: at most 256
/// events wait for one, besides the ends of open motions, and never half a motion.
///
/// What comes before the first iterator waits for it; a further one gets what begins from then on.
package final class MotionQueue: Sendable {
  /// The largest number of events that wait for an iterator, besides the ends of open motions.
  package static let capacity = 256

  private let state = Mutex(State())

  private struct State {
    /// What the queue knows of each iterator, and at first of the one that is to come.
    var places: [Int: Place] = [:]
    /// The number and the events of the first iterator, until that is made.
    var first: (id: Int, events: AsyncStream<MotionEvent>)?
    var count = 0
    var isClosed = false
    var onCancel: @Sendable () -> Void = {}
  }

  private struct Place {
    var backlog = EventBacklog(limit: capacity)
    let continuation: AsyncStream<MotionEvent>.Continuation

    mutating func yield(_ events: (inout EventBacklog) -> [MotionEvent]) {
      for event in events(&backlog) { continuation.yield(event) }
    }
  }

  /// An empty queue.
  package init() {
    state.withLock { $0.first = makePlace(&$0) }
  }

  /// Calls `handler`, on any thread, when a task that waits for an event is cancelled and no other
  /// iterator is left.
  package func onCancel(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.onCancel = handler }
  }

  /// Adds `event` for each iterator in which its motion finds a place.
  package func put(_ event: MotionEvent) {
    state.withLock { state in
      for id in state.places.keys { state.places[id]?.yield { $0.add(event) } }
    }
  }

  /// Cancels open motions, and lets the iterators end after the events that wait.
  package func close() {
    state.withLock { state in
      state.isClosed = true
      for id in state.places.keys {
        state.places[id]?.yield { $0.interrupt() }
        state.places[id]?.continuation.finish()
      }
    }
  }

  /// An iterator with its own copy of the events, which keeps `owner` alive.
  package func makeIterator(of owner: any AnyObject & Sendable) -> MotionIterator {
    let (id, events) = state.withLock { state in
      defer { state.first = nil }
      return state.first ?? makePlace(&state)
    }
    return MotionIterator(
      owner: owner, seat: MotionSeat(id, events, in: self), base: events.makeAsyncIterator())
  }

  private func makePlace(_ state: inout State) -> (id: Int, events: AsyncStream<MotionEvent>) {
    let (events, continuation) = AsyncStream<MotionEvent>.makeStream()
    state.count += 1
    let id = state.count
    continuation.onTermination = { [weak self] reason in
      if case .cancelled = reason { self?.leave(id, isCancelled: true) }
    }
    if state.isClosed { continuation.finish() }
    state.places[id] = Place(continuation: continuation)
    return (id, events)
  }

  fileprivate func removeOne(_ id: Int) {
    state.withLock { $0.places[id]?.backlog.removeOne() }
  }

  fileprivate func leave(_ id: Int, isCancelled: Bool) {
    let onCancel = state.withLock { state in
      let wasThere = state.places.removeValue(forKey: id) != nil
      return wasThere && isCancelled && state.places.isEmpty ? state.onCancel : {}
    }
    onCancel()
  }
}

/// The place of an iterator in a queue, which it leaves when the iterator is let go.
private final class MotionSeat: Sendable {
  let id: Int
  let queue: MotionQueue
  /// Kept until it has left: a stream that is let go tells that it was cancelled.
  private let events: AsyncStream<MotionEvent>

  init(_ id: Int, _ events: AsyncStream<MotionEvent>, in queue: MotionQueue) {
    (self.id, self.events, self.queue) = (id, events, queue)
  }

  deinit {
    queue.leave(id, isCancelled: false)
  }
}

/// An iterator over the events of a sequence of motions, which it keeps alive.
public struct MotionIterator: AsyncIteratorProtocol {
  fileprivate let owner: any AnyObject & Sendable
  fileprivate let seat: MotionSeat
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
    if event != nil { seat.queue.removeOne(seat.id) }
    return event
  }
}
