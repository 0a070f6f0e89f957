// SPDX-License-Identifier: Apache-2.0

/// Settles which of the gestures that prove themselves are recognized.
///
/// It knows depth, requirements, companions and fingers of each contestant, and nothing of what
/// gestures are. The conclusions of machines go in, transitions come out:
///
/// - The first that proves itself wins. All others that share a finger with it fail, unless they
///   may act together, or are taps in a row that wait for fingers still to come.
/// - While one that it requires to fail is still possible, it is held. A held gesture that lasts
///   and ends meanwhile never began.
/// - Contestants are in order: inner before outer, more taps before fewer, earlier fingers before
///   later ones, then the order of adding.
///
/// All conclusions of one moment are recorded before any is settled, so that the order of the
/// machines does not matter.
struct GestureArena: Sendable {
  /// Indices are the recognizers' in `Contestants`.
  private(set) var contestants: [Contestant] = []
  /// The transitions since the last `clearTransitions()`, in order; kept for its memory.
  private(set) var transitions: [Transition] = []

  struct Contestant: Sendable {
    let id: GestureID
    let depth: Int
    let kind: GestureKind
    var state = State.idle
    /// Its fingers since it was idle, fingers of earlier taps included.
    var contacts: [Contact.ID] = []
    var requirements: [GestureID] = []
    var companions: [GestureID] = []

    enum State: Hashable, Sendable {
      /// No finger has come.
      case idle
      /// Nothing is certain.
      case possible
      /// It happened, and waits for others to fail.
      case heldDiscrete
      /// It began, and waits for others to fail.
      case heldContinuous
      /// It began.
      case active
      /// It was recognized, and is over.
      case recognized
      /// It failed or was cancelled.
      case failed

      /// True if it may still win.
      var isOpen: Bool {
        switch self {
        case .possible, .heldDiscrete, .heldContinuous: true
        case .idle, .active, .recognized, .failed: false
        }
      }

      /// True if its machine follows its fingers.
      var isFollowing: Bool {
        switch self {
        case .possible, .heldContinuous, .active: true
        case .idle, .heldDiscrete, .recognized, .failed: false
        }
      }
    }

    /// True if it needs fingers that have not come yet.
    fileprivate var awaitsFingers: Bool {
      contacts.count <= (kind.touchdowns - 1) * kind.fingersEach
    }
  }

  struct Transition: Sendable {
    let index: Int
    let phase: GestureEvent.Phase
  }

  /// Answers whether the first, recognized, leaves room for the second beside it.
  typealias Together = (GestureID, GestureID) -> Bool

  // MARK: Who takes part

  /// Adds a contestant and returns its index; those behind it move.
  mutating func add(_ id: GestureID, _ kind: GestureKind, depth: Int) -> Int {
    // From the end, where most come: recognizers join from the inside out.
    var index = contestants.endIndex
    while index > 0,
      (contestants[index - 1].depth, contestants[index - 1].kind.touchdowns)
        < (depth, kind.touchdowns)
    {
      index -= 1
    }
    contestants.insert(Contestant(id: id, depth: depth, kind: kind), at: index)
    return index
  }

  /// Removes contestants that are idle, with all relations to them.
  mutating func remove(where isGone: (GestureID) -> Bool) {
    contestants.removeAll { isGone($0.id) }
    for index in contestants.indices {
      contestants[index].requirements.removeAll(where: isGone)
      contestants[index].companions.removeAll(where: isGone)
    }
  }

  mutating func require(_ waiting: Int, toFail other: Int) {
    let id = contestants[waiting].id
    ensure(
      !isRequired(id, by: contestants[other].id),
      "GestureBank.require: these gestures would wait for each other forever")
    contestants[waiting].requirements.append(contestants[other].id)
  }

  mutating func allow(_ first: Int, with second: Int) {
    contestants[first].companions.append(contestants[second].id)
    contestants[second].companions.append(contestants[first].id)
  }

  /// True if `gesture` waits, directly or not, for `id` to fail.
  private func isRequired(_ id: GestureID, by gesture: GestureID) -> Bool {
    guard id != gesture else { return true }
    let requirements = contestants.first { $0.id == gesture }?.requirements ?? []
    return requirements.contains { isRequired(id, by: $0) }
  }

  // MARK: Fingers

  /// True unless the finger belongs to another gesture that goes on, if this one does.
  ///
  /// Two gestures can go on with fingers of their own; one that comes later joins only the inner.
  func mayEngage(_ index: Int, with contact: Contact.ID, _ together: Together) -> Bool {
    contestants[index].state != .active
      || !contestants.indices.contains { other in
        other != index && contestants[other].state == .active
          && contestants[other].contacts.contains(contact) && !mayMeet(other, index, together)
      }
  }

  mutating func engage(_ index: Int, with contact: Contact.ID) {
    contestants[index].contacts.append(contact)
    if contestants[index].state == .idle { contestants[index].state = .possible }
  }

  mutating func disengage(_ index: Int, from contact: Contact.ID) {
    contestants[index].contacts.removeAll { $0 == contact }
  }

  /// Forgets the fingers that have lifted, of a contestant that does not count taps.
  mutating func forgetLifted(_ index: Int, _ fingers: Fingers) {
    guard contestants[index].kind.touchdowns == 1, contestants[index].state.isFollowing,
      contestants[index].contacts.count > fingers.count
    else { return }
    contestants[index].contacts.removeAll { !fingers.contains($0) }
  }

  /// Makes a contestant that is over ready for the next gesture.
  mutating func reset(_ index: Int) {
    contestants[index].state = .idle
    contestants[index].contacts.removeAll(keepingCapacity: true)
  }

  // MARK: Conclusions

  /// Records the conclusion of a machine; `settle` draws the consequences of all conclusions of one
  /// moment.
  ///
  /// - Returns: false if the phase cannot follow in its state
  mutating func record(
    _ phase: GestureEvent.Phase, of index: Int, _ together: Together
  ) -> Bool {
    switch (contestants[index].state, phase) {
    case (.possible, .ended):
      contestants[index].state = .heldDiscrete
    case (.possible, .began):
      contestants[index].state = .heldContinuous
    case (.possible, .failed), (.heldDiscrete, .failed), (.heldContinuous, .failed),
      (.heldDiscrete, .cancelled), (.heldContinuous, .cancelled), (.heldContinuous, .ended):
      move(index, to: .failed, .failed)
    case (.heldContinuous, .changed):
      break
    case (.active, .changed):
      transitions.append(Transition(index: index, phase: .changed))
    case (.active, .ended):
      move(index, to: .recognized, .ended)
      excludeOthers(index, together)
    case (.active, .cancelled), (.active, .failed):
      move(index, to: .failed, .cancelled)
      excludeOthers(index, together)
    case (.recognized, _), (.failed, _):
      break  // It lost meanwhile, which a client that judges may not know yet.
    case (.idle, _), (.possible, .changed), (.possible, .cancelled), (.heldDiscrete, .began),
      (.heldDiscrete, .changed), (.heldDiscrete, .ended), (.heldContinuous, .began),
      (.active, .began):
      return false
    }
    return true
  }

  /// Cancels gestures that go on, and lets all others fail that are open.
  mutating func interrupt() {
    for index in contestants.indices {
      switch contestants[index].state {
      case .active: move(index, to: .failed, .cancelled)
      case .possible, .heldDiscrete, .heldContinuous: move(index, to: .failed, .failed)
      case .idle, .recognized, .failed: break
      }
    }
  }

  mutating func clearTransitions() {
    transitions.removeAll(keepingCapacity: true)
  }

  /// Lets all contestants win that nothing holds any more, in order.
  mutating func settle(_ together: Together) {
    if contestants.contains(where: { $0.state == .active }) {
      for index in contestants.indices where isLate(index, together) {
        move(index, to: .failed, .failed)
      }
    }
    while let index = nextReady { win(index, together) }
  }

  /// True if it proved itself while another goes on that leaves no room for it.
  ///
  /// It does not wait then: the finger that they share may be forgotten meanwhile.
  private func isLate(_ index: Int, _ together: Together) -> Bool {
    switch contestants[index].state {
    case .heldDiscrete, .heldContinuous:
      contestants.indices.contains { other in
        contestants[other].state == .active
          && (contestants[index].requirements.contains(contestants[other].id)
            || conflict(index, with: other) && !mayMeet(other, index, together))
      }
    case .idle, .possible, .active, .recognized, .failed:
      false
    }
  }

  /// The first in order that nothing holds; of strangers the one whose finger began first.
  private var nextReady: Int? {
    var first: Int?
    for index in contestants.indices where isReady(index) {
      guard let found = first else {
        first = index
        continue
      }
      let (before, now) = (contestants[found], contestants[index])
      guard (before.depth, before.kind.touchdowns) == (now.depth, now.kind.touchdowns) else {
        break
      }
      if now.contacts.lexicographicallyPrecedes(before.contacts) { first = index }
    }
    return first
  }

  /// True if it is held, and nothing that it requires to fail is open.
  private func isReady(_ index: Int) -> Bool {
    switch contestants[index].state {
    case .heldDiscrete, .heldContinuous:
      contestants[index].requirements.isEmpty
        || !contestants.contains {
          $0.state.isOpen && contestants[index].requirements.contains($0.id)
        }
    case .idle, .possible, .active, .recognized, .failed:
      false
    }
  }

  private mutating func win(_ index: Int, _ together: Together) {
    if contestants[index].state == .heldContinuous {
      move(index, to: .active, .began)
    } else {
      move(index, to: .recognized, .ended)
    }
    excludeOthers(index, together)
  }

  /// Lets all fail that a recognized gesture leaves no room for: when it wins, and when it is over,
  /// for fingers may have joined it meanwhile.
  private mutating func excludeOthers(_ index: Int, _ together: Together) {
    for other in contestants.indices where contestants[other].state.isOpen {
      let requires = contestants[other].requirements.contains(contestants[index].id)
      if requires || prevents(index, other) && !mayMeet(index, other, together) {
        move(other, to: .failed, .failed)
      }
    }
  }

  /// True if the first, recognized, leaves no room for the second.
  ///
  /// A tap leaves room for what needs more taps, as long as those are still to come.
  private func prevents(_ winner: Int, _ other: Int) -> Bool {
    guard conflict(winner, with: other) else { return false }
    let (winner, other) = (contestants[winner], contestants[other])
    return
      !(winner.kind.isTap && other.kind.touchdowns > winner.kind.touchdowns
      && other.awaitsFingers)
  }

  private func conflict(_ one: Int, with other: Int) -> Bool {
    one != other
      && contestants[one].contacts.contains { contestants[other].contacts.contains($0) }
  }

  private func mayMeet(_ one: Int, _ other: Int, _ together: Together) -> Bool {
    let (first, second) = (contestants[one].id, contestants[other].id)
    return contestants[one].companions.contains(second) || together(first, second)
  }

  private mutating func move(_ index: Int, to state: Contestant.State, _ phase: GestureEvent.Phase)
  {
    contestants[index].state = state
    transitions.append(Transition(index: index, phase: phase))
  }
}
