import Dispatch

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
    let source = makeReadSource(copying: monitor.descriptor, on: queue) {
      var isNew = false
      while monitor.next() != nil { isNew = true }
      if isNew { handler() }
    }
    guard let source else { return nil }
    self.source = source
  }

  deinit {
    source.cancel()
  }
}
