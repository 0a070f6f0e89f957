import Dispatch
import Glibc

/// Waits on a dispatch queue for what a connection waits for.
///
/// Used on that queue alone. Whoever processes the connection, or sends on it, then calls
/// ``wait(for:)``: what there is to wait for may have changed.
final class BusPump {
  private let queue: DispatchQueue
  private let handler: @Sendable () -> Void
  /// A copy for the sources alone: sd-bus closes its own before they have let go of it.
  private let descriptor: SharedDescriptor
  private let readSource: any DispatchSourceRead
  private var writeSource: (any DispatchSourceWrite)?
  private var timer: (deadline: UInt64, source: any DispatchSourceTimer)?

  /// A pump that waits for the first time.
  ///
  /// - Parameters:
  ///   - connection: what to wait for
  ///   - queue: on which it is used
  ///   - handler: called there when the connection is to be processed
  /// - Throws: a ``BusError`` if the process has no descriptor left
  init(
    _ connection: BusConnection, on queue: DispatchQueue,
    _ handler: @escaping @Sendable () -> Void
  ) throws(BusError) {
    let copy = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { throw .failed(action: "watch the bus", number: errno) }
    let descriptor = SharedDescriptor(copy)
    self.queue = queue
    self.handler = handler
    self.descriptor = descriptor
    readSource = DispatchSource.makeReadSource(fileDescriptor: copy, queue: queue)
    readSource.setEventHandler(handler: handler)
    // Keeps the descriptor open until the source has let go of it.
    readSource.setCancelHandler { _ = descriptor }
    readSource.activate()
    wait(for: connection)
  }

  deinit {
    readSource.cancel()
    writeSource?.cancel()
    timer?.source.cancel()
  }

  /// Waits for what `connection` waits for now.
  func wait(for connection: BusConnection) {
    waitToWrite(connection.events & POLLOUT != 0)
    waitUntil(connection.deadline)
  }

  private func waitToWrite(_ isWanted: Bool) {
    switch (isWanted, writeSource) {
    case (true, nil):
      let source = DispatchSource.makeWriteSource(
        fileDescriptor: descriptor.number, queue: queue)
      source.setEventHandler(handler: handler)
      source.setCancelHandler { [descriptor] in _ = descriptor }
      source.activate()
      writeSource = source
    case (false, let source?):
      source.cancel()
      writeSource = nil
    case (true, _?), (false, nil):
      return
    }
  }

  private func waitUntil(_ deadline: UInt64?) {
    // One that has passed is due again: its timer has fired.
    let isDue = deadline.map { $0 <= DispatchTime.now().uptimeNanoseconds / 1000 } ?? false
    guard isDue || deadline != timer?.deadline else { return }
    timer?.source.cancel()
    timer = deadline.map { deadline in
      let source = DispatchSource.makeTimerSource(queue: queue)
      // Dispatch's clock is CLOCK_MONOTONIC too.
      let time = DispatchTime(uptimeNanoseconds: deadline.multipliedReportingOverflow(by: 1000).0)
      source.schedule(deadline: time, leeway: .milliseconds(1))
      source.setEventHandler(handler: handler)
      source.activate()
      return (deadline, source)
    }
  }
}

/// A descriptor that is closed when nobody needs it any more.
private final class SharedDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}
