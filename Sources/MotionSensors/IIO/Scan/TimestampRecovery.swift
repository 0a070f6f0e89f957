// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The timestamps of scans: their own, or the times of their arrival if they have none, or none
/// that tell the time.
///
/// Some drivers stamp every scan with zero when another device's trigger fires. The next scan shows
/// whether a zero is a clock near zero: a clock goes on, so two zeros in a row are no clock. The
/// recovery holds a first scan with zero back until the second has come. A clock that counts
/// microseconds, or does not count, nearly stands still: that shows after a quarter of a second.
package struct TimestampRecovery: Sendable {
  private enum State {
    /// No scan has come.
    case undecided
    /// One scan has come, and says zero.
    case holding(Reading)
    /// Scans have timestamps; their pace until it shows.
    case stamped(Pace?)
    /// Scans have no timestamps.
    case arrival
  }

  /// The pace of the timestamps since the first scan.
  private struct Pace {
    /// The time that shows it.
    private static let proof: Int64 = 250_000_000
    /// The scans that show it.
    private static let scans = 4
    /// The pace below which a clock nearly stands still: microseconds make it a thousandth.
    private static let least = 0.01

    let first: Timestamp
    let arrival: Timestamp
    var count = 0

    /// Adds the scans up to `last`, and returns whether the clock nearly stands still; nil while
    /// nothing shows it.
    ///
    /// The time that passed may be a suspend, and the scans may be of one batch with one time:
    /// neither alone proves anything.
    mutating func add(
      _ scans: Int, to last: Timestamp, at arrival: Timestamp, period: Double
    ) -> Bool? {
      count += scans
      let passed = arrival.nanoseconds(since: self.arrival)
      guard passed >= Self.proof, count >= Self.scans else { return nil }
      let progress = Double(last.nanoseconds(since: first))
      let expected = min(Double(passed), Double(count) * period)
      return progress >= 0 && progress < expected * Self.least
    }
  }

  private var state: State
  private let period: Double
  private var clock: ArrivalClock

  /// Timestamps of scans at `rate`.
  ///
  /// - Parameters:
  ///   - areStamped: true if the scans have timestamps, though these may be zero
  ///   - rate: the sampling frequency
  package init(areStamped: Bool, rate: Hertz) {
    state = areStamped ? .undecided : .arrival
    period = 1e9 / max(rate, 0.001)
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
    guard let last = readings[start...].last?.timestamp else { return }
    switch state {
    case .stamped(nil):
      return
    case .stamped(var pace?):
      let standsStill = pace.add(readings.count - start, to: last, at: arrival, period: period)
      state = standsStill.map { $0 ? .arrival : .stamped(nil) } ?? .stamped(pace)
    case .undecided:
      let isZero = readings[start...].allSatisfy { $0.timestamp.nanoseconds == 0 }
      switch (isZero, readings.count - start) {
      case (false, let count):
        state = .stamped(Pace(first: readings[start].timestamp, arrival: arrival, count: count - 1))
      case (true, 1): state = .holding(readings.removeLast())
      case (true, _): state = .arrival
      }
    case .holding(let first):
      state =
        readings[start].timestamp.nanoseconds == 0
        ? .arrival : .stamped(Pace(first: first.timestamp, arrival: arrival))
      readings.insert(first, at: start)
    case .arrival:
      break
    }
    guard areArrivals else { return }
    clock.begin(scans: readings.count - start, at: arrival)
    for index in start..<readings.count { readings[index].timestamp = clock.next() }
  }
}
