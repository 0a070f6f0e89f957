// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc

/// A serial dispatch queue that gives and takes messages.
///
/// None of these queues waits for another: two that waited for each other would stop the process
/// for ever. So they need neither locks nor an order of locks. ``sync(_:)`` checks it.
package final class SerialQueue: Sendable {
  /// The queue, for the sources of Dispatch.
  package let queue: DispatchQueue

  /// Raised once a message waits for the queue; nil if its work is never long.
  private let interruption: Wakeup?

  /// The identity of a queue, which the queue itself carries.
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// The highest quality of service whose priority the system lets this process have: Dispatch asks
  /// for it with each new thread, and writes a line on standard error each time that it is refused.
  private static let quality: DispatchQoS = mayHaveNice(-4) ? .userInteractive : .default

  /// Returns true if this thread may have that nice value, which it keeps no longer than the trial.
  private static func mayHaveNice(_ value: Int32) -> Bool {
    let process = __priority_which_t(PRIO_PROCESS.rawValue)
    let present = getpriority(process, 0)
    guard setpriority(process, 0, value) == 0 else { return false }
    _ = setpriority(process, 0, present)
    return true
  }

  /// A queue.
  ///
  /// - Parameters:
  ///   - label: the name in debuggers
  ///   - interruption: for work that waits on the queue's thread: a message raises it, and the work
  ///     lowers it and returns
  package init(label: String, interruption: Wakeup? = nil) {
    self.interruption = interruption
    queue = DispatchQueue(label: label, qos: Self.quality)
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  /// A Boolean value that indicates whether the caller runs on the queue.
  package var isCurrent: Bool {
    DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self)
  }

  /// A Boolean value that indicates whether the caller runs on any of these queues, and so may not
  /// wait.
  package static var isAnyCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

  /// Runs `body` on the queue and waits for it; at once if the caller is on the queue already.
  ///
  /// A caller on another of these queues stops the process. Work that waits on the queue's thread
  /// is not interrupted: for that, send a message.
  ///
  /// - Parameter body: the work
  /// - Returns: the result of `body`
  /// - Throws: the error of `body`
  package func sync<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
    if isCurrent { return try body() }
    precondition(!Self.isAnyCurrent, "a queue waits for \(queue.label): it may only send messages")
    return try queue.sync { Result { () throws(E) -> T in try body() } }.get()
  }

  /// Runs `body` on the queue, after what waits there already.
  ///
  /// - Parameter body: the work
  package func async(_ body: @escaping @Sendable () -> Void) {
    // Not raised before the message waits: the work would be done anew, and be interrupted again,
    // until this thread has its turn.
    queue.async(execute: body)
    if let interruption, !isCurrent { interruption.raise() }
  }
}
