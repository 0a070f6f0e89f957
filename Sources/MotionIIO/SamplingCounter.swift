import MotionCore

/// Counts what a reader does; it is told the time, in nanoseconds, and never reads a clock.
struct SamplingCounter: Sendable {
  /// The least age at which a batch is late: 100 ms.
  static let lateness: Int64 = 100_000_000
  /// The shortest spacing of readings that is a gap: 250 ms, as it is to the recogniser.
  static let gap: Int64 = 250_000_000
  /// How many periods either may last, where that is longer.
  static let periods: Int64 = 4
  /// Full buffers this close to each other are one episode: 10 s.
  static let episode: Int64 = 10_000_000_000

  private(set) var statistics = SamplingStatistics()
  private var stream = Stream.none
  private var lastOverrun: Int64?

  /// What the next reading continues.
  private enum Stream: Hashable {
    /// Nothing: not started, or stopped.
    case none
    /// It is open; `last` is the newest reading, of this session or of the one before.
    case open(clock: AccelerometerInfo.Clock?, period: Int64, last: Timestamp?)
    /// It was lost after `last`.
    case lost(clock: AccelerometerInfo.Clock?, last: Timestamp?)
  }

  /// The accelerometer samples; its readings are `period` nanoseconds apart, if known.
  mutating func opened(clock: AccelerometerInfo.Clock?, period: Int64?) {
    let period = period ?? 0
    switch stream {
    case .none:
      stream = .open(clock: clock, period: period, last: nil)
    case .open(let before, _, let last), .lost(let before, let last):
      if case .lost = stream { statistics.reopenings += 1 }
      // Two clocks cannot be compared.
      stream = .open(clock: clock, period: period, last: clock == before ? last : nil)
    }
  }

  /// A batch of `readings` came when their own clock showed `now`; nil if that is not known.
  mutating func took(_ readings: [Reading], now: Timestamp?) {
    guard let newest = readings.last?.timestamp else { return }
    statistics.readings += readings.count
    statistics.batches += 1
    switch stream {
    case .none, .lost:
      // They were under way when it was stopped or given up.
      return
    case .open(let clock, let period, var last):
      let (periods, overflow) = period.multipliedReportingOverflow(by: Self.periods)
      let patience = overflow ? .max : periods
      for reading in readings {
        if let last, Self.span(from: last, to: reading.timestamp) > max(Self.gap, patience) {
          statistics.gaps += 1
        }
        last = reading.timestamp
      }
      stream = .open(clock: clock, period: period, last: last)
      guard let now else { return }
      let age = Self.span(from: newest, to: now)
      statistics.worstLateness = max(statistics.worstLateness, age)
      if age > max(Self.lateness, patience) { statistics.lateBatches += 1 }
    }
  }

  /// The kernel's buffer was found full at `now`; whether that begins an episode, which is news.
  mutating func overran(at now: Int64) -> Bool {
    statistics.overruns += 1
    defer { lastOverrun = now }
    return lastOverrun.map { now - $0 > Self.episode } ?? true
  }

  /// So many timed reads came too late to be made.
  mutating func missed(_ count: Int) {
    statistics.missed += count
  }

  /// The accelerometer was lost.
  mutating func lost() {
    switch stream {
    case .open(let clock, _, let last):
      statistics.losses += 1
      stream = .lost(clock: clock, last: last)
    case .none, .lost:
      // It was not found in the first place.
      return
    }
  }

  /// The reader was stopped: what comes after a start does not continue anything.
  mutating func stopped() {
    stream = .none
    lastOverrun = nil
  }

  /// The nanoseconds from `earlier` to `later`; as many as there can be, if they are more.
  private static func span(from earlier: Timestamp, to later: Timestamp) -> Int64 {
    let (span, overflow) = later.nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return overflow ? (later > earlier ? .max : .min) : span
  }
}
