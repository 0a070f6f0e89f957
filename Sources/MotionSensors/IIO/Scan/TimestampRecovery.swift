// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The timestamps of scans: their own, or the times of their arrival if they have none.
///
/// Some drivers stamp every scan with zero when another device's trigger fires. The next scan shows
/// whether a zero is a clock near zero: a clock goes on, so two zeros in a row are no clock. The
/// recovery holds a first scan with zero back until the second has come.
package struct TimestampRecovery: Sendable {
  private enum State {
    /// No scan has come.
    case undecided
    /// One scan has come, and says zero.
    case holding(Reading)
    /// Scans have timestamps.
    case stamped
    /// Scans have no timestamps.
    case arrival
  }

  private var state: State
  private var clock: ArrivalClock

  /// Timestamps of scans at `rate`.
  ///
  /// - Parameters:
  ///   - areStamped: true if the scans have timestamps, though these may be zero
  ///   - rate: the sampling frequency
  package init(areStamped: Bool, rate: Hertz) {
    state = areStamped ? .undecided : .arrival
    clock = ArrivalClock(rate: rate)
  }

  /// A Boolean value that indicates whether readings get the times of their arrival.
  package var areArrivals: Bool {
    switch state {
    case .arrival: true
    case .undecided, .holding, .stamped: false
    }
  }

  /// Corrects the timestamps of the batch in `readings` that begins at `start`.
  ///
  /// - Parameters:
  ///   - readings: the readings of the scans, with zero where a scan has no timestamp
  ///   - start: the beginning of the batch
  ///   - arrival: the time on `CLOCK_BOOTTIME` when the batch came
  package mutating func settle(
    _ readings: inout [Reading], from start: Int, at arrival: Timestamp
  ) {
    guard start < readings.count else { return }
    switch state {
    case .stamped:
      return
    case .undecided:
      let isZero = readings[start...].allSatisfy { $0.timestamp.nanoseconds == 0 }
      switch (isZero, readings.count - start) {
      case (false, _): state = .stamped
      case (true, 1): state = .holding(readings.removeLast())
      case (true, _): state = .arrival
      }
    case .holding(let first):
      state = readings[start].timestamp.nanoseconds == 0 ? .arrival : .stamped
      readings.insert(first, at: start)
    case .arrival:
      break
    }
    guard areArrivals else { return }
    clock.begin(scans: readings.count - start, at: arrival)
    for index in start..<readings.count { readings[index].timestamp = clock.next() }
  }
}
