// SPDX-License-Identifier: Apache-2.0

import LinuxSupport

/// The things that a reader has open; a test has plain values in their places.
protocol ReaderResources {
  /// The events of devices that come and go.
  associatedtype Devices
  /// The timer that fires when the accelerometer is to be looked for again.
  associatedtype Retry
  /// The accelerometer that samples: its buffer, its trigger, and what its chip recognizes
  /// meanwhile.
  associatedtype Stream
  /// The chip that recognizes events while no readings are taken.
  associatedtype Watch
}

/// The state of a reader, with what is open in it, and its decisions: when to look for the
/// accelerometer, and when to give it up.
///
/// Times are nanoseconds of `CLOCK_BOOTTIME`; the machine never reads a clock.
struct ReaderMachine<Open: ReaderResources> {
  enum State {
    /// Not started, or stopped.
    case idle
    /// There is no accelerometer: it is being opened, or looked for when the search is due.
    case searching(Open.Devices, Search)
    /// Readings come.
    case streaming(Open.Devices, Open.Stream, Silence)
    /// No readings come: the chip watches.
    case watching(Open.Devices, Open.Watch)
  }

  /// The next attempt to open the accelerometer.
  struct Search {
    /// The time of the attempt.
    var due: Int64
    /// The waits after that.
    var delays: RetryDelays
    /// The timer of the attempt; nil while it is being made.
    var retry: Open.Retry?
    /// The problem that was reported last; nil if none was since there was an accelerometer.
    var reported: AccelerometerError?
  }

  /// The times of the last readings, and the rule for a silence.
  struct Silence: Hashable, Sendable {
    /// The time of the last reading, or of the start.
    var last: Int64
    /// The beginning of the silence, without times when the process was stopped.
    var since: Int64
    /// The time of the last check.
    var checked: Int64
    /// The length after which the accelerometer is given up.
    var limit: Int64
    /// The waits after that: one that never sent anything is looked for less and less often.
    var delays: RetryDelays
  }

  enum Action {
    case none
    /// Look for the accelerometer and open it.
    case open
    /// No reading came for so many nanoseconds: report the time.
    case reportTime(silence: Int64)
    /// No reading came for so many nanoseconds: close the accelerometer, which is given up.
    case giveUp(Open.Stream, silence: Int64)
  }

  private(set) var state = State.idle
  let times: ReaderTimes

  /// A reader that has not started.
  init(times: ReaderTimes) {
    self.times = times
  }

  /// The accelerometer is wanted from `now` on.
  ///
  /// - Parameters:
  ///   - now: the time
  ///   - devices: begins to receive events of devices
  /// - Returns: true if it is to be opened
  mutating func start(at now: Int64, _ devices: () -> Open.Devices) -> Bool {
    switch state {
    case .idle:
      state = .searching(devices(), Search(due: now, delays: times.retryDelays))
      return true
    case .searching, .streaming, .watching:
      return false
    }
  }

  /// The accelerometer is no longer wanted; its stream was closed.
  mutating func stop() {
    state = .idle
  }

  /// It was closed at `now` in order to sample at another rate, or to watch.
  ///
  /// - Returns: true if it is to be opened anew
  mutating func restart(at now: Int64) -> Bool {
    switch state {
    case .idle, .searching:
      return false
    case .streaming(let devices, _, let silence):
      state = .searching(devices, Search(due: now, delays: silence.delays))
      return true
    case .watching(let devices, _):
      state = .searching(devices, Search(due: now, delays: times.retryDelays))
      return true
    }
  }

  /// It was opened at `now`, and samples; its readings are `period` nanoseconds apart, if known.
  mutating func opened(_ stream: Open.Stream, at now: Int64, period: Int64?) {
    switch state {
    case .idle, .streaming, .watching:
      preconditionFailure("ReaderMachine: opened without having been asked to")
    case .searching(let devices, let search):
      let silence = Silence(
        last: now, since: now, checked: now, limit: times.stall(period: period),
        delays: search.delays)
      state = .streaming(devices, stream, silence)
    }
  }

  /// It was opened, and its chip watches; a silence says nothing.
  mutating func opened(_ watch: Open.Watch) {
    switch state {
    case .idle, .streaming, .watching:
      preconditionFailure("ReaderMachine: watching without having been asked to open")
    case .searching(let devices, _):
      state = .watching(devices, watch)
    }
  }

  /// It was not found, or would not start.
  mutating func openFailed(at now: Int64) {
    switch state {
    case .idle, .streaming, .watching:
      preconditionFailure("ReaderMachine: failed to open without having been asked to")
    case .searching(let devices, let search):
      searchAgain(devices, at: now, search.delays, upTo: times.longestSearch, search.reported)
    }
  }

  /// The next attempt is made when `retry` fires; `error` is the problem reported so far.
  mutating func wait(for retry: Open.Retry, reported error: AccelerometerError?) {
    switch state {
    case .idle, .streaming, .watching:
      preconditionFailure("ReaderMachine: nothing to wait for")
    case .searching(let devices, var search):
      (search.retry, search.reported) = (retry, error)
      state = .searching(devices, search)
    }
  }

  /// A device was plugged in, which may be the accelerometer, and may not be ready yet.
  ///
  /// - Returns: true if it is to be opened
  mutating func appeared(at now: Int64) -> Bool {
    switch state {
    case .searching(let devices, var search):
      (search.due, search.delays) = (now, times.retryDelays)
      state = .searching(devices, search)
      return true
    case .idle, .streaming, .watching:
      return false
    }
  }

  /// Readings came.
  mutating func received(at now: Int64) {
    switch state {
    case .idle, .searching, .watching:
      // They were under way when it was stopped or given up.
      return
    case .streaming(let devices, let stream, var silence):
      (silence.last, silence.since, silence.checked) = (now, now, now)
      if silence.delays.count > 0 { silence.delays.reset() }
      state = .streaming(devices, stream, silence)
    }
  }

  /// Reading failed, or it is gone, and its stream was closed: it is to be looked for again.
  mutating func failed(at now: Int64) {
    switch state {
    case .idle, .searching:
      return
    case .streaming(let devices, _, let silence):
      searchAgain(devices, at: now, silence.delays, upTo: times.longestSearch, nil)
    case .watching(let devices, _):
      searchAgain(devices, at: now, times.retryDelays, upTo: times.longestSearch, nil)
    }
  }

  private mutating func searchAgain(
    _ devices: Open.Devices, at now: Int64, _ delays: RetryDelays, upTo limit: Duration? = nil,
    _ reported: AccelerometerError?
  ) {
    var delays = delays
    let due = now + delays.next(upTo: limit).nanoseconds
    state = .searching(devices, Search(due: due, delays: delays, reported: reported))
  }

  /// The time until the accelerometer is to be looked for, in nanoseconds; nil if it is not.
  func untilSearch(from now: Int64) -> Int64? {
    switch state {
    case .idle, .streaming, .watching: nil
    case .searching(_, let search): max(0, search.due - now)
    }
  }

  /// Time passed; the readings that were waiting were processed before.
  mutating func tick(at now: Int64) -> Action {
    switch state {
    case .idle, .watching:
      return .none
    case .searching(_, let search):
      return now >= search.due ? .open : .none
    case .streaming(let devices, let stream, var silence):
      if now - silence.checked > times.stall { silence.since = now }
      silence.checked = now
      state = .streaming(devices, stream, silence)
      let length = now - silence.last
      if now - silence.since >= silence.limit {
        searchAgain(devices, at: now, silence.delays, nil)
        return .giveUp(stream, silence: length)
      }
      return length >= times.silence ? .reportTime(silence: length) : .none
    }
  }
}

extension ReaderMachine.Search: Equatable where Open.Retry: Equatable {}
extension ReaderMachine.State: Equatable
where
  Open.Devices: Equatable, Open.Retry: Equatable, Open.Stream: Equatable, Open.Watch: Equatable
{}
extension ReaderMachine.Action: Equatable where Open.Stream: Equatable {}
