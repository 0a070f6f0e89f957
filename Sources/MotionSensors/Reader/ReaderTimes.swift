// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// The times of a reader, in nanoseconds, in the order that they must keep.
package struct ReaderTimes: Hashable, Sendable {
  /// The silence that makes a waiting thread leave the wait to a dispatch source.
  ///
  /// It is longer than the time between two bursts of a hardware FIFO, and at least one and a half
  /// periods.
  let patience: Int64
  /// The longest wait for one reading: less than ``silence``, whose timer waits for the thread.
  let longestWait: Int64
  /// The silence that makes the reader report the time, to let the pipeline cancel an open motion.
  let silence: Int64
  /// The longest time that a thread stays with readings.
  let longestTurn: Int64
  /// The silence that makes the reader give the accelerometer up.
  ///
  /// After a stretch of this length without a tick, the process was stopped or the machine
  /// suspended: the silence of that stretch says nothing about the accelerometer.
  let stall: Int64
  /// The delays before the next search.
  let retryDelays: RetryDelays
  /// The longest delay if the accelerometer was not found, or would not start: no event reports the
  /// end of the obstacle.
  let longestSearch: Duration

  /// The silence in periods that makes the reader give a slow accelerometer up.
  static let stallPeriods: Int64 = 8

  /// The times of every reader outside tests.
  ///
  /// Once a minute, the reader restarts an accelerometer that stays silent.
  package static let standard = ReaderTimes(
    bursts: SamplingMode.gathering, patience: 60_000_000, longestWait: 240_000_000,
    silence: GapRule.shortest, longestTurn: 1_000_000_000, stall: 1_000_000_000,
    retryDelays: RetryDelays(first: .milliseconds(250), longest: .seconds(60)),
    longestSearch: .seconds(3))

  /// Times in order; the process stops if they are not.
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

  /// Returns the silence that makes the reader give up an accelerometer with readings `period`
  /// nanoseconds apart.
  func stall(period: Int64?) -> Int64 {
    let periods = (period ?? 0).multipliedReportingOverflow(by: Self.stallPeriods)
    return max(stall, periods.overflow ? .max : periods.partialValue)
  }
}
