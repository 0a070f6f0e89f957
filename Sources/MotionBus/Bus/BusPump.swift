// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Glibc
import LinuxSupport
import SystemPackage

/// The dispatch sources that wait for a connection.
///
/// Use it only on the sources' queue. After processing the connection, or sending on it, call
/// ``wait(for:)``: the events and the time to wait for may have changed.
package final class BusPump {
  private let queue: DispatchQueue
  private let handler: @Sendable () -> Void
  private let readSource: QueueSource
  private var writeSource: QueueSource?
  private var timer: (deadline: UInt64, source: QueueSource)?

  /// Starts to wait.
  ///
  /// - Parameters:
  ///   - connection: the connection to wait for
  ///   - queue: the queue of the sources
  ///   - handler: called there when it is time to process the connection
  /// - Throws: a ``BusError`` if the process has no descriptor left
  package init(
    _ connection: BusConnection, on queue: DispatchQueue,
    _ handler: @escaping @Sendable () -> Void
  ) throws(BusError) {
    self.queue = queue
    self.handler = handler
    do throws(Errno) {
      readSource = try .reading(
        copying: FileDescriptor(rawValue: connection.descriptor), on: queue, handler)
    } catch { throw .failed(action: "watch the bus", error) }
    wait(for: connection)
  }

  /// Waits for the present events and deadline of `connection`.
  package func wait(for connection: BusConnection) {
    var deadline = connection.deadline
    if connection.events & POLLOUT == 0 {
      writeSource = nil
    } else if writeSource == nil {
      writeSource = try? .writing(
        copying: FileDescriptor(rawValue: connection.descriptor), on: queue, handler)
      // No descriptor is left: try again soon.
      if writeSource == nil { deadline = min(deadline ?? .max, Self.now + 100_000) }
    }
    // A passed deadline needs a new timer: its old one has fired.
    let isDue = deadline.map { $0 <= Self.now } ?? false
    guard isDue || deadline != timer?.deadline else { return }
    timer = deadline.map { deadline in
      // Dispatch's clock is CLOCK_MONOTONIC too.
      let time = DispatchTime(uptimeNanoseconds: deadline.multipliedReportingOverflow(by: 1000).0)
      return (deadline, .timer(at: time, leeway: .milliseconds(1), on: queue, handler))
    }
  }

  /// The time on `CLOCK_MONOTONIC`, in µs.
  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds / 1000 }
}
