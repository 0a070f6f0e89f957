// SPDX-License-Identifier: Apache-2.0

import Dispatch
import MotionCore
import Synchronization
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
  /// It waits for nothing: where the caller is on another queue, the object is made before the
  /// first message to it.
  ///
  /// - Parameters:
  ///   - queue: the queue
  ///   - make: makes the object, on the queue; it may keep its argument weakly, for handlers
  package init(to queue: SerialQueue, _ make: @escaping @Sendable (QueueBound) -> Object) {
    self.queue = queue
    if queue.isCurrent { object = make(self) } else { queue.async { self.object = make(self) } }
  }

  /// Runs `body` on the queue and waits for it; at once if the caller is on the queue already.
  ///
  /// A caller on another queue stops the process, see ``SerialQueue/sync(_:)``.
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

  /// Runs `body` at once, for a caller that is on the queue.
  ///
  /// For each reading: to ask Dispatch for the queue, as ``sync(_:)`` does, takes 500 instructions.
  ///
  /// - Parameter body: the work
  package func assumeIsolated(_ body: (Object) -> Void) {
    assert(queue.isCurrent, "QueueBound: used on another queue than its own")
    body(made)
  }

  /// Runs `body` on the queue, after what waits there already; the object lives until then.
  ///
  /// - Parameter body: the work
  package func async(_ body: @escaping @Sendable (Object) -> Void) {
    queue.async { body(self.made) }
  }

  /// Runs `body` on the queue: at once if the caller is on it, or else later.
  ///
  /// - Parameter body: the work
  package func send(_ body: @escaping @Sendable (Object) -> Void) {
    if queue.isCurrent { body(made) } else { async(body) }
  }

  private var made: Object {
    guard let object else { preconditionFailure("QueueBound: used before its object was made") }
    return object
  }

  /// The handler of a source, which does not keep the object alive.
  private func handler(
    _ body: @escaping @Sendable (Object) -> Void
  ) -> @Sendable () -> Void {
    { [weak self] in self?.assumeIsolated(body) }
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
    .timer(
      at: .now() + delay.dispatchInterval, leeway: leeway, on: queue.queue, handler(body))
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
      at: .now() + period.dispatchInterval, every: period, leeway: leeway, on: queue.queue,
      handler(body))
  }

  /// A source that waits for `descriptor` to be readable.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which the source copies
  ///   - body: the work, whenever there is something to read, or the other end closed
  /// - Returns: the source, which is cancelled when it is let go; it does not keep the object alive
  /// - Throws: the system's error if the descriptor cannot be copied
  package func readSource(
    copying descriptor: FileDescriptor, _ body: @escaping @Sendable (Object) -> Void
  ) throws(Errno) -> QueueSource {
    try .reading(copying: descriptor, on: queue.queue, handler(body))
  }

  /// A source that waits for `descriptor` to be writable.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which the source copies
  ///   - body: the work, as long as it can be written to
  /// - Returns: the source, which is cancelled when it is let go; it does not keep the object alive
  /// - Throws: the system's error if the descriptor cannot be copied
  package func writeSource(
    copying descriptor: FileDescriptor, _ body: @escaping @Sendable (Object) -> Void
  ) throws(Errno) -> QueueSource {
    try .writing(copying: descriptor, on: queue.queue, handler(body))
  }
}

/// A value as an object, so that it can be bound to a queue.
package final class Reference<Value> {
  package var value: Value

  package init(_ value: Value) {
    self.value = value
  }
}

/// A value that one queue gives to another.
///
/// Sendable: whoever gives it keeps no reference to it and does not use it again.
package struct Handover<Value>: @unchecked Sendable {
  /// The value, for the queue that takes it.
  package let value: Value

  /// Gives `value` away.
  package init(_ value: Value) {
    self.value = value
  }
}

/// An answer that a thread waits for; a queue may not, see ``SerialQueue``.
package final class Answer<Value: Sendable>: Sendable {
  private let given = DispatchSemaphore(value: 0)
  private let value = Mutex<Value?>(nil)

  /// No answer yet.
  package init() {}

  /// Gives the answer; the first one counts.
  package func give(_ answer: Value) {
    let isFirst = value.withLock { value in
      defer { value = value ?? answer }
      return value == nil
    }
    if isFirst { given.signal() }
  }

  /// Waits for the answer.
  package func wait() -> Value {
    while true {
      given.wait()
      given.signal()
      if let answer = value.withLock({ $0 }) { return answer }
    }
  }
}
