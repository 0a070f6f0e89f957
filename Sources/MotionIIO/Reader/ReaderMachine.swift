import LinuxSupport
import MotionCore

/// The decisions of a reader: when to look for the accelerometer, and when to give it up.
///
/// Times are nanoseconds of `CLOCK_BOOTTIME`; the machine never reads a clock.
struct ReaderMachine: Hashable, Sendable {
  /// The silence after which time is told, so that an open motion can be cancelled.
  static let silence = GapRule.shortest
  /// The silence after which the accelerometer is given up.
  ///
  /// After as long without a tick the process was stopped or the machine suspended: the silence of
  /// that time says nothing about the accelerometer.
  static let stall: Int64 = 1_000_000_000
  /// The same in periods, for slow accelerometers.
  static let stallPeriods: Int64 = 8
  /// The delays before it is looked for again: one that is silent for ever is started anew once a minute.
  static let retryDelays = RetryDelays(first: .milliseconds(250), longest: .seconds(60))
  /// The longest delay where it was not found, or would not start: nothing tells that its obstacle is gone.
  static let longestSearch = Duration.seconds(2)

  enum State: Hashable, Sendable {
    /// Not started, or stopped.
    case idle
    /// The accelerometer is to be looked for at `due`; `delays` are the waits after that.
    case searching(due: Int64, delays: RetryDelays)
    /// Readings come.
    case streaming(Stream)
    /// No readings come: the chip watches.
    case watching
  }

  /// The times of the last readings, and the rules for a silence.
  struct Stream: Hashable, Sendable {
    /// The time of the last reading, or of the start.
    var last: Int64
    /// The beginning of the silence, without times when the process was stopped.
    var silentSince: Int64
    /// The time of the last check.
    var checked: Int64
    /// The silence after which it is given up.
    var stall: Int64
    /// The waits after that: one that never sent anything is looked for less and less often.
    var delays: RetryDelays
  }

  enum Action: Hashable, Sendable {
    case none
    /// Look for the accelerometer and start it.
    case open
    /// No reading came for so many nanoseconds: report the time.
    case tellTime(silence: Int64)
    /// No reading came for so many nanoseconds: give the accelerometer up.
    case giveUp(silence: Int64)
  }

  private(set) var state = State.idle

  /// The accelerometer is wanted from `now` on.
  mutating func start(at now: Int64) -> Action {
    switch state {
    case .idle:
      state = .searching(due: now, delays: Self.retryDelays)
      return .open
    case .searching, .streaming, .watching:
      return .none
    }
  }

  /// The accelerometer is no longer wanted.
  mutating func stop() {
    state = .idle
  }

  /// It is to be started anew at `now`, in order to sample at another rate or to watch.
  mutating func restart(at now: Int64) -> Action {
    switch state {
    case .idle, .searching:
      return .none
    case .streaming(let stream):
      state = .searching(due: now, delays: stream.delays)
      return .open
    case .watching:
      state = .searching(due: now, delays: Self.retryDelays)
      return .open
    }
  }

  /// It was found and started at `now`; its readings are `period` nanoseconds apart, if known.
  mutating func opened(at now: Int64, period: Int64?) {
    switch state {
    case .idle, .streaming, .watching:
      preconditionFailure("ReaderMachine: opened without having been asked to")
    case .searching(_, let delays):
      let periods = (period ?? 0).multipliedReportingOverflow(by: Self.stallPeriods)
      let stall = max(Self.stall, periods.overflow ? .max : periods.partialValue)
      state = .streaming(
        Stream(last: now, silentSince: now, checked: now, stall: stall, delays: delays))
    }
  }

  /// It was found, and its chip watches; a silence says nothing.
  mutating func watching() {
    switch state {
    case .idle, .streaming, .watching:
      preconditionFailure("ReaderMachine: watching without having been asked to open")
    case .searching:
      state = .watching
    }
  }

  /// It was not found, or would not start.
  mutating func openFailed(at now: Int64) {
    switch state {
    case .idle, .streaming, .watching:
      preconditionFailure("ReaderMachine: failed to open without having been asked to")
    case .searching(_, let delays):
      searchAgain(at: now, delays, upTo: Self.longestSearch)
    }
  }

  /// A device was plugged in, which may be the accelerometer, and may not be ready yet.
  mutating func appeared(at now: Int64) -> Action {
    switch state {
    case .searching:
      state = .searching(due: now, delays: Self.retryDelays)
      return .open
    case .idle, .streaming, .watching:
      return .none
    }
  }

  /// Readings came.
  mutating func received(at now: Int64) {
    switch state {
    case .idle, .searching, .watching:
      // They were under way when it was stopped or given up.
      return
    case .streaming(var stream):
      (stream.last, stream.silentSince, stream.checked) = (now, now, now)
      if stream.delays.count > 0 { stream.delays.reset() }
      state = .streaming(stream)
    }
  }

  /// Reading failed, or it is gone: it is to be looked for again.
  mutating func failed(at now: Int64) {
    switch state {
    case .idle, .searching:
      return
    case .streaming(let stream):
      searchAgain(at: now, stream.delays, upTo: Self.longestSearch)
    case .watching:
      searchAgain(at: now, Self.retryDelays, upTo: Self.longestSearch)
    }
  }

  private mutating func searchAgain(
    at now: Int64, _ delays: RetryDelays, upTo limit: Duration? = nil
  ) {
    var delays = delays
    state = .searching(due: now + delays.next(upTo: limit).nanoseconds, delays: delays)
  }

  /// The time until the accelerometer is to be looked for, in nanoseconds; nil if it is not.
  func untilSearch(from now: Int64) -> Int64? {
    switch state {
    case .idle, .streaming, .watching: nil
    case .searching(let due, _): max(0, due - now)
    }
  }

  /// Time passed; whatever readings were waiting were taken before.
  mutating func tick(at now: Int64) -> Action {
    switch state {
    case .idle, .watching:
      return .none
    case .searching(let due, _):
      return now >= due ? .open : .none
    case .streaming(var stream):
      if now - stream.checked > Self.stall { stream.silentSince = now }
      stream.checked = now
      state = .streaming(stream)
      let silence = now - stream.last
      if now - stream.silentSince >= stream.stall {
        searchAgain(at: now, stream.delays)
        return .giveUp(silence: silence)
      }
      return silence >= Self.silence ? .tellTime(silence: silence) : .none
    }
  }
}
