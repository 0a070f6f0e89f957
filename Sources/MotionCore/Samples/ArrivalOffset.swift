// SPDX-License-Identifier: Apache-2.0

/// The offset of a pipe's clock to `CLOCK_BOOTTIME` in nanoseconds, by the arrival of its readings.
///
/// Nothing tells how long a reading was under way. The least difference of the last minute stands
/// for a reading that was not held up: what is above it is delay. A clock that runs slow lets that
/// least difference grow, which is no delay.
package struct ArrivalOffset: Sendable {
  /// The time that one least difference stands for, 10 s, and the number of such times.
  private static let step: Int64 = 10_000_000_000
  private static let steps = 6
  /// The growth that moves the zero of the clock, as it runs slow: half a second.
  private static let drift: Int64 = 500_000_000

  /// The longest time from a reading to what is done about it, 1.5 s.
  package static let longestDelay = Duration.milliseconds(1500)

  /// The zero of the clock on `CLOCK_BOOTTIME`, for times on the bus.
  package private(set) var zero: Int64
  /// The latest reading's time, and its arrival.
  private var last: (time: Timestamp, arrival: Timestamp)
  /// True from a silence to the next reading.
  private var isAfterSilence = false
  /// The least differences, the oldest first, each with the time of its beginning.
  private var least: [(since: Int64, difference: Int64)]

  /// The offset by the first reading of a writer, at `time`, which came at `arrival`.
  package init(_ time: Timestamp, arrival: Timestamp) {
    zero = arrival.nanoseconds(since: time)
    punctual = zero
    last = (time, arrival)
    least = [(arrival.nanoseconds, zero)]
  }

  /// The least difference of the last minute, before the latest readings: a reading without delay
  /// comes so long after its time.
  ///
  /// Readings that come together prove nothing of each other: a recording copied into a pipe is not
  /// late.
  package private(set) var punctual: Int64

  /// Processes the readings that came at `arrival`.
  package mutating func process(_ readings: ArraySlice<Reading>, arrival: Timestamp) {
    punctual = least.lazy.map { $0.difference }.min() ?? zero
    let times = readings.lazy.map { $0.timestamp }.filter { $0.isPlausible }
    guard let difference = times.map({ arrival.nanoseconds(since: $0) }).min() else { return }
    last = (times.last ?? last.time, arrival)
    isAfterSilence = false
    let now = arrival.nanoseconds
    if let last = least.last, now - last.since < Self.step {
      least[least.count - 1].difference = min(last.difference, difference)
    } else {
      if least.count == Self.steps { least.removeFirst() }
      least.append((now, difference))
    }
    // A slow clock falls behind.
    if punctual - zero > Self.drift { zero = punctual }
  }
}

extension ArrivalOffset {
  /// Notes that readings stopped coming.
  package mutating func noteSilence() { isAfterSilence = true }

  /// Returns true if a reading at `time` that comes at `arrival` is by another clock.
  ///
  /// A clock does not go back, and runs with the time of this machine through a silence: after one,
  /// another program may have taken the pipe over, or a phone may have loaded a page again.
  fileprivate func isAnother(_ time: Timestamp, arrival: Timestamp) -> Bool {
    let (elapsed, passed) = (
      time.nanoseconds(since: last.time), arrival.nanoseconds(since: last.arrival)
    )
    return elapsed < 0
      || (isAfterSilence && elapsed - passed > Self.longestDelay.nanoseconds)
  }
}

extension ArrivalOffset? {
  /// Processes readings of a pipe that came at `arrival`, from the first one on.
  package mutating func process(_ readings: ArraySlice<Reading>, arrival: Timestamp) {
    if let time = readings.first(where: { $0.timestamp.isPlausible })?.timestamp,
      self?.isAnother(time, arrival: arrival) ?? true
    {
      self = ArrivalOffset(time, arrival: arrival)
    }
    self?.process(readings, arrival: arrival)
  }
}

extension Timestamp {
  /// The greatest age of a stamp in nanoseconds that counts when its clock shows this time: 10 min,
  /// or half of this time where that is less.
  ///
  /// A stamp from before is on another clock than its driver says, such as one that began with the
  /// device.
  package var oldestCredible: Int64 { min(600_000_000_000, nanoseconds / 2) }
}
