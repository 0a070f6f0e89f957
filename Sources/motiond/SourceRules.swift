// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSensors

/// The rule for leaving the accelerometer to its chip, which can report that it moves.
///
/// That saves the readings while only stillness is wanted, and the device lies still.
struct RestRule: Hashable, Sendable {
  private enum State: Hashable {
    /// Readings come, the first batch of them until this time; nil if none came yet.
    case awake(since: Timestamp?)
    /// Readings are not needed until the chip reports a movement.
    case resting
  }

  private var state = State.awake(since: nil)

  /// The shortest time of readings before a rest, 1 s in nanoseconds: by then a detector knows if
  /// the device moved.
  static let shortest: Int64 = 1_000_000_000

  /// Processes readings.
  ///
  /// - Parameters:
  ///   - time: the timestamp of the last one
  ///   - isStill: true if only stillness is wanted, and the device lies still
  /// - Returns: true if a rest begins with them
  mutating func process(_ time: Timestamp, isStill: Bool) -> Bool {
    switch state {
    case .awake(nil):
      state = .awake(since: time)
      return false
    case .awake(let start?):
      guard isStill, time.nanoseconds(since: start) >= Self.shortest else { return false }
      state = .resting
      return true
    // The chip cannot report a movement, so that readings come all the same.
    case .resting: return false
    }
  }

  /// Ends a rest: the device moves, or something else is wanted of it.
  mutating func wake() {
    state = .awake(since: nil)
  }
}

/// The liveness of a source, for the watchdog: an accelerometer that streams always reports
/// something.
struct SourceLiveness {
  private enum State {
    /// Nothing is expected.
    case idle
    /// Something is expected; nothing came since the last check.
    case silent
    /// Something is expected, and came since the last check.
    case heard
  }

  private var state = State.idle

  /// Processes an event of the source.
  mutating func process(_ event: AccelerometerEvent) {
    switch (event, state) {
    case (.started, _): state = .heard
    case (.paused, _), (.lost, _), (.ended, _): state = .idle
    case (.readings, _), (.time, _), (.moved, _), (.recognized, _), (.warning, _),
      (.interrupted, _):
      hear()
    }
  }

  /// Notes a sign of life of a source that streams.
  mutating func hear() {
    switch state {
    case .silent: state = .heard
    case .idle, .heard: break
    }
  }

  /// Notes that the source was stopped.
  mutating func stop() {
    state = .idle
  }

  /// Checks that something came since the last check, or that nothing is expected.
  mutating func check() -> Bool {
    switch state {
    case .idle: return true
    case .silent: return false
    case .heard:
      state = .silent
      return true
    }
  }
}

/// The clock of readings, and its offset to `CLOCK_BOOTTIME`, which stamps events on the bus.
enum ReadingClock: Hashable, Sendable {
  /// A clock of this machine's kernel.
  case kernel(AccelerometerInfo.Clock)
  /// Another clock, whose zero was at this time of `CLOCK_BOOTTIME`, in nanoseconds; and what is
  /// known of the delay of its readings, and of the greatest one: nil for a recording, which is
  /// never late.
  case other(zero: Int64, punctual: Int64?, lag: Int64?)

  /// The nanoseconds to add to a time of this clock: for `CLOCK_BOOTTIME`, and for the time when an
  /// event of it is due; nil if it is never late.
  var offsets: (bootTime: Int64, punctual: Int64?) {
    switch self {
    case .other(let zero, let punctual, _): return (zero, punctual)
    // Reading the same clock twice would give two times.
    case .kernel(.boottime): return (0, 0)
    case .kernel(let clock):
      let offset =
        clock.now.map { Timestamp.now().nanoseconds(since: $0) } ?? 0
      return (offset, offset)
    }
  }
}

extension ReadingClock {
  /// The greatest delay of the readings in the last minute, in nanoseconds; nil for readings that
  /// are never late, or whose reader counts late batches.
  var lag: Int64? {
    switch self {
    case .other(_, _, let lag): lag
    case .kernel: nil
    }
  }
}

/// The rule for when clients are sent the health of the daemon: once a minute of readings, so that
/// it needs no timer, and wakes no device.
struct HealthRule: Hashable, Sendable {
  /// The shortest time between two checks, 60 s in nanoseconds.
  static let period: Int64 = 60_000_000_000

  private var last: Timestamp?

  /// Processes the time of a reading.
  ///
  /// - Returns: true if it is time to check the health
  mutating func process(_ time: Timestamp) -> Bool {
    guard let last else {
      last = time
      return false
    }
    let elapsed = time.nanoseconds(since: last)
    // Another source may begin with an earlier time.
    guard elapsed < 0 || elapsed >= Self.period else { return false }
    self.last = time
    return elapsed > 0
  }
}

/// The rate of the readings, by their own timestamps.
///
/// It covers the latest five seconds that were read without a gap. This way a device that rests
/// keeps the rate that it had.
struct RateMeter {
  /// The time over which readings are counted, 5 s in nanoseconds.
  static let span: Int64 = 5_000_000_000
  /// The longest time between two readings without a gap, 1 s in nanoseconds.
  private static let longestSilence: Int64 = 1_000_000_000

  /// The rate in Hz; nil before the first such time.
  private(set) var rate: Hertz?
  private var count: Count?

  /// Readings since `start`, the newest at `last`.
  private struct Count {
    var start: Timestamp
    var last: Timestamp
    var intervals = 0
  }

  /// Counts a reading at `time`.
  mutating func add(_ time: Timestamp) {
    guard var count,
      (0...Self.longestSilence).contains(time.nanoseconds(since: count.last))
    else { return count = Count(start: time, last: time) }
    (count.last, count.intervals) = (time, count.intervals + 1)
    let elapsed = time.nanoseconds(since: count.start)
    guard elapsed >= Self.span else { return self.count = count }
    rate = Double(count.intervals) * 1e9 / Double(elapsed)
    self.count = Count(start: time, last: time)
  }

  /// Notes that the readings that follow continue none before.
  mutating func pause() {
    count = nil
  }
}
