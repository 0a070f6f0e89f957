import Dispatch
import Glibc

/// The executor of an actor on a serial dispatch queue: handlers of dispatch sources are inside it.
///
/// libdispatch's own queue is no executor on Linux.
package final class QueueExecutor: SerialExecutor {
  /// The queue that the actor runs on.
  package let queue: DispatchQueue

  /// The key of a queue's own value: the executor whose queue it is.
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

  /// An executor with a queue of its own.
  package init(label: String) {
    queue = DispatchQueue(label: label, qos: Self.quality)
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
