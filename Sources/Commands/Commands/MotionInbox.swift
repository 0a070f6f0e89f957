// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionBus

/// A connection to motiond for a loop that also waits for other descriptors.
package struct MotionInbox {
  private final class Waiting {
    var events: [MotionConnection.Event] = []
  }

  private let waiting: Waiting
  private let connection: MotionConnection

  /// Connects to the bus and claims motions.
  ///
  /// - Throws: a ``BusError`` if the bus cannot be reached
  package init(_ address: BusAddress, _ claim: MotionClaim) throws(BusError) {
    let waiting = Waiting()
    self.waiting = waiting
    connection = try MotionConnection(address, claim: claim) { waiting.events.append($0) }
  }

  /// The name of the connection on the bus.
  package var uniqueName: String? { connection.uniqueName }

  /// Sends and receives without waiting.
  ///
  /// - Returns: the events since the last call, in order
  package func drain() -> [MotionConnection.Event] {
    connection.process()
    defer { waiting.events = [] }
    return waiting.events
  }

  /// Waits until ``drain()`` should be called again.
  ///
  /// - Parameters:
  ///   - signals: the signals that end the wait
  ///   - others: further descriptors, each with `POLLIN`, `POLLOUT`, or both
  ///   - milliseconds: the longest wait; less than 0 for no limit
  /// - Returns: the outcome
  package func wait(
    _ signals: borrowing StopSignals, for others: [(number: Int32, events: Int16)] = [],
    milliseconds: Int32 = -1
  ) -> StopSignals.Outcome {
    let limits = [connection.timeoutMilliseconds, milliseconds].filter { $0 >= 0 }
    return signals.wait(
      for: [(connection.descriptor, connection.events)] + others, milliseconds: limits.min() ?? -1)
  }
}
