// SPDX-License-Identifier: Apache-2.0

/// The offset of a pipe's clock to `CLOCK_BOOTTIME` in nanoseconds, by the arrival of its readings.
///
/// Where nothing tells how long a reading was under way, the least difference of arrival and time
/// in the last two minutes stands for a reading that was not held up: what is above it is delay.
/// Under a clock that runs slow, least differences grow step by step, which is no delay. A program
/// that measured how long its readings are under way writes times of `CLOCK_BOOTTIME`: there the
/// difference itself is the delay.
package struct ArrivalOffset: Sendable {
  /// The time that one least difference stands for, 5 s, and the number of such times.
  private static let step: Int64 = 5_000_000_000
  private static let steps = 24
  /// The growth that moves the zero of the clock, as it runs slow: half a second.
  private static let drift: Int64 = 500_000_000
  /// The greatest age of the first readings of a program that samples now: 10 s.
  private static let oldest: Int64 = 10_000_000_000

  /// The longest time from a reading to what is done about it, 1.5 s.
  package static let longestDelay = Duration.milliseconds(1500)

  /// The readings of one step.
  private struct Step {
    /// The arrival of the first of them.
    let since: Int64
    /// The least difference.
    var least: Int64
    /// The greatest delay of what was the newest reading when it came.
    var delay: Int64
  }

  /// The zero of the clock on `CLOCK_BOOTTIME`, for times on the bus.
  package private(set) var zero: Int64
  /// True if the clock is `CLOCK_BOOTTIME`.
  private let isBootTime: Bool
  /// The latest reading's time, and its arrival.
  private var last: (time: Timestamp, arrival: Timestamp)
  /// True from a silence to the next reading.
  private var isAfterSilence = false
  /// The last two minutes, the oldest step first.
  private var past: [Step]

  /// The offset by the first readings of a writer, which came at `arrival`.
  ///
  /// - Parameters:
  ///   - first: the time of the first reading
  ///   - newest: the time of the newest
  ///   - arrival: when they came
  ///   - isBootTime: true if the writer says that they are times of `CLOCK_BOOTTIME`, which is not
  ///     believed of a recording that is copied later
  package init(
    _ first: Timestamp, newest: Timestamp, arrival: Timestamp, isBootTime: Bool = false
  ) {
    let age = arrival.nanoseconds(since: newest)
    self.isBootTime = isBootTime && (0...Self.oldest).contains(age)
    zero = self.isBootTime ? 0 : arrival.nanoseconds(since: first)
    punctual = zero
    last = (first, arrival)
    past = [Step(since: arrival.nanoseconds, least: arrival.nanoseconds(since: first), delay: 0)]
  }

  /// The difference of a reading without delay, before the latest readings.
  ///
  /// Readings that come together prove nothing of each other: a recording copied into a pipe is not
  /// late.
  package private(set) var punctual: Int64

  /// The greatest delay of the last minute, in nanoseconds, of what was the newest reading.
  package var lag: Int64 { past.suffix(Self.steps / 2).lazy.map { $0.delay }.max() ?? 0 }

  /// Processes the readings that came at `arrival`.
  package mutating func process(_ readings: ArraySlice<Reading>, arrival: Timestamp) {
    let now = arrival.nanoseconds
    if !isBootTime {
      let growth = growth
      punctual =
        past.lazy.map { $0.least + Int64(growth * Double(now - $0.since)) }.min() ?? zero
    }
    let times = readings.lazy.map { $0.timestamp }.filter { $0.isPlausible }
    guard let least = times.map({ arrival.nanoseconds(since: $0) }).min() else { return }
    last = (times.last ?? last.time, arrival)
    isAfterSilence = false
    var step = Step(since: now, least: least, delay: max(0, least - punctual))
    if let last = past.last, now - last.since < Self.step {
      step = Step(
        since: last.since, least: min(last.least, least), delay: max(last.delay, step.delay))
      past.removeLast()
    }
    if past.count == Self.steps { past.removeFirst() }
    past.append(step)
    // A slow clock falls behind.
    if punctual - zero > Self.drift { zero = punctual }
  }

  /// The growth of least differences in a nanosecond, as a clock that runs slow has it: of half of
  /// the steps at least, so that a network that gets slow once does not count.
  private var growth: Double {
    let growths = zip(past.dropFirst(), past)
      .map { Double($0.least - $1.least) / Double(max(1, $0.since - $1.since)) }.sorted()
    return growths.count < 2 ? 0 : max(0, growths[(growths.count - 1) / 2])
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
  ///
  /// - Parameters:
  ///   - readings: the readings that came together
  ///   - arrival: when they came
  ///   - isBootTime: true if the writer says that its times are `CLOCK_BOOTTIME`
  package mutating func process(
    _ readings: ArraySlice<Reading>, arrival: Timestamp, isBootTime: Bool = false
  ) {
    let times = readings.lazy.map { $0.timestamp }.filter { $0.isPlausible }
    if let first = times.first, self?.isAnother(first, arrival: arrival) ?? true {
      self = ArrivalOffset(
        first, newest: times.max() ?? first, arrival: arrival,
        isBootTime: self == nil && isBootTime)
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
