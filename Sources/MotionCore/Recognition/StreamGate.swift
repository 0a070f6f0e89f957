// SPDX-License-Identifier: Apache-2.0

/// A filter in front of the detectors, which drops bad readings and finds breaks in the stream.
///
/// It drops implausible and late readings, and finds gaps and jumps of the clock, once for all
/// detectors.
package struct StreamGate: Hashable, Sendable {
  /// The decision about a reading.
  package enum Verdict: Hashable, Sendable {
    /// The reading continues the stream.
    case admitted
    /// The reading starts a new stream: the stream before it broke off at this moment.
    case admittedAfterBreak(at: Timestamp)
    /// A value is not a number or beyond ``Reading/limit``, or the time is beyond
    /// ``Timestamp/limit``.
    case implausible
    /// The reading is not later than the one before.
    case late
  }

  private var stream: Stream?

  /// A filter that has seen nothing.
  package init() {}

  /// Counts of all readings so far.
  private(set) var statistics = StreamStatistics()

  /// The time of the stream: of its last reading, or of the later moment when the gate found it
  /// broken.
  var time: Timestamp? { stream?.clock }

  /// Takes the next reading, counts it and decides about it.
  @inline(__always)
  package mutating func admit(_ reading: Reading) -> Verdict {
    let verdict = judge(reading)
    switch verdict {
    case .admitted: statistics.admitted += 1
    case .admittedAfterBreak:
      statistics.admitted += 1
      statistics.breaks += 1
    case .implausible: statistics.implausible += 1
    case .late: statistics.late += 1
    }
    return verdict
  }

  @inline(__always)
  private mutating func judge(_ reading: Reading) -> Verdict {
    guard reading.isPlausible else { return .implausible }
    let now = reading.timestamp
    guard let stream else {
      self.stream = Stream(last: now)
      return .admitted
    }
    if now <= stream.clock {
      guard stream.last.nanoseconds(since: now) > GapRule.shortest else { return .late }
      // The clock jumped back: a new epoch.
      self.stream = Stream(last: now)
      return .admittedAfterBreak(at: stream.clock)
    }
    let silence = now.nanoseconds(since: stream.last)
    self.stream?.continue(at: now, after: silence)
    // No gap is shorter than the shortest one: for most readings this check is enough.
    guard silence > GapRule.shortest, !stream.isPaused, silence > stream.gap else {
      return .admitted
    }
    return .admittedAfterBreak(at: stream.breakMoment)
  }

  /// Takes the passing of time without a reading, and returns the moment of a break by `now`, if
  /// any.
  ///
  /// The next reading would have found the same moment: a live run and its replay agree.
  mutating func advance(to now: Timestamp) -> Timestamp? {
    guard let stream, !stream.isPaused, now.nanoseconds(since: stream.last) > stream.gap else {
      return nil
    }
    self.stream?.clock = stream.breakMoment
    return stream.breakMoment
  }

  /// Takes a pause of the readings that is no gap: the next reading continues the stream.
  mutating func pause() {
    stream?.isPaused = true
  }

  /// Takes the end of the stream, and returns its last moment, if there was a reading.
  package mutating func interrupt() -> Timestamp? {
    defer { stream = nil }
    return stream?.clock
  }

  /// The state of a stream that has begun.
  private struct Stream: Hashable {
    /// The time of the last reading.
    var last: Timestamp
    /// The time of the last reading, or the later moment when the gate found the stream broken.
    var clock: Timestamp
    /// The time between the last two readings in nanoseconds; 0 after the first reading.
    var spacing: Int64 = 0
    /// The shorter one of the last two spacings, so that one gap never passes for a low rate.
    var period: Int64 = 0
    /// A Boolean value that indicates whether no readings are due: a silence is no gap now.
    var isPaused = false

    init(last: Timestamp) {
      self.last = last
      clock = last
    }

    /// The longest silence in nanoseconds that is no gap.
    var gap: Int64 {
      GapRule.longestSilence(period: period)
    }

    /// The moment when the gate gives the stream up if no reading comes.
    var breakMoment: Timestamp {
      last.advanced(byNanoseconds: gap)
    }

    /// Takes a reading at `now`, `silence` nanoseconds after the last.
    mutating func `continue`(at now: Timestamp, after silence: Int64) {
      (last, clock) = (now, now)
      (period, spacing) = isPaused ? (0, 0) : (min(spacing, silence), silence)
      isPaused = false
    }
  }
}
