// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// The times of a reader, in nanoseconds, in the order that they must keep.
package struct ReaderTimes: Hashable, Sendable {
  /// The silence after which a thread that waits for readings leaves that to a dispatch source:
  /// more than one burst of a hardware FIFO is behind the other; one and a half periods, if that is
  /// longer.
  let patience: Int64
  /// The longest wait for one reading: less than ``silence``, whose timer waits for the thread.
  let longestWait: Int64
  /// The silence after which time is reported, so that an open motion can be cancelled.
  let silence: Int64
  /// The longest time that a thread stays with readings.
  let longestTurn: Int64
  /// The silence after which the accelerometer is given up.
  ///
  /// After as long without a tick the process was stopped or the machine suspended: the silence of
  /// that time says nothing about the accelerometer.
  let stall: Int64
  /// The delays before it is looked for again.
  let retryDelays: RetryDelays
  /// The longest delay where it was not found, or would not start: no event reports that its
  /// obstacle is gone.
  let longestSearch: Duration

  /// The silence in periods after which a slow accelerometer is given up.
  static let stallPeriods: Int64 = 8

  /// The times of each reader, but in tests.
  ///
  /// An accelerometer that is silent for ever is started anew once a minute.
  package static let standard = ReaderTimes(
    bursts: SamplingMode.gathering, patience: 60_000_000, longestWait: 240_000_000,
    silence: GapRule.shortest, longestTurn: 1_000_000_000, stall: 1_000_000_000,
    retryDelays: RetryDelays(first: .milliseconds(250), longest: .seconds(60)),
    longestSearch: .seconds(2))

  /// Times; the process stops if they are out of order.
  ///
  /// `bursts` is the time from one burst of a hardware FIFO to the next.
  init(
    bursts: Int64, patience: Int64, longestWait: Int64, silence: Int64,
    longestTurn: Int64, stall: Int64, retryDelays: RetryDelays, longestSearch: Duration
  ) {
    precondition(
      bursts < patience && patience < longestWait && longestWait < silence && silence < longestTurn
        && longestTurn <= stall, "ReaderTimes: out of order")
    (self.patience, self.longestWait, self.silence) = (patience, longestWait, silence)
    (self.longestTurn, self.stall) = (longestTurn, stall)
    (self.retryDelays, self.longestSearch) = (retryDelays, longestSearch)
  }

  /// The silence after which an accelerometer with readings `period` nanoseconds apart is given up.
  func stall(period: Int64?) -> Int64 {
    let periods = (period ?? 0).multipliedReportingOverflow(by: Self.stallPeriods)
    return max(stall, periods.overflow ? .max : periods.partialValue)
  }
}
