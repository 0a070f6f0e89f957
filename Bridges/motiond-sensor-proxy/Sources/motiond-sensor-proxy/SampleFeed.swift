// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionBus

/// The machine that opens motiond's pipe of readings while they are wanted, and only then.
///
/// The first attempt after a claim starts motiond where it does not run. Later ones do not, so that
/// a motiond that was stopped stays stopped: they wait for it to appear. A refusal is tried again
/// after a while too, as its cause may go.
struct SampleFeed: Hashable {
  /// An event that concerns the pipe.
  enum Input: Hashable {
    /// Clients want readings from now on, or do not.
    case wanted(Bool)
    /// motiond has answered the last call with a pipe.
    case opened
    /// The last call failed.
    case refused(BusError)
    /// The pipe has ended, as motiond did, or closed it.
    case ended
    /// A motiond has appeared on the bus.
    case appeared
    /// The delay of ``Action/retry(after:)`` is over.
    case due
  }

  /// A task for the shell.
  enum Action: Hashable {
    /// Ask motiond for a pipe, and start it or not.
    case open(starting: Bool)
    /// Close the pipe, or forget the call for one.
    case close
    /// Pass ``Input/due`` after this time, unless another action comes before.
    case retry(after: Duration)
    /// Write this problem to the log.
    case report(String)
    /// Write to the log that readings come again.
    case reportRecovery
  }

  private enum State: Hashable {
    /// No client wants readings.
    case idle
    /// The bridge waits for a pipe from motiond; the problem before, which was reported, if there
    /// was one.
    case opening(after: String?)
    /// The pipe is open.
    case open
    /// There is no pipe, for this reason, which was reported.
    case waiting(for: String)
  }

  private var state = State.idle
  private var delays = RetryDelays(first: .seconds(1), longest: .seconds(64))

  /// A Boolean value that indicates whether readings come.
  var isOpen: Bool { state == .open }

  /// Processes the next event, and returns what to do about it, in order.
  mutating func process(_ input: Input) -> [Action] {
    switch (state, input) {
    case (.idle, .wanted(true)):
      state = .opening(after: nil)
      return [.open(starting: true)]
    case (.opening, .wanted(false)), (.open, .wanted(false)), (.waiting, .wanted(false)):
      state = .idle
      delays.reset()
      return [.close]
    case (.opening(nil), .opened):
      state = .open
      return []
    case (.opening(_?), .opened):
      state = .open
      return [.reportRecovery]
    case (.opening(let former), .refused(let error)):
      return wait(for: Self.problem(error), former)
    case (.open, .ended):
      return [.close] + wait(for: "motiond has ended the readings; waiting for it", nil)
    case (.waiting(let problem), .appeared), (.waiting(let problem), .due):
      state = .opening(after: problem)
      return [.open(starting: false)]
    // A call or a pipe of that motiond shows by itself what becomes of it.
    case (.opening, .appeared), (.open, .appeared): return []
    // Without claims the bridge asks no motiond.
    case (.idle, .appeared), (.idle, .wanted(false)): return []
    // More clients want what is there already.
    case (.opening, .wanted(true)), (.open, .wanted(true)), (.waiting, .wanted(true)): return []
    // Answers and ends of what was closed meanwhile.
    case (.idle, .opened), (.idle, .refused), (.idle, .ended), (.idle, .due),
      (.opening, .ended), (.opening, .due), (.open, .opened), (.open, .refused), (.open, .due),
      (.waiting, .opened), (.waiting, .refused), (.waiting, .ended):
      return []
    }
  }

  /// Says that readings come: the next problem is another one.
  mutating func succeed() {
    delays.reset()
  }

  private mutating func wait(for problem: String, _ former: String?) -> [Action] {
    state = .waiting(for: problem)
    let report: [Action] = problem == former ? [] : [.report(problem)]
    return report + [.retry(after: delays.next())]
  }

  /// An error of the call, and what to do about it.
  private static func problem(_ error: BusError) -> String {
    switch error {
    case .noDaemon(_, let message):
      "motiond is not running and could not be started: systemctl start motiond (\(message))"
    case .refused(_, Motion1.ErrorName.accessDenied, let message),
      .refused(_, Motion1.ErrorName.interactionRequired, let message):
      "motiond does not let this program read the accelerometer (\(message)): install "
        + "motiond-sensor-proxy.rules in /usr/share/polkit-1/rules.d"
    case .refused(_, "org.freedesktop.DBus.Error.UnknownMethod", _):
      "motiond is older than motiond-sensor-proxy: install both of one release"
    case .noBus, .disconnected, .failed, .nameTaken, .stopped, .refused:
      "motiond gives no readings: \(error)"
    }
  }
}
