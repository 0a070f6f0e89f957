import Dispatch
import Glibc

/// Tells when an accelerometer of this machine may have come or gone, and wakes for nothing else.
///
/// For who reads none now: an ``AccelerometerReader`` that reads notices by itself.
public final class AccelerometerWatch {
  private let source: any DispatchSourceRead

  /// A watch that has begun; nil where there are no events of udev's, as in a container.
  ///
  /// - Parameters:
  ///   - queue: where `handler` is called
  ///   - handler: called when an IIO device has come or gone, of whatever kind
  public init?(on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void) {
    guard let monitor = UdevMonitor() else { return nil }
    // A copy, for the source alone: the monitor closes its own before the source has let go of it.
    let copy = fcntl(monitor.descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    source = DispatchSource.makeReadSource(fileDescriptor: copy, queue: queue)
    source.setEventHandler {
      var isNew = false
      while monitor.next() != nil { isNew = true }
      if isNew { handler() }
    }
    source.setCancelHandler { _ = close(copy) }
    source.activate()
  }

  deinit {
    source.cancel()
  }
}
