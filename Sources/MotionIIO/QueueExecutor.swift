import Dispatch

/// Runs an actor on a serial dispatch queue, so that the handlers of dispatch sources are inside it.
///
/// libdispatch's own queue is no executor on Linux.
final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  /// An executor with a queue of its own.
  init(label: String) {
    queue = DispatchQueue(label: label, qos: .userInteractive)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
