/// Decides what a reader does: when to look for the accelerometer, and when to give it up.
///
/// Times are nanoseconds of `CLOCK_BOOTTIME`; the machine never reads a clock.
struct ReaderMachine: Hashable, Sendable {
  /// The silence after which time is told, so that an open motion can be cancelled: 250 ms.
  static let silence: Int64 = 250_000_000
  /// The silence after which the accelerometer is given up.
  static let stall: Int64 = 1_000_000_000
  /// The same in periods, for slow accelerometers.
  static let stallPeriods: Int64 = 8
  /// After so long without a tick the process was stopped or the machine suspended, 2 s: the silence of
  /// that time says nothing about the accelerometer.
  static let absence: Int64 = 2_000_000_000
  /// The first and the longest delay before it is looked for again.
  static let retryDelays: ClosedRange<Int64> = 250_000_000...2_000_000_000

  enum State: Hashable, Sendable {
    /// Not started, or stopped.
    case idle
    /// The accelerometer is to be looked for at `due`; `delay` is the wait after that.
    case searching(due: Int64, delay: Int64)
    /// Readings come.
    case streaming(Stream)
  }

  /// What is known of readings that come.
  struct Stream: Hashable, Sendable {
    /// When the last reading came, or it was started.
    var last: Int64
    /// Since when there has been silence that somebody heard.
    var silentSince: Int64
    /// When it was last looked after.
    var checked: Int64
    /// The silence after which it is given up.
    var stall: Int64
    /// The wait after that: one that never sent anything is looked for less and less often.
    var delay: Int64
  }

  enum Action: Hashable, Sendable {
    case none
    /// Look for the accelerometer and start it.
    case open
    /// Nothing came for so many nanoseconds: tell what time it is.
    case tellTime(silence: Int64)
    /// Nothing came for so many nanoseconds: give it up.
    case giveUp(silence: Int64)
  }

  private(set) var state = State.idle

  /// The accelerometer is wanted from `now` on.
  mutating func start(at now: Int64) -> Action {
    switch state {
    case .idle:
      state = .searching(due: now, delay: Self.retryDelays.lowerBound)
      return .open
    case .searching, .streaming:
      return .none
    }
  }

  /// The accelerometer is no longer wanted.
  mutating func stop() {
    state = .idle
  }

  /// It was found and started at `now`; its readings are `period` nanoseconds apart, if known.
  mutating func opened(at now: Int64, period: Int64?) {
    switch state {
    case .idle, .streaming:
      preconditionFailure("ReaderMachine: opened without having been asked to")
    case .searching(_, let delay):
      let periods = (period ?? 0).multipliedReportingOverflow(by: Self.stallPeriods)
      let stall = max(Self.stall, periods.overflow ? .max : periods.partialValue)
      state = .streaming(
        Stream(last: now, silentSince: now, checked: now, stall: stall, delay: delay))
    }
  }

  /// It was not found, or would not start.
  mutating func openFailed(at now: Int64) {
    switch state {
    case .idle, .streaming:
      preconditionFailure("ReaderMachine: failed to open without having been asked to")
    case .searching(_, let delay):
      searchAgain(at: now, after: delay)
    }
  }

  /// A device has just been plugged in: it may be the one, though perhaps not ready at once.
  mutating func appeared(at now: Int64) -> Action {
    switch state {
    case .searching:
      state = .searching(due: now, delay: Self.retryDelays.lowerBound)
      return .open
    case .idle, .streaming:
      return .none
    }
  }

  /// Readings came.
  mutating func received(at now: Int64) {
    switch state {
    case .idle, .searching:
      // They were under way when it was stopped or given up.
      return
    case .streaming(var stream):
      (stream.last, stream.silentSince, stream.checked) = (now, now, now)
      stream.delay = Self.retryDelays.lowerBound
      state = .streaming(stream)
    }
  }

  /// Reading failed, or it is gone: it is to be looked for again.
  mutating func failed(at now: Int64) {
    switch state {
    case .idle, .searching:
      return
    case .streaming(let stream):
      searchAgain(at: now, after: stream.delay)
    }
  }

  private mutating func searchAgain(at now: Int64, after delay: Int64) {
    state = .searching(due: now + delay, delay: min(2 * delay, Self.retryDelays.upperBound))
  }

  /// How long it is until the accelerometer is to be looked for, in nanoseconds; nil if it is not.
  func untilSearch(from now: Int64) -> Int64? {
    switch state {
    case .idle, .streaming: nil
    case .searching(let due, _): max(0, due - now)
    }
  }

  /// Time passed; whatever readings were waiting were taken before.
  mutating func tick(at now: Int64) -> Action {
    switch state {
    case .idle:
      return .none
    case .searching(let due, _):
      return now >= due ? .open : .none
    case .streaming(var stream):
      if now - stream.checked > Self.absence { stream.silentSince = now }
      stream.checked = now
      state = .streaming(stream)
      let silence = now - stream.last
      if now - stream.silentSince >= stream.stall {
        failed(at: now)
        return .giveUp(silence: silence)
      }
      return silence >= Self.silence ? .tellTime(silence: silence) : .none
    }
  }
}
