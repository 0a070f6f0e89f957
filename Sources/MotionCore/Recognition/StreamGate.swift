/// Decides which readings detectors see, and where a stream breaks off.
///
/// It refuses garbage and late readings, and it finds gaps and jumps of the clock, once for all
/// detectors.
struct StreamGate: Hashable, Sendable {
  /// The shortest silence that is a gap: 250 ms, in nanoseconds.
  ///
  /// A shake has four to six swings a second: after a quarter of a second nobody can say what
  /// happened meanwhile.
  static let shortestGap: Int64 = 250_000_000

  /// A silence of up to this many periods is no gap, where that is longer: a low rate, not a loss.
  static let periodsOfGap: Int64 = 4

  /// What became of a reading.
  enum Verdict: Hashable, Sendable {
    /// It continues the stream.
    case admitted
    /// It starts anew: the stream before it broke off at this moment.
    case admittedAfterBreak(at: Timestamp)
    /// A value was not a number or beyond ``Reading/limit``.
    case implausible
    /// It was not later than the reading before.
    case late
  }

  private var stream: Stream?

  /// Takes the next reading and says what it is.
  mutating func admit(_ reading: Reading) -> Verdict {
    guard reading.isPlausible else { return .implausible }
    let now = reading.timestamp
    guard let stream else {
      self.stream = Stream(last: now)
      return .admitted
    }
    if now <= stream.clock {
      guard stream.last.nanoseconds(since: now) > Self.shortestGap else { return .late }
      // The clock jumped back: a new epoch.
      self.stream = Stream(last: now)
      return .admittedAfterBreak(at: stream.clock)
    }
    self.stream = stream.continued(at: now)
    guard now.nanoseconds(since: stream.last) > stream.gap else { return .admitted }
    return .admittedAfterBreak(at: stream.breakMoment)
  }

  /// Time passed without a reading: the moment the stream broke off, if it did by `now`.
  ///
  /// The moment is the one that the next reading would have found, so that a live run and its
  /// replay agree.
  mutating func advance(to now: Timestamp) -> Timestamp? {
    guard let stream, now.nanoseconds(since: stream.last) > stream.gap else { return nil }
    self.stream?.clock = stream.breakMoment
    return stream.breakMoment
  }

  /// The stream is over or lost: the moment it is given up at, if anything was read.
  mutating func interrupt() -> Timestamp? {
    defer { stream = nil }
    return stream?.clock
  }

  /// What is known of a stream that has begun.
  private struct Stream: Hashable {
    /// When the last reading was taken.
    var last: Timestamp
    /// That, or the later moment at which the stream was found broken.
    var clock: Timestamp
    /// What separated the last two readings in nanoseconds; unknown after the first reading.
    var spacing: Int64?
    /// The shorter of the last two spacings, so that one gap never passes for a low rate.
    var period: Int64 = 0

    init(last: Timestamp) {
      self.last = last
      clock = last
    }

    /// The longest silence in nanoseconds that is no gap.
    var gap: Int64 {
      let (periods, overflow) = period.multipliedReportingOverflow(by: StreamGate.periodsOfGap)
      return overflow ? .max : max(StreamGate.shortestGap, periods)
    }

    /// When the stream is given up if nothing more comes.
    var breakMoment: Timestamp {
      last.advanced(byNanoseconds: gap)
    }

    func continued(at now: Timestamp) -> Stream {
      var next = Stream(last: now)
      let silence = now.nanoseconds(since: last)
      next.spacing = silence
      next.period = min(spacing ?? 0, silence)
      return next
    }
  }
}
