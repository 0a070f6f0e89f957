// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Synchronization

/// Elements that need none of the others: the bound of their stream alone drops some.
package struct LooseElements<Element: Sendable>: WaitingElements {
  package init() {}
  package func add(_ element: Element) -> [Element] { [element] }
  package func interrupt() -> [Element] { [] }
  package func removeOne() {}
}

/// A queue for loops that may be slow, each with its own copy of the elements.
///
/// `Waiting` has the rule for waiting elements, such as an `EventBacklog`.
///
/// Elements that come before the first iterator wait for it; a further iterator gets elements that
/// begin later. One thread at a time puts elements and closes the queue, which gives them an order.
package final class LoopQueue<Waiting: WaitingElements>: Sendable {
  package typealias Element = Waiting.Element

  private let state = Mutex(State())
  private let policy: AsyncStream<Element>.Continuation.BufferingPolicy

  private struct State {
    /// The place of each iterator, and at first of the coming one.
    var places: [Int: Place] = [:]
    /// The number and the elements of the first iterator, until it is made.
    var first: (id: Int, elements: AsyncStream<Element>)?
    var count = 0
    var dropped = 0
    var isClosed = false
    var onCancel: @Sendable () -> Void = {}

    /// Returns the elements for each iterator's stream.
    mutating func deliveries(_ elements: (inout Waiting) -> [Element]) -> [Delivery] {
      var deliveries: [Delivery] = []
      for id in places.keys {
        guard let due = places[id]?.deliver(elements) else { continue }
        deliveries.append(due)
      }
      return deliveries
    }
  }

  private typealias Delivery = (
    continuation: AsyncStream<Element>.Continuation, elements: [Element]
  )

  private struct Place {
    var waiting = Waiting()
    let continuation: AsyncStream<Element>.Continuation

    mutating func deliver(_ elements: (inout Waiting) -> [Element]) -> Delivery {
      (continuation, elements(&waiting))
    }
  }

  /// An empty queue.
  ///
  /// - Parameter newest: the number of elements that wait for an iterator, which loses the oldest
  ///   for a new one; nil if the rule has a bound of its own
  package init(newest: Int? = nil) {
    policy = newest.map { .bufferingNewest($0) } ?? .unbounded
    state.withLock { $0.first = makePlace(&$0) }
  }

  /// The number of elements that full streams dropped, summed over the iterators, plus the refused
  /// ones.
  package var dropped: Int { state.withLock { $0.dropped } }

  /// Sets the `handler` to call, on any thread, when a task that waits for an element is cancelled
  /// and no other iterator is left.
  package func onCancel(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.onCancel = handler }
  }

  /// Adds `element` for each iterator that has room for it.
  package func put(_ element: Element) {
    deliver(state.withLock { $0.deliveries { $0.add(element) } })
  }

  /// Counts `count` elements, which were never put, as dropped.
  package func refuse(_ count: Int) {
    state.withLock { $0.dropped += count }
  }

  /// Has the iterators end after the waiting elements, and cancels open motions.
  package func close() {
    let last = state.withLock { state in
      state.isClosed = true
      return state.deliveries { $0.interrupt() }
    }
    deliver(last)
    for delivery in last { delivery.continuation.finish() }
  }

  /// Has the streams take the elements, without the queue's lock.
  ///
  /// Resuming a task takes the task's lock, and its cancellation holds the task's lock while
  /// ``leave(_:isCancelled:)`` takes the queue's.
  private func deliver(_ deliveries: [Delivery]) {
    var dropped = 0
    for (continuation, elements) in deliveries {
      for element in elements {
        if case .dropped = continuation.yield(element) { dropped += 1 }
      }
    }
    if dropped > 0 { refuse(dropped) }
  }

  /// Returns an iterator with its own copy of the elements, which keeps `owner` alive.
  package func makeIterator(of owner: any AnyObject & Sendable) -> LoopIterator<Element> {
    let (id, elements) = state.withLock { state in
      defer { state.first = nil }
      return state.first ?? makePlace(&state)
    }
    let seat = Seat(
      elements, onTake: { self.removeOne(id) }, onLeave: { self.leave(id, isCancelled: false) })
    return LoopIterator(owner: owner, seat: seat, base: elements.makeAsyncIterator())
  }

  private func makePlace(_ state: inout State) -> (id: Int, elements: AsyncStream<Element>) {
    let (elements, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: policy)
    state.count += 1
    let id = state.count
    continuation.onTermination = { [weak self] reason in
      if case .cancelled = reason { self?.leave(id, isCancelled: true) }
    }
    if state.isClosed { continuation.finish() }
    state.places[id] = Place(continuation: continuation)
    return (id, elements)
  }

  private func removeOne(_ id: Int) {
    state.withLock { $0.places[id]?.waiting.removeOne() }
  }

  private func leave(_ id: Int, isCancelled: Bool) {
    let onCancel = state.withLock { state in
      let wasThere = state.places.removeValue(forKey: id) != nil
      return wasThere && isCancelled && state.places.isEmpty ? state.onCancel : {}
    }
    onCancel()
  }
}

/// The place of an iterator in a queue, until the release of the iterator.
private final class Seat<Element: Sendable>: Sendable {
  let onTake: @Sendable () -> Void
  private let onLeave: @Sendable () -> Void
  /// The iterator's stream, kept until the iterator has left: a stream reports its release as a
  /// cancellation.
  private let elements: AsyncStream<Element>

  init(
    _ elements: AsyncStream<Element>, onTake: @escaping @Sendable () -> Void,
    onLeave: @escaping @Sendable () -> Void
  ) {
    (self.elements, self.onTake, self.onLeave) = (elements, onTake, onLeave)
  }

  deinit {
    onLeave()
  }
}

/// An iterator over the elements of a sequence, which it keeps alive.
public struct LoopIterator<Element: Sendable>: AsyncIteratorProtocol {
  fileprivate let owner: any AnyObject & Sendable
  fileprivate let seat: Seat<Element>
  fileprivate var base: AsyncStream<Element>.Iterator

  /// Returns the next element; nil once the sequence or the task is cancelled.
  public mutating func next() async -> Element? {
    await next(isolation: #isolation)
  }

  /// Returns the next element; nil once the sequence or the task is cancelled.
  ///
  /// - Parameter actor: the actor of the caller
  /// - Returns: an element
  public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
    let element = await base.next(isolation: actor)
    if element != nil { seat.onTake() }
    return element
  }
}
