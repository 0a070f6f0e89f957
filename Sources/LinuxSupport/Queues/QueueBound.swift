// SPDX-License-Identifier: Apache-2.0

import Dispatch
import MotionCore
import Synchronization
import SystemPackage

/// An object for the code on one serial queue alone: the shell of a machine, with its handlers.
///
/// Sendable: only the serial queue makes and uses the object, one piece of work at a time; values
/// that go in and come out are Sendable.
package final class QueueBound<Object: AnyObject>: @unchecked Sendable {
  /// The queue.
  package let queue: SerialQueue
  /// The object; nil only until the queue has made it.
  private var object: Object?

  /// Binds an object to `queue`.
  ///
  /// It does not wait: for a caller on another queue, the queue makes the object before the first
  /// message to it.
  ///
  /// - Parameters:
  ///   - queue: the queue
  ///   - make: makes the object, on the queue; it may keep its argument weakly, for handlers
  package init(to queue: SerialQueue, _ make: @escaping @Sendable (QueueBound) -> Object) {
    self.queue = queue
    if queue.isCurrent { object = make(self) } else { queue.async { self.object = make(self) } }
  }

  /// Runs `body` on the queue and waits for it; at once if the caller is already on the queue.
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
  /// For use at each reading: asking Dispatch for the queue, as ``sync(_:)`` does, takes 500
  /// instructions.
  ///
  /// - Parameter body: the work
  package func assumeIsolated(_ body: (Object) -> Void) {
    assert(queue.isCurrent, "QueueBound: used on another queue than its own")
    body(made)
  }

  /// Runs `body` on the queue, after the work that already waits there; the object lives until
  /// then.
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

  /// Returns the handler of a source, which does not keep the object alive.
  private func handler(
    _ body: @escaping @Sendable (Object) -> Void
  ) -> @Sendable () -> Void {
    queue.turn { [weak self] in self?.assumeIsolated(body) }
  }

  /// Returns a timer that fires once.
  ///
  /// - Parameters:
  ///   - delay: the time from now, on `CLOCK_MONOTONIC`
  ///   - leeway: how late it may fire, to turn several wake-ups into one
  ///   - body: the work on the queue
  /// - Returns: the timer, whose release cancels it; it does not keep the object alive
  package func timer(
    after delay: Duration, leeway: Duration = .milliseconds(20),
    _ body: @escaping @Sendable (Object) -> Void
  ) -> QueueSource {
    .timer(
      at: .now() + delay.dispatchInterval, leeway: leeway, on: queue.queue, handler(body))
  }

  /// Returns a timer that fires again and again.
  ///
  /// - Parameters:
  ///   - period: the time from now to the first firing, and from one to the next, on
  ///     `CLOCK_MONOTONIC`
  ///   - leeway: how late it may fire
  ///   - body: the work on the queue; it runs once for several late firings
  /// - Returns: the timer, whose release cancels it; it does not keep the object alive
  package func timer(
    every period: Duration, leeway: Duration = .zero,
    _ body: @escaping @Sendable (Object) -> Void
  ) -> QueueSource {
    .timer(
      at: .now() + period.dispatchInterval, every: period, leeway: leeway, on: queue.queue,
      handler(body))
  }

  /// Returns a source that waits for `descriptor` to be readable.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which the source copies
  ///   - body: the work, whenever there is something to read, or the other end closed
  /// - Returns: the source, whose release cancels it; it does not keep the object alive
  /// - Throws: the system's error if it cannot copy the descriptor
  package func readSource(
    copying descriptor: FileDescriptor, _ body: @escaping @Sendable (Object) -> Void
  ) throws(Errno) -> QueueSource {
    try .reading(copying: descriptor, on: queue.queue, handler(body))
  }

  /// Returns a source that waits for `descriptor` to be writable.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which the source copies
  ///   - body: the work, as long as the descriptor is writable
  /// - Returns: the source, whose release cancels it; it does not keep the object alive
  /// - Throws: the system's error if it cannot copy the descriptor
  package func writeSource(
    copying descriptor: FileDescriptor, _ body: @escaping @Sendable (Object) -> Void
  ) throws(Errno) -> QueueSource {
    try .writing(copying: descriptor, on: queue.queue, handler(body))
  }
}

/// A value as an object, for binding it to a queue.
package final class Reference<Value> {
  package var value: Value

  package init(_ value: Value) {
    self.value = value
  }
}

/// A value that one queue gives to another.
///
/// Sendable: the giving queue keeps no reference to the value, and does not use it again.
package struct Handover<Value>: @unchecked Sendable {
  /// The value, for the queue that takes it.
  package let value: Value

  /// Gives `value` away.
  package init(_ value: Value) {
    self.value = value
  }
}

/// An answer that a thread waits for; a queue may not wait, see ``SerialQueue``.
package final class Answer<Value: Sendable>: Sendable {
  private let given = DispatchSemaphore(value: 0)
  private let value = Mutex<Value?>(nil)

  /// An answer without a value yet.
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
