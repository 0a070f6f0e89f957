import Dispatch

/// The executor of an actor on a serial dispatch queue: handlers of dispatch sources are inside it.
///
/// libdispatch's own queue is no executor on Linux.
package final class QueueExecutor: SerialExecutor {
  /// The queue that the actor runs on.
  package let queue: DispatchQueue

  /// The key of a queue's own value: the executor whose queue it is.
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// An executor with a queue of its own.
  package init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInteractive)
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
  }

  /// A Boolean value that indicates whether the caller runs on the queue.
  package var isCurrent: Bool {
    DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self)
  }

  /// Runs `job` on the queue.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Stops the process unless the caller runs on the queue.
  package func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
