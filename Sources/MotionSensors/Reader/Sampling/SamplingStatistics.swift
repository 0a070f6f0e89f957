// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Synchronization

/// Counts of readings, losses and delays, summed over every start and stop of a reader.
public struct SamplingStatistics: Hashable, Sendable {
  /// The number of reported readings.
  public var readings = 0
  /// The number of batches that the readings came in.
  public var batches = 0
  /// The number of batches with a newest reading that was already old when it came: older than 100
  /// ms, or four periods where that is longer.
  ///
  /// Only the kernel's clocks show that a reading is late: readings stamped as they arrive never
  /// count.
  public var lateBatches = 0
  /// The greatest age of a batch's newest reading when it came.
  public var worstLateness = Duration.zero
  /// The number of readings that came more than 250 ms after the one before, or four periods where
  /// that is longer: in the same session, or since the session before a loss.
  public var gaps = 0
  /// The number of times the kernel's buffer was full, so that it dropped the newest readings.
  public var overruns = 0
  /// The number of timed reads that the reader came too late for.
  public var missed = 0
  /// The number of readings that the accelerometer had kept from before it was opened: the reader
  /// leaves them out, as motions in them are over.
  public var old = 0
  /// The number of times the accelerometer was lost.
  public var losses = 0
  /// The number of times that the reader found it again after a loss.
  public var reopenings = 0

  /// Statistics before the first reading.
  public init() {}
}

/// Counts what a reader does; times are arguments, in nanoseconds: it never reads a clock.
struct SamplingCounter: Sendable {
  /// The least age of a late batch: 100 ms.
  static let lateness: Int64 = 100_000_000
  /// Full buffers this close to each other are one episode: 10 s.
  static let episode: Int64 = 10_000_000_000

  private(set) var statistics = SamplingStatistics()
  private var worstLateness: Int64 = 0
  private var stream = Stream.none
  /// The clock and the period, in nanoseconds, of the readings of the stream.
  private var clock: AccelerometerInfo.Clock?
  private var period: Int64 = 0
  /// The newest reading of the stream.
  private var last: Timestamp?
  private var lastOverrun: Int64?

  /// The stream of readings that the next reading continues.
  private enum Stream: Hashable {
    /// No stream: the reader has not started, or was stopped.
    case none
    /// The accelerometer samples.
    case open
    /// The accelerometer was lost.
    case lost
  }

  /// Takes the start of sampling, with readings `period` nanoseconds apart, if known.
  mutating func opened(clock: AccelerometerInfo.Clock?, period: Int64?) {
    if stream == .lost { statistics.reopenings += 1 }
    // Two clocks do not compare.
    if clock != self.clock { last = nil }
    (stream, self.clock, self.period) = (.open, clock, period ?? 0)
  }

  /// Takes a batch of `readings`, which came when their clock showed `now`; nil if that is unknown.
  mutating func add(_ readings: [Reading], now: Timestamp?) {
    guard let newest = readings.last?.timestamp else { return }
    statistics.readings += readings.count
    statistics.batches += 1
    // Readings of a reader that was stopped, or whose accelerometer was lost, continue nothing.
    guard stream == .open else { return }
    let longestSilence = GapRule.longestSilence(period: period)
    for reading in readings {
      if let last, reading.timestamp.nanoseconds(since: last) > longestSilence {
        statistics.gaps += 1
      }
      last = reading.timestamp
    }
    guard let now else { return }
    let age = now.nanoseconds(since: newest)
    if age > worstLateness {
      worstLateness = age
      statistics.worstLateness = .nanoseconds(age)
    }
    let (periods, overflow) = period.multipliedReportingOverflow(by: GapRule.periods)
    if !overflow, age > max(Self.lateness, periods) { statistics.lateBatches += 1 }
  }

  /// Counts a full buffer at `now`, and returns whether it begins an episode, for a report.
  mutating func overran(at now: Int64) -> Bool {
    statistics.overruns += 1
    defer { lastOverrun = now }
    return lastOverrun.map { now - $0 > Self.episode } ?? true
  }

  /// Counts `count` timed reads, which came too late.
  mutating func missed(_ count: Int) {
    statistics.missed += count
  }

  /// Counts `count` readings of before the opening.
  mutating func leftOut(_ count: Int) {
    statistics.old += count
  }

  /// Takes the loss of the accelerometer, if it was there in the first place.
  mutating func lost() {
    guard stream == .open else { return }
    statistics.losses += 1
    stream = .lost
  }

  /// Takes the stop of the reader: readings after the next start do not continue earlier ones.
  mutating func stopped() {
    (stream, last, lastOverrun) = (.none, nil, nil)
  }
}

/// The counter of a reader, for any thread to look at.
final class SharedCounter: Sendable {
  private let counter = Mutex(SamplingCounter())

  /// The counts so far.
  var statistics: SamplingStatistics { counter.withLock { $0.statistics } }

  /// Counts something.
  func withLock<T>(_ body: (inout SamplingCounter) -> T) -> T {
    counter.withLock { counter in body(&counter) }
  }
}
