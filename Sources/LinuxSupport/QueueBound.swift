// SPDX-License-Identifier: Apache-2.0

import Dispatch
import MotionCore
import SystemPackage

/// An object that only the code on one serial queue uses: the shell of a machine, with its
/// handlers.
///
/// Sendable: the object is made and used on the serial queue alone, one piece of work at a time;
/// what goes in and comes out is Sendable.
package final class QueueBound<Object: AnyObject>: @unchecked Sendable {
  /// The queue.
  package let queue: SerialQueue
  /// Nil only until it was made.
  private var object: Object?

  /// Binds an object to `queue`.
  ///
  /// - Parameters:
  ///   - queue: the queue
  ///   - make: makes the object, on the queue; it may keep its argument weakly, for handlers
  /// - Throws: the error of `make`
  package init<E: Error>(
    to queue: SerialQueue, _ make: @Sendable (QueueBound) throws(E) -> Object
  ) throws(E) {
    self.queue = queue
    try queue.sync { () throws(E) in object = try make(self) }
  }

  /// Runs `body` on the queue and waits for it; at once if the caller is on the queue already.
  ///
  /// A caller on another queue must have an earlier ``QueueRank``: otherwise the process stops.
  ///
  /// - Parameter body: the work
  /// - Returns: the result of `body`
  /// - Throws: the error of `body`
  @discardableResult
  package func sync<T: Sendable, E: Error>(
    _ body: @Sendable (Object) throws(E) -> T
  ) throws(E) -> T {
    try queue.sync { () throws(E) -> T in try body(made) }
  }

  /// Runs `body` on the queue, after what waits there already; the object lives until then.
  ///
  /// - Parameter body: the work
  package func async(_ body: @escaping @Sendable (Object) -> Void) {
    queue.async { body(self.made) }
  }

  private var made: Object {
    guard let object else { preconditionFailure("QueueBound: used before its object was made") }
    return object
  }

  /// A timer that fires once.
  ///
  /// - Parameters:
  ///   - delay: from now, on `CLOCK_MONOTONIC`
  ///   - leeway: how late it may fire, so that several wake-ups become one
  ///   - body: the work on the queue
  /// - Returns: the timer, which is cancelled when it is let go, and does not keep the object alive
  package func timer(
    after delay: Duration, leeway: Duration = .milliseconds(20),
    _ body: @escaping @Sendable (Object) -> Void
  ) -> QueueSource {
    .timer(at: .now() + delay.dispatchInterval, leeway: leeway, on: queue.queue) { [weak self] in
      self?.sync(body)
    }
  }

  /// A timer that fires again and again.
  ///
  /// - Parameters:
  ///   - period: from now to the first firing, and from one to the next, on `CLOCK_MONOTONIC`
  ///   - leeway: how late it may fire
  ///   - body: the work on the queue; done once for several firings that are late
  /// - Returns: the timer, which is cancelled when it is let go, and does not keep the object alive
  package func timer(
    every period: Duration, leeway: Duration = .zero,
    _ body: @escaping @Sendable (Object) -> Void
  ) -> QueueSource {
    .timer(
      at: .now() + period.dispatchInterval, every: period, leeway: leeway, on: queue.queue
    ) { [weak self] in self?.sync(body) }
  }
}

/// Work on the queue for an object that is bound to it.
///
/// Call each of these on the queue. None keeps the object alive; a timer and a source end when the
/// object that they return is released.
extension SerialQueue {
  /// Runs `body` on the queue, after what waits there already.
  package func later<Owner: AnyObject>(
    of owner: Owner, _ body: @escaping @Sendable (Owner) -> Void
  ) {
    queue.async(execute: call(body, of: owner))
  }

  /// A timer that fires once.
  ///
  /// - Parameters:
  ///   - delay: from now, on `CLOCK_MONOTONIC`
  ///   - leeway: the longest delay of the firing, so that several wake-ups become one
  ///   - owner: an object that is bound to the queue
  ///   - body: the work
  /// - Returns: the timer, which is cancelled when it is let go
  package func timer<Owner: AnyObject>(
    after delay: Duration, leeway: Duration = .milliseconds(20), of owner: Owner,
    _ body: @escaping @Sendable (Owner) -> Void
  ) -> QueueSource {
    .timer(
      at: .now() + delay.dispatchInterval, leeway: leeway, on: queue, call(body, of: owner))
  }

  /// A timer that fires again and again, as punctually as the system can.
  ///
  /// - Parameters:
  ///   - period: from now to the first firing, and from one to the next, on `CLOCK_MONOTONIC`
  ///   - owner: an object that is bound to the queue
  ///   - body: the work, done once for several firings that are late
  /// - Returns: the timer, which is cancelled when it is let go
  package func timer<Owner: AnyObject>(
    every period: Duration, of owner: Owner, _ body: @escaping @Sendable (Owner) -> Void
  ) -> QueueSource {
    .timer(
      at: .now() + period.dispatchInterval, every: period, on: queue, call(body, of: owner))
  }

  /// A source that waits for `descriptor` to be readable.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which the source copies
  ///   - owner: an object that is bound to the queue
  ///   - body: the work, whenever there is something to read, or the other end closed
  /// - Returns: the source, which is cancelled when it is let go
  /// - Throws: the system's error if the descriptor cannot be copied
  package func readSource<Owner: AnyObject>(
    copying descriptor: FileDescriptor, of owner: Owner,
    _ body: @escaping @Sendable (Owner) -> Void
  ) throws(Errno) -> QueueSource {
    try .reading(copying: descriptor, on: queue, call(body, of: owner))
  }

  /// Cancels sources, and runs `body` once their copies of descriptors are closed.
  ///
  /// Until then a device that only one program at a time may open is busy.
  package func close<Owner: AnyObject>(
    _ sources: [QueueSource], of owner: Owner, then body: @escaping @Sendable (Owner) -> Void
  ) {
    QueueSource.close(sources, on: queue, then: call(body, of: owner))
  }

  private func call<Owner: AnyObject>(
    _ body: @escaping @Sendable (Owner) -> Void, of owner: Owner
  ) -> @Sendable () -> Void {
    dispatchPrecondition(condition: .onQueue(queue))
    let reference = WeakReference(owner)
    return { if let owner = reference.object { body(owner) } }
  }
}

/// Sendable: it is made on the queue that its object is bound to, and read there.
private struct WeakReference<Object: AnyObject>: @unchecked Sendable {
  private(set) weak var object: Object?

  init(_ object: Object) { self.object = object }
}
