// SPDX-License-Identifier: Apache-2.0

import LinuxSupport

/// The open resources of a reader; a test has plain values in their places.
protocol ReaderResources {
  /// The events of devices that come and go.
  associatedtype Devices
  /// The timer that fires at the time of the next search.
  associatedtype Retry
  /// The opened device: an accelerometer that samples, or a chip that watches.
  associatedtype Device
}

/// The state of a reader, with its open resources, and its decisions: when to have the opener look
/// for the accelerometer, when to give it up, and when to have the opener close it.
///
/// The opener does one thing at a time, and reports with `opened`, ``openFailed(_:at:)`` or
/// ``closed()``. Times are nanoseconds of `CLOCK_BOOTTIME`; the machine never reads a clock.
struct ReaderMachine<Open: ReaderResources> {
  /// States with a search are boxed, because a look at a large state copies it.
  enum State {
    /// The reader was not started, or was stopped.
    case idle
    /// There is no accelerometer; the opener looks for it when the search is due.
    indirect case searching(Open.Devices, Search)
    /// The opener looks for the accelerometer.
    indirect case opening(Open.Devices, Search, Reason)
    /// The opener looks for an accelerometer that nobody wants any more, and will close it again.
    case abandoned
    /// Readings come; ``ReaderMachine/silence`` has their times.
    case streaming(Open.Devices, Open.Device)
    /// No readings come: the chip watches.
    case watching(Open.Devices, Open.Device)
    /// The opener closes the open device, and something follows.
    indirect case closing(Next)
  }

  /// The next attempt to open the accelerometer.
  struct Search {
    /// The time of the attempt.
    var due: Int64
    /// The waits after that attempt.
    var delays: RetryDelays
    /// The timer of the attempt; nil before it is set.
    var retry: Open.Retry?
    /// The problem that was reported last; nil if there was none since the last accelerometer.
    var reported: AccelerometerError?
  }

  /// The reason why the opener looks for the accelerometer.
  enum Reason: Hashable, Sendable {
    /// The reader was started.
    case start
    /// The demand changed.
    case change
    /// The accelerometer was lost, or not found before.
    case search
  }

  /// The step after everything is closed.
  enum Next {
    /// Nothing: the reader was stopped.
    case rest
    /// The opener opens the accelerometer at once.
    case open(Open.Devices, Search, Reason)
    /// The opener looks for the accelerometer when the search is due.
    case search(Open.Devices, Search)
  }

  /// The times of the last readings, and the rule for a silence.
  struct Silence: Hashable, Sendable {
    /// The time of the last reading, or of the start.
    var last: Int64
    /// The beginning of the silence, without times when the process was stopped.
    var since: Int64
    /// The time of the last check.
    var checked: Int64
    /// The length of a silence that makes the reader give the accelerometer up.
    var limit: Int64
    /// The waits afterwards: the search for an accelerometer that never sent anything gets rarer
    /// and rarer.
    var delays: RetryDelays
  }

  enum Action {
    case none
    /// Have the opener look for the accelerometer.
    case open
    /// Have the opener close this.
    case close(Open.Device)
    /// Nothing: no device is open any more, and nothing is under way.
    case rest
    /// Set a timer for the search.
    case wait
    /// Report that the accelerometer is lost, and set a timer for the search.
    case lost(AccelerometerError)
    /// Report why the accelerometer does not open, and set a timer for the search.
    case warn(AccelerometerError)
    /// Report the time: no reading came for `silence` nanoseconds.
    case reportTime(silence: Int64)
    /// Give the accelerometer up, and have the opener close it: no reading came for `silence`
    /// nanoseconds.
    case giveUp(Open.Device, silence: Int64)
  }

  private(set) var state = State.idle
  /// The times of the stream; without a stream they mean nothing.
  ///
  /// Apart from the state: each reading changes the times, and a change within the state copies all
  /// of the state.
  private(set) var silence: Silence
  let times: ReaderTimes

  /// A reader that has not started.
  init(times: ReaderTimes) {
    self.times = times
    silence = Silence(last: 0, since: 0, checked: 0, limit: 0, delays: times.retryDelays)
  }

  // MARK: Demand

  /// Takes a demand for the accelerometer from `now` on.
  ///
  /// - Parameters:
  ///   - now: the time
  ///   - devices: a function that begins to receive events of devices
  /// - Returns: the action to perform, as for each input
  mutating func start(at now: Int64, _ devices: () -> Open.Devices) -> Action {
    switch state {
    case .idle:
      state = .opening(devices(), Search(due: now, delays: times.retryDelays), .start)
      return .open
    case .abandoned:
      state = .opening(devices(), Search(due: now, delays: times.retryDelays), .start)
      return .none
    case .closing(.rest):
      let search = Search(due: now, delays: times.retryDelays)
      state = .closing(.open(devices(), search, .start))
      return .none
    case .closing(.open), .closing(.search), .searching, .opening, .streaming, .watching:
      return .none
    }
  }

  /// Takes the end of the demand for the accelerometer.
  mutating func stop() -> Action {
    switch state {
    case .idle: return .rest
    case .searching:
      state = .idle
      return .rest
    case .opening:
      state = .abandoned
      return .none
    case .abandoned: return .none
    case .streaming(_, let device), .watching(_, let device):
      state = .closing(.rest)
      return .close(device)
    case .closing:
      state = .closing(.rest)
      return .none
    }
  }

  /// Has the opener close the open device, which does not serve the demand, and open again from
  /// `now` on.
  mutating func restart(at now: Int64) -> Action {
    switch state {
    case .idle, .searching, .opening, .abandoned, .closing:
      return .none
    case .streaming(let devices, let device):
      state = .closing(.open(devices, Search(due: now, delays: silence.delays), .change))
      return .close(device)
    case .watching(let devices, let device):
      state = .closing(.open(devices, Search(due: now, delays: times.retryDelays), .change))
      return .close(device)
    }
  }

  // MARK: Reports of the opener

  /// Takes an opening at `now`: the accelerometer samples, or its chip watches.
  ///
  /// While it samples, readings are `period` nanoseconds apart, if known. While the chip watches, a
  /// silence says nothing.
  ///
  /// `longestSilence` is the silence that makes the reader give it up; without one, the period
  /// decides.
  mutating func opened(
    _ device: Open.Device, at now: Int64, isSampling: Bool, period: Int64?,
    longestSilence: Int64? = nil
  ) -> Action {
    switch state {
    case .idle, .searching, .streaming, .watching, .closing:
      preconditionFailure("ReaderMachine: opened without having been asked to")
    case .abandoned:
      state = .closing(.rest)
      return .close(device)
    case .opening(let devices, _, _) where !isSampling:
      state = .watching(devices, device)
      return .none
    case .opening(let devices, let search, _):
      silence = Silence(
        last: now, since: now, checked: now, limit: longestSilence ?? times.stall(period: period),
        delays: search.delays)
      state = .streaming(devices, device)
      return .none
    }
  }

  /// Takes a failure: the opener did not find the accelerometer, or could not start it.
  mutating func openFailed(_ error: AccelerometerError, at now: Int64) -> Action {
    switch state {
    case .idle, .searching, .streaming, .watching, .closing:
      preconditionFailure("ReaderMachine: failed to open without having been asked to")
    case .abandoned:
      state = .idle
      return .rest
    case .opening(let devices, let search, .start), .opening(let devices, let search, .change):
      state = .searching(
        devices, next(at: now, search.delays, upTo: times.longestSearch, reported: error))
      return .lost(error)
    case .opening(let devices, let search, .search):
      // The absence was reported when the accelerometer was lost.
      let isNews = error.isObstacle && error != search.reported
      let reported = isNews ? error : search.reported
      state = .searching(
        devices, next(at: now, search.delays, upTo: times.longestSearch, reported: reported))
      return isNews ? .warn(error) : .wait
    }
  }

  /// Takes the end of a closing.
  mutating func closed() -> Action {
    switch state {
    case .idle, .searching, .opening, .abandoned, .streaming, .watching:
      preconditionFailure("ReaderMachine: closed without having been asked to")
    case .closing(.rest):
      state = .idle
      return .rest
    case .closing(.open(let devices, let search, let reason)):
      state = .opening(devices, search, reason)
      return .open
    case .closing(.search(let devices, let search)):
      state = .searching(devices, search)
      return .wait
    }
  }

  // MARK: Reports of the accelerometer

  /// Takes a new device, which may be the accelerometer, and may not be ready yet.
  mutating func appeared(at now: Int64) -> Action {
    switch state {
    case .searching(let devices, var search):
      (search.due, search.delays, search.retry) = (now, times.retryDelays, nil)
      state = .opening(devices, search, .search)
      return .open
    case .opening(let devices, var search, let reason):
      // The opener may have looked before the device was there.
      search.delays = times.retryDelays
      state = .opening(devices, search, reason)
      return .none
    case .closing(.search(let devices, var search)):
      (search.due, search.delays) = (now, times.retryDelays)
      state = .closing(.open(devices, search, .search))
      return .none
    case .idle, .abandoned, .streaming, .watching, .closing(.rest), .closing(.open):
      return .none
    }
  }

  /// Takes the arrival of readings.
  ///
  /// It does the same in every state: in all but `streaming`, the readings were under way when the
  /// reader stopped or gave the accelerometer up, and their times mean nothing.
  mutating func received(at now: Int64) {
    (silence.last, silence.since, silence.checked) = (now, now, now)
    if silence.delays.count > 0 { silence.delays.reset() }
  }

  /// Takes a failure of reading at `now`, or the loss of the device, reported as `error`: the
  /// opener closes it, and looks for it again.
  mutating func failed(_ error: AccelerometerError, at now: Int64) -> Action {
    switch state {
    case .idle, .searching, .opening, .abandoned, .closing:
      return .none
    case .streaming(let devices, let device):
      state = .closing(
        .search(
          devices, next(at: now, silence.delays, upTo: times.longestSearch, reported: error)))
      return .close(device)
    case .watching(let devices, let device):
      state = .closing(
        .search(
          devices, next(at: now, times.retryDelays, upTo: times.longestSearch, reported: error)))
      return .close(device)
    }
  }

  private func next(
    at now: Int64, _ delays: RetryDelays, upTo limit: Duration? = nil,
    reported: AccelerometerError?
  ) -> Search {
    var delays = delays
    let due = now + delays.next(upTo: limit).nanoseconds
    return Search(due: due, delays: delays, reported: reported)
  }

  // MARK: Time

  /// Returns the time until the next search for the accelerometer, in nanoseconds; nil if none is
  /// due.
  func untilSearch(from now: Int64) -> Int64? {
    switch state {
    case .idle, .opening, .abandoned, .streaming, .watching, .closing: nil
    case .searching(_, let search): max(0, search.due - now)
    }
  }

  /// Sets the timer of the next attempt, which fires with `retry`.
  mutating func wait(for retry: Open.Retry) {
    switch state {
    case .idle, .opening, .abandoned, .streaming, .watching, .closing:
      preconditionFailure("ReaderMachine: nothing to wait for")
    case .searching(let devices, var search):
      search.retry = retry
      state = .searching(devices, search)
    }
  }

  /// Takes the passing of time; the waiting readings were processed before.
  mutating func tick(at now: Int64) -> Action {
    switch state {
    case .idle, .opening, .abandoned, .watching, .closing:
      return .none
    case .searching(let devices, var search):
      // A timer may be too early by one clock and in time by another.
      guard now >= search.due else { return .wait }
      search.retry = nil
      state = .opening(devices, search, .search)
      return .open
    case .streaming(let devices, let device):
      if now - silence.checked > times.stall { silence.since = now }
      silence.checked = now
      let length = now - silence.last
      guard now - silence.since < silence.limit else {
        // The shell reports the silence, with the accelerometer's name.
        state = .closing(.search(devices, next(at: now, silence.delays, reported: nil)))
        return .giveUp(device, silence: length)
      }
      return length >= times.silence ? .reportTime(silence: length) : .none
    }
  }
}

extension ReaderMachine.Search: Equatable where Open.Retry: Equatable {}
extension ReaderMachine.Next: Equatable where Open.Devices: Equatable, Open.Retry: Equatable {}
extension ReaderMachine.State: Equatable
where Open.Devices: Equatable, Open.Retry: Equatable, Open.Device: Equatable {}
extension ReaderMachine.Action: Equatable where Open.Device: Equatable {}
