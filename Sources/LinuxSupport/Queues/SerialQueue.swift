// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// A serial dispatch queue that gives and takes messages.
///
/// No such queue waits for another: two that waited for each other would stop the process for ever.
/// So they need neither locks nor an order of locks. ``sync(_:)`` checks this rule.
package final class SerialQueue: Sendable {
  /// The queue, for the sources of Dispatch.
  package let queue: DispatchQueue

  /// A wakeup that a waiting message raises; nil if the queue's work is never long.
  private let interruption: Wakeup?
  /// A Boolean value that indicates whether the queue's turns are real-time.
  private let isRealTime: Bool

  /// The identity of a queue, which the queue itself carries.
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// The highest quality of service with a priority that the system lets this process have.
  ///
  /// Dispatch asks for it with each new thread, and writes a line on standard error each time that
  /// the system refuses it.
  private static let quality: DispatchQoS = mayHaveNice(-4) ? .userInteractive : .default

  /// Returns whether this thread may have the nice value, which it gives back after the trial.
  private static func mayHaveNice(_ value: Int32) -> Bool {
    let process = __priority_which_t(PRIO_PROCESS.rawValue)
    let present = getpriority(process, 0)
    guard setpriority(process, 0, value) == 0 else { return false }
    _ = setpriority(process, 0, present)
    return true
  }

  /// A queue without work.
  ///
  /// - Parameters:
  ///   - label: the name in debuggers
  ///   - interruption: for work that waits on the queue's thread: a message raises it, and the work
  ///     lowers it and returns
  ///   - isRealTime: true for turns in real time, as far as the kernel grants it: the work of
  ///     ``async(_:)`` and of the sources of a ``QueueBound``
  package init(label: String, interruption: Wakeup? = nil, isRealTime: Bool = false) {
    (self.interruption, self.isRealTime) = (interruption, isRealTime)
    queue = DispatchQueue(label: label, qos: Self.quality)
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  /// A Boolean value that indicates whether the caller runs on the queue.
  package var isCurrent: Bool {
    DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self)
  }

  /// A Boolean value that indicates whether the caller runs on any such queue, and so may not wait.
  package static var isAnyCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

  /// Runs `body` on the queue and waits for it; at once if the caller is already on the queue.
  ///
  /// A caller on another such queue stops the process. This does not interrupt work that waits on
  /// the queue's thread: send a message to interrupt it.
  ///
  /// - Returns: the result of `body`
  /// - Throws: the error of `body`
  package func sync<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
    if isCurrent { return try body() }
    precondition(!Self.isAnyCurrent, "a queue waits for \(queue.label): it may only send messages")
    return try queue.sync { Result { () throws(E) -> T in try body() } }.get()
  }

  /// Runs `body` on the queue, after the work that already waits there.
  package func async(_ body: @escaping @Sendable () -> Void) {
    // Not raised before the message waits: otherwise the work would start over, and be interrupted
    // again, until this thread has its turn.
    queue.async(execute: turn(body))
    if let interruption, !isCurrent { interruption.raise() }
  }

  /// Returns `body` as a turn of the queue, for Dispatch to run there.
  func turn(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    guard isRealTime else { return body }
    return { RealTime.turn(body) }
  }
}
