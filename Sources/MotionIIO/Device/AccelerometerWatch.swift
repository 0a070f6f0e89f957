import Dispatch
import LinuxSupport
import SystemPackage

/// A watch that calls a handler when an IIO device of this machine was added or removed.
///
/// It is for programs that read no accelerometer: an ``AccelerometerReader`` has its own.
public final class AccelerometerWatch {
  private let source: QueueSource

  /// A watch that has begun; nil where there are no events of udev's, as in a container.
  ///
  /// - Parameters:
  ///   - queue: where `handler` is called
  ///   - handler: called when an IIO device has come or gone, of whatever kind
  public init?(on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
    guard let monitor = UdevMonitor() else { return nil }
    // Used by the handler alone, on its queue.
    nonisolated(unsafe) let own = monitor
    do throws(Errno) {
      source = try .reading(copying: monitor.descriptor, on: queue) {
        var isNew = false
        while own.next() != nil { isNew = true }
        if isNew { handler() }
      }
    } catch { return nil }
  }
}
