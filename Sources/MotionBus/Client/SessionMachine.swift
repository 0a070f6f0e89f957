import MotionCore

/// Decides what a client of the daemon does; the connection does it.
///
/// Only two things start the daemon: that the app becomes active, and that the daemon is lost which had
/// taken its claim. Who cannot have one then waits for one to appear: nothing is polled.
struct SessionMachine {
  /// What there is between the app and the daemon.
  enum State: Hashable {
    /// The app is not active: nothing is claimed.
    case inactive
    /// The claim has no answer yet; since it was sent, `owner` has got the daemon's name.
    case claiming(owner: String?)
    /// There is no daemon, or it refused: the next to appear is asked.
    case waiting
    /// `owner` has taken the claim; `open` are the beginnings of motions that have not ended.
    case claimed(owner: String, open: [MotionKind: MotionEvent])
    /// The bus is gone.
    case lost
  }

  /// What happens to a client.
  enum Input: Hashable {
    /// The app becomes active.
    case activated
    /// The app is active no more.
    case deactivated
    /// The daemon's name belongs to this unique name now, or to nobody.
    case ownerChanged(String?)
    /// The last claim was taken.
    case accepted(by: String)
    /// The last claim was not taken.
    case refused(BusError)
    /// A signal came from this unique name.
    case signal(MotionEvent, from: String)
    /// The bus is gone.
    case lost(BusError)
  }

  /// What there is to do.
  enum Action: Hashable {
    /// Send a claim, and start the daemon for it or not; an answer to an earlier one does not count.
    case claim(starting: Bool)
    /// Take the claim back.
    case release
    /// Tell the app.
    case tell(MotionConnection.Event)
  }

  private(set) var state: State

  /// A machine in `state`, at first of an app that is not active yet.
  init(_ state: State = .inactive) {
    self.state = state
  }

  /// Takes `input`.
  ///
  /// - Parameters:
  ///   - input: what happened
  ///   - now: when, on the clock of the events
  /// - Returns: what to do, in order
  mutating func handle(_ input: Input, at now: Timestamp) -> [Action] {
    switch (state, input) {
    case (.inactive, .activated):
      return claim(starting: true)
    case (.inactive, .ownerChanged(_?)):
      // A claim may have started it that was released before it was there to hear of that.
      return [.release]
    case (.inactive, .deactivated), (.inactive, .ownerChanged(nil)), (.inactive, .accepted),
      (.inactive, .refused), (.inactive, .signal):
      return []

    case (.claiming, .deactivated):
      state = .inactive
      return [.release]
    case (.claiming, .ownerChanged(let owner)):
      state = .claiming(owner: owner)
      return []
    case (.claiming(let owner), .accepted(let acceptor)):
      guard owner == nil || owner == acceptor else { return claim(starting: false) }
      state = .claimed(owner: acceptor, open: [:])
      return [.tell(.connected)]
    case (.claiming(let owner), .refused(let error)):
      // Who appeared since may not be who was asked.
      if owner != nil { return claim(starting: false) }
      state = .waiting
      return [.tell(.unavailable(error))]
    case (.claiming, .activated), (.claiming, .signal):
      return []

    case (.waiting, .ownerChanged(_?)):
      return claim(starting: false)
    case (.waiting, .deactivated):
      state = .inactive
      return []
    case (.waiting, .activated), (.waiting, .ownerChanged(nil)), (.waiting, .accepted),
      (.waiting, .refused), (.waiting, .signal):
      return []

    case (.claimed(_, let open), .deactivated):
      state = .inactive
      return cancellations(of: open, at: now) + [.release]
    case (.claimed(let owner, let open), .ownerChanged(let newOwner)):
      guard newOwner != owner else { return [] }
      return cancellations(of: open, at: now) + claim(starting: newOwner == nil)
    case (.claimed(let owner, let open), .signal(let event, let sender)):
      // Anybody may send one that looks like the daemon's.
      guard sender == owner else { return [] }
      return take(event, from: owner, open)
    case (.claimed, .activated), (.claimed, .accepted), (.claimed, .refused):
      return []

    case (.claimed(_, let open), .lost(let error)):
      state = .lost
      return cancellations(of: open, at: now) + [.tell(.disconnected(error))]
    case (.inactive, .lost(let error)), (.claiming, .lost(let error)),
      (.waiting, .lost(let error)):
      state = .lost
      return [.tell(.disconnected(error))]
    case (.lost, .activated), (.lost, .deactivated), (.lost, .ownerChanged), (.lost, .accepted),
      (.lost, .refused), (.lost, .signal), (.lost, .lost):
      return []
    }
  }

  private mutating func claim(starting: Bool) -> [Action] {
    state = .claiming(owner: nil)
    return [.claim(starting: starting)]
  }

  /// Delivers `event` if the grammar `(began (ended | cancelled))*` allows it.
  private mutating func take(
    _ event: MotionEvent, from owner: String, _ open: [MotionKind: MotionEvent]
  ) -> [Action] {
    var open = open
    let beginning = open.removeValue(forKey: event.motion)
    switch (event.phase, beginning) {
    case (.began, let beginning):
      open[event.motion] = event
      state = .claimed(owner: owner, open: open)
      let former = beginning.map { [event.motion: $0] } ?? [:]
      return cancellations(of: former, at: event.timestamp) + [.tell(.motion(event))]
    case (.ended, _?), (.cancelled, _?):
      state = .claimed(owner: owner, open: open)
      return [.tell(.motion(event))]
    case (.ended, nil), (.cancelled, nil):
      return []
    }
  }

  private func cancellations(
    of open: [MotionKind: MotionEvent], at now: Timestamp
  ) -> [Action] {
    open.values.sorted { $0.motion.rawValue < $1.motion.rawValue }
      .map { .tell(.motion($0.interrupted(at: now))) }
  }
}
