// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The state machine of a client of the daemon; the connection performs its actions.
///
/// Only two things start the daemon: the app becomes active, or the daemon that had taken its claim
/// is lost without having announced that it stops. If none can be started, the client waits for one
/// to appear: nothing is polled.
struct SessionMachine {
  /// The relation of the app to the daemon.
  enum State: Hashable {
    /// The app is not active: nothing is claimed.
    case inactive
    /// The claim has no answer yet; since it was sent, `owner` has got the daemon's name.
    case claiming(owner: String?)
    /// There is no daemon, or it refused: the session asks the next one that appears.
    case waiting
    /// `owner` has taken the claim, and these motions are open.
    case claimed(owner: String, OpenMotions)
    /// The bus is lost.
    case lost

    /// The unique name of the daemon that has taken the claim; nil if none has.
    var daemon: String? {
      switch self {
      case .claimed(let owner, _): owner
      case .inactive, .claiming, .waiting, .lost: nil
      }
    }
  }

  /// An event that concerns a client.
  enum Input: Hashable {
    /// The app becomes active.
    case activated
    /// The app becomes inactive.
    case deactivated
    /// The app is about to vibrate for so many milliseconds.
    case heldOff(UInt32)
    /// The daemon's name belongs to this unique name now, or has no owner.
    case ownerChanged(String?)
    /// The last claim was taken by this unique name.
    case accepted(by: String)
    /// The last claim was not taken.
    case refused(BusError)
    /// The last claim, which was to start the daemon, has no answer in the time for a start.
    case unanswered
    /// This unique name announces that it stops on request.
    case stopping(String)
    /// This unique name has an accelerometer now, or none.
    case accelerometer(Bool, of: String)
    /// A signal came from this unique name.
    case signal(MotionEvent, from: String)
    /// The bus is lost.
    case lost(BusError)
  }

  /// A task for the connection.
  enum Action: Hashable {
    /// Send a claim, and start the daemon for it or not; an answer to an earlier one does not
    /// count.
    case claim(starting: Bool)
    /// Take the claim back.
    case release
    /// Have the daemon hold motions off for so many milliseconds.
    case holdOff(UInt32)
    /// Deliver the event to the app.
    case deliver(MotionConnection.Event)
  }

  private(set) var state: State

  /// A machine in `state`, at first of an app that is not active yet.
  init(_ state: State = .inactive) {
    self.state = state
  }

  /// Takes `input`.
  ///
  /// - Parameters:
  ///   - input: the input
  ///   - now: the time, on the clock of the events
  /// - Returns: the actions to perform, in order
  mutating func handle(_ input: Input, at now: Timestamp) -> [Action] {
    switch (state, input) {
    case (.inactive, .activated):
      return claim(starting: true)
    case (.inactive, .ownerChanged(_?)):
      // A claim that the client released may have started the daemon, which was not there to hear
      // of the release.
      return [.release]
    case (.inactive, .deactivated), (.inactive, .heldOff), (.inactive, .ownerChanged(nil)),
      (.inactive, .accepted), (.inactive, .refused), (.inactive, .unanswered),
      (.inactive, .stopping), (.inactive, .accelerometer), (.inactive, .signal):
      return []

    case (.claiming, .deactivated):
      state = .inactive
      return [.release]
    case (.claiming, .ownerChanged(let owner)):
      state = .claiming(owner: owner)
      return []
    case (.claiming(let owner), .accepted(let acceptor)):
      guard owner == nil || owner == acceptor else { return claim(starting: false) }
      state = .claimed(owner: acceptor, OpenMotions())
      return [.deliver(.connected)]
    case (.claiming(let owner), .refused(let error)):
      // The daemon that has appeared since may not be the one that refused.
      if owner != nil { return claim(starting: false) }
      state = .waiting
      return [.deliver(.unavailable(error))]
    case (.claiming, .heldOff(let milliseconds)), (.claimed, .heldOff(let milliseconds)):
      // The daemon takes it after the claim, and cancels what is open.
      return [.holdOff(milliseconds)]
    case (.claiming, .unanswered):
      // The client waits for a daemon that runs and is slow; without one the bus says so at once.
      return claim(starting: false)
    case (.claiming, .activated), (.claiming, .stopping), (.claiming, .accelerometer),
      (.claiming, .signal):
      return []

    case (.waiting, .ownerChanged(_?)):
      return claim(starting: false)
    case (.waiting, .deactivated):
      state = .inactive
      return []
    case (.waiting, .activated), (.waiting, .heldOff), (.waiting, .ownerChanged(nil)),
      (.waiting, .accepted), (.waiting, .refused), (.waiting, .unanswered), (.waiting, .stopping),
      (.waiting, .accelerometer), (.waiting, .signal):
      return []

    case (.claimed(_, let open), .deactivated):
      state = .inactive
      return interrupt(open, at: now) + [.release]
    case (.claimed(let owner, let open), .ownerChanged(let newOwner)):
      guard newOwner != owner else { return [] }
      return interrupt(open, at: now) + claim(starting: newOwner == nil)
    case (.claimed(let owner, var open), .signal(let event, let sender)):
      // Anybody may send one that looks like the daemon's.
      guard sender == owner else { return [] }
      let events = open.admit(event)
      state = .claimed(owner: owner, open)
      return events.map { .deliver(.motion($0)) }
    case (.claimed(let owner, _), .accelerometer(let isThere, let daemon)):
      guard daemon == owner else { return [] }
      return [.deliver(isThere ? .connected : .noAccelerometer)]
    case (.claimed(let owner, let open), .stopping(let sender)):
      guard sender == owner else { return [] }
      state = .waiting
      return interrupt(open, at: now) + [.deliver(.unavailable(.stopped(Motion1.program)))]
    case (.claimed, .activated), (.claimed, .accepted), (.claimed, .refused),
      (.claimed, .unanswered):
      return []

    case (.claimed(_, let open), .lost(let error)):
      state = .lost
      return interrupt(open, at: now) + [.deliver(.disconnected(error))]
    case (.inactive, .lost(let error)), (.claiming, .lost(let error)),
      (.waiting, .lost(let error)):
      state = .lost
      return [.deliver(.disconnected(error))]
    case (.lost, .activated), (.lost, .deactivated), (.lost, .heldOff), (.lost, .ownerChanged),
      (.lost, .accepted), (.lost, .refused), (.lost, .unanswered), (.lost, .stopping),
      (.lost, .accelerometer), (.lost, .signal), (.lost, .lost):
      return []
    }
  }

  private mutating func claim(starting: Bool) -> [Action] {
    state = .claiming(owner: nil)
    return [.claim(starting: starting)]
  }

  private func interrupt(_ open: OpenMotions, at now: Timestamp) -> [Action] {
    var open = open
    return open.interrupt(at: now).map { .deliver(.motion($0)) }
  }
}
