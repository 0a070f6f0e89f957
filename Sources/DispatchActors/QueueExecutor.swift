import Dispatch

/// Runs an actor on a serial dispatch queue, so that the handlers of dispatch sources are inside it.
///
/// libdispatch's own queue is no executor on Linux.
package final class QueueExecutor: SerialExecutor {
  /// Where the actor runs.
  package let queue: DispatchQueue

  /// An executor with a queue of its own.
  package init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInteractive)
  }

  /// Runs `job` on the queue.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Stops the process unless it is on the queue.
  package func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
