// SPDX-License-Identifier: Apache-2.0

import Dispatch
import MotionCore
import SystemPackage

/// An active dispatch source, whose release cancels it.
///
/// A source that waits for a descriptor has a copy of it: libraries close their descriptors before
/// a source lets go of them. After a release on its queue, the source no longer calls its handler.
///
/// Sendable: its properties never change, and any thread may use Dispatch's objects.
package final class QueueSource: @unchecked Sendable {
  private let source: any DispatchSourceProtocol
  /// The group that stays entered while the copy of a descriptor is open.
  private let isOpen: DispatchGroup

  private init(_ source: any DispatchSourceProtocol, isOpen: DispatchGroup = DispatchGroup()) {
    self.source = source
    self.isOpen = isOpen
    source.activate()
  }

  deinit {
    source.cancel()
  }

  /// Returns a source that waits for `descriptor` to be readable.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which the source copies
  ///   - queue: the queue of the handler
  ///   - handler: called whenever there is something to read, or the other end was closed
  /// - Returns: the source, active
  /// - Throws: the system's error if it cannot copy the descriptor
  package static func reading(
    copying descriptor: FileDescriptor, on queue: DispatchQueue,
    _ handler: @escaping @Sendable () -> Void
  ) throws(Errno) -> QueueSource {
    try waiting(for: descriptor, handler) {
      DispatchSource.makeReadSource(fileDescriptor: $0, queue: queue)
    }
  }

  /// Returns a source that waits for `descriptor` to be writable.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor, which the source copies
  ///   - queue: the queue of the handler
  ///   - handler: called as long as the descriptor is writable
  /// - Returns: the source, active
  /// - Throws: the system's error if it cannot copy the descriptor
  package static func writing(
    copying descriptor: FileDescriptor, on queue: DispatchQueue,
    _ handler: @escaping @Sendable () -> Void
  ) throws(Errno) -> QueueSource {
    try waiting(for: descriptor, handler) {
      DispatchSource.makeWriteSource(fileDescriptor: $0, queue: queue)
    }
  }

  private static func waiting(
    for descriptor: FileDescriptor, _ handler: @escaping @Sendable () -> Void,
    _ makeSource: (Int32) -> any DispatchSourceProtocol
  ) throws(Errno) -> QueueSource {
    let copy = try descriptor.copy()
    let source = makeSource(copy.rawValue)
    source.setEventHandler(handler: handler)
    let isOpen = DispatchGroup()
    isOpen.enter()
    source.setCancelHandler {
      try? copy.close()
      isOpen.leave()
    }
    return QueueSource(source, isOpen: isOpen)
  }

  /// Cancels sources, and calls `body` on `queue` when their copies of descriptors are closed.
  ///
  /// Until then, a device that only one program at a time may open is busy.
  package static func close(
    _ sources: [QueueSource], on queue: DispatchQueue, then body: @escaping @Sendable () -> Void
  ) {
    let all = DispatchGroup()
    for source in sources {
      all.enter()
      source.isOpen.notify(queue: queue) { all.leave() }
      source.source.cancel()
    }
    all.notify(queue: queue, execute: body)
  }

  /// Returns a timer that fires once, or again and again, as punctually as the system can.
  ///
  /// - Parameters:
  ///   - deadline: the time of the first firing, on `CLOCK_MONOTONIC`
  ///   - period: the time from one firing to the next; nil for a timer that fires once
  ///   - leeway: the longest delay of a firing, to turn several wake-ups into one
  ///   - queue: the queue of the handler
  ///   - handler: called at each firing; once for several late ones
  /// - Returns: the timer, active
  package static func timer(
    at deadline: DispatchTime, every period: Duration? = nil, leeway: Duration = .zero,
    on queue: DispatchQueue, _ handler: @escaping @Sendable () -> Void
  ) -> QueueSource {
    let timer = DispatchSource.makeTimerSource(flags: period == nil ? [] : .strict, queue: queue)
    timer.schedule(
      deadline: deadline, repeating: period?.dispatchInterval ?? .never,
      leeway: leeway.dispatchInterval)
    timer.setEventHandler(handler: handler)
    return QueueSource(timer)
  }
}

extension Duration {
  /// This span for Dispatch, to the nanosecond, saturating at 292 years.
  package var dispatchInterval: DispatchTimeInterval {
    .nanoseconds(Int(nanoseconds))
  }
}
