// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import SystemPackage

/// The order in which code on one queue may wait for another: only for a queue of a later rank.
///
/// Two queues that wait for each other stop the process for ever; with an order that cannot happen.
/// ``SerialQueue/sync(_:)`` checks it. `async` is free of it, as it waits for nothing.
package enum QueueRank: Int, Comparable, Sendable {
  /// The daemon: it may wait for the bus, the samples and the reader.
  case daemon
  /// The service on the bus.
  case bus
  /// The pipes of clients that read samples.
  case samples
  /// The accelerometer, or a panel of touches.
  case reader
  /// A client's session with the daemon.
  case session
  /// The output of events.
  case output

  package static func < (earlier: QueueRank, later: QueueRank) -> Bool {
    earlier.rawValue < later.rawValue
  }
}

/// A serial dispatch queue with a place in the order of waiting, and the executor of actors on it.
///
/// libdispatch's own queue is no executor on Linux.
package final class SerialQueue: SerialExecutor {
  /// The queue, for the sources of Dispatch.
  package let queue: DispatchQueue
  /// The place in the order of waiting.
  package let rank: QueueRank

  /// Raised as long as another thread wants the queue; nil if its work is never long.
  private let interruption: Wakeup?

  /// The identity of a queue, which the queue itself carries.
  private struct Place {
    let queue: ObjectIdentifier
    let rank: QueueRank
    let label: String
  }

  private static let key = DispatchSpecificKey<Place>()

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
  ///   - rank: the place in the order of waiting
  ///   - interruption: for work that waits on the queue's thread: raised until it is another's turn
  package init(label: String, rank: QueueRank, interruption: Wakeup? = nil) {
    self.rank = rank
    self.interruption = interruption
    queue = DispatchQueue(label: label, qos: Self.quality)
    let place = Place(queue: ObjectIdentifier(self), rank: rank, label: label)
    queue.setSpecific(key: Self.key, value: place)
  }

  /// A Boolean value that indicates whether the caller runs on the queue.
  package var isCurrent: Bool {
    DispatchQueue.getSpecific(key: Self.key)?.queue == ObjectIdentifier(self)
  }

  /// Runs `body` on the queue and waits for it; at once if the caller is on the queue already.
  ///
  /// A caller on another queue must have an earlier rank: otherwise the process stops.
  ///
  /// - Parameter body: the work
  /// - Returns: the result of `body`
  /// - Throws: the error of `body`
  package func sync<T, E: Error>(_ body: () throws(E) -> T) throws(E) -> T {
    if let place = DispatchQueue.getSpecific(key: Self.key) {
      if place.queue == ObjectIdentifier(self) { return try body() }
      precondition(
        place.rank < rank,
        "\(place.label) waits for \(queue.label), against the order of QueueRank")
    }
    interruption?.raise()
    return try queue.sync {
      interruption?.lower()
      return Result { () throws(E) -> T in try body() }
    }.get()
  }

  /// Runs `body` on the queue, after what waits there already.
  ///
  /// - Parameter body: the work
  package func async(_ body: @escaping @Sendable () -> Void) {
    guard let interruption, !isCurrent else { return queue.async(execute: body) }
    interruption.raise()
    queue.async {
      interruption.lower()
      body()
    }
  }

  /// Runs `job` on the queue.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Stops the process unless the caller runs on the queue.
  package func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
