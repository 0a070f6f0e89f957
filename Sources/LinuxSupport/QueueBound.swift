import Dispatch
import MotionCore

/// An object that only the code on one serial queue uses: the shell of a machine, with its handlers.
///
/// Sendable: the object is made and used on the serial queue alone, one piece of work at a time; what goes in and
/// comes out is Sendable.
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
