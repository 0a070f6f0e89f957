import Dispatch
import SystemPackage

/// An object that only code on one serial queue uses: the shell of a thread whose callers wait.
///
/// ```swift
/// let counter = Confined(to: SerialQueue(label: "counter", rank: .output), Counter())
/// counter.sync { $0.count += 1 }
/// ```
///
/// In the object, ``SerialQueue/timer(after:leeway:of:_:)`` and its kin call back on the queue.
///
/// Sendable: `object` is reached by the two methods alone, which run on the queue. As it is not
/// Sendable itself, the compiler lets no reference to it leave them.
package final class Confined<Object: AnyObject>: @unchecked Sendable {
  /// The queue.
  package let queue: SerialQueue
  private let object: Object

  /// Gives `object` to `queue`.
  package init(to queue: SerialQueue, _ object: sending Object) {
    self.queue = queue
    self.object = object
  }

  /// Runs `body` on the queue and waits for it, in the order of ``QueueRank``; at once if the
  /// caller is on the queue already.
  ///
  /// - Parameter body: the work
  /// - Returns: the result of `body`
  /// - Throws: the error of `body`
  package func sync<T: Sendable, E: Error>(
    _ body: @Sendable (Object) throws(E) -> T
  ) throws(E) -> T {
    try queue.sync { () throws(E) -> T in try body(object) }
  }

  /// Runs `body` on the queue, after what waits there already; the object lives until then.
  ///
  /// - Parameter body: the work
  package func async(_ body: @escaping @Sendable (Object) -> Void) {
    queue.async { body(self.object) }
  }
}

/// What an object that is confined to the queue has the queue do. Each is to be called on the
/// queue, and does not keep the object alive; a timer and a source end when what they return is let
/// go.
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
  ///   - owner: an object that is confined to the queue
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
  ///   - owner: an object that is confined to the queue
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
  ///   - owner: an object that is confined to the queue
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

/// Sendable: it is made on the queue that its object is confined to, and read there.
private struct WeakReference<Object: AnyObject>: @unchecked Sendable {
  private(set) weak var object: Object?

  init(_ object: Object) { self.object = object }
}
