// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The recognizers of a bank, each with its contestant in the arena, in the arena's order.
///
/// A recognizer has one index, which it keeps until another is added or removed.
struct Contestants: Sendable {
  /// Read element by element: a copy of a recognizer costs more than its use.
  private(set) var recognizers: [Recognizer] = []
  private var arena = GestureArena()
  private var indexByID: [GestureID: Int] = [:]
  private var lastNumber = 0

  struct Recognizer: Sendable {
    let id: GestureID
    let kind: GestureKind
    fileprivate let configuration: TouchConfiguration
    fileprivate(set) var isEnabled = true
    fileprivate(set) var fingers = Fingers()
    fileprivate(set) var machine: Machine

    fileprivate mutating func process(
      _ input: GestureInput, at now: Timestamp
    ) -> GestureEvent.Phase? {
      machine.process(input, fingers, at: now)
    }
  }

  // MARK: Which there are

  /// Adds a recognizer that is idle; the indices of others may change.
  mutating func add(
    _ kind: GestureKind, depth: Int, configuration: TouchConfiguration
  ) -> GestureID {
    lastNumber += 1
    let id = GestureID(number: lastNumber)
    let index = arena.add(id, kind, depth: depth)
    recognizers.insert(
      Recognizer(
        id: id, kind: kind, configuration: configuration, machine: Machine(kind, configuration)),
      at: index)
    for moved in index..<recognizers.endIndex { indexByID[recognizers[moved].id] = moved }
    return id
  }

  /// Removes recognizers that are idle, with all relations to them; the indices of others change.
  mutating func remove(where isGone: (GestureID) -> Bool) {
    recognizers.removeAll { isGone($0.id) }
    arena.remove(where: isGone)
    indexByID.removeAll(keepingCapacity: true)
    for index in recognizers.indices { indexByID[recognizers[index].id] = index }
  }

  mutating func removeIdle() {
    let idle = Set(arena.contestants.lazy.filter { $0.state == .idle }.map(\.id))
    remove(where: idle.contains)
  }

  var indices: Range<Int> { recognizers.indices }

  func index(of id: GestureID) -> Int? { indexByID[id] }

  func state(_ index: Int) -> GestureArena.Contestant.State { arena.contestants[index].state }

  /// The fingers of a recognizer since it was idle, fingers of earlier taps included.
  func contacts(_ index: Int) -> [Contact.ID] { arena.contestants[index].contacts }

  /// True if `isWanted` is true of a recognizer that has the finger and may still be recognized.
  func mayRecognize(_ contact: Contact.ID, where isWanted: (GestureID) -> Bool) -> Bool {
    arena.contestants.contains {
      $0.state.isOpen && $0.contacts.contains(contact) && isWanted($0.id)
    }
  }

  mutating func require(_ waiting: Int, toFail other: Int) {
    arena.require(waiting, toFail: other)
  }

  mutating func allow(_ first: Int, with second: Int) {
    arena.allow(first, with: second)
  }

  mutating func setEnabled(_ isEnabled: Bool, _ index: Int) {
    recognizers[index].isEnabled = isEnabled
  }

  // MARK: Fingers

  /// Gives a recognizer a beginning finger, unless its machine or another gesture rules that out,
  /// or `receives`, which it asks between the two.
  ///
  /// - Returns: true if it has the finger now
  mutating func engage(
    _ index: Int, with contact: Contact, if receives: (GestureID) -> Bool,
    _ together: GestureArena.Together
  ) -> Bool {
    let state = state(index)
    guard recognizers[index].isEnabled, state == .idle || state.isFollowing,
      recognizers[index].machine.wants(beside: recognizers[index].fingers),
      receives(recognizers[index].id), arena.mayEngage(index, with: contact.id, together)
    else { return false }
    arena.engage(index, with: contact.id)
    recognizers[index].fingers.add(contact)
    return true
  }

  /// Moves the fingers of a recognizer, and returns true if any moved.
  mutating func move(_ contacts: [Contact], _ index: Int) -> Bool {
    recognizers[index].fingers.move(contacts)
    return recognizers[index].fingers.haveMoved
  }

  /// Notes that a finger of the gesture is up.
  mutating func lift(_ contact: Contact.ID, _ index: Int) {
    recognizers[index].fingers.remove(contact)
  }

  /// Takes fingers from a recognizer for good.
  ///
  /// - Returns: true if it is without fingers by that
  mutating func drop(_ contacts: [Contact.ID], _ index: Int) -> Bool {
    for contact in contacts {
      recognizers[index].fingers.remove(contact)
      arena.disengage(index, from: contact)
    }
    return !contacts.isEmpty && recognizers[index].fingers.isEmpty
  }

  // MARK: Conclusions

  /// Gives an input to the machine of a recognizer, and returns what that concludes.
  mutating func process(
    _ input: GestureInput, _ index: Int, at now: Timestamp
  ) -> GestureEvent.Phase? {
    recognizers[index].process(input, at: now)
  }

  mutating func setMachine(_ machine: Machine, _ index: Int) {
    recognizers[index].machine = machine
  }

  /// Records a conclusion in the arena.
  ///
  /// - Returns: false if the phase cannot follow in its state
  mutating func record(
    _ phase: GestureEvent.Phase, of index: Int, _ together: GestureArena.Together
  ) -> Bool {
    arena.record(phase, of: index, together)
  }

  /// Settles all that was recorded, and calls `emit` with what follows.
  mutating func settle(
    at now: Timestamp, _ together: GestureArena.Together, _ emit: GestureBank.Emit
  ) {
    arena.settle(together)
    drain(at: now, emit)
  }

  /// Cancels gestures that go on, lets all others fail, and makes all idle.
  mutating func interrupt(at now: Timestamp, _ emit: GestureBank.Emit) {
    arena.interrupt()
    drain(at: now, emit)
    for index in indices { reset(index) }
  }

  private mutating func drain(at now: Timestamp, _ emit: GestureBank.Emit) {
    for transition in arena.transitions {
      if transition.phase == .began { recognizers[transition.index].machine.start() }
      emit(event(transition.index, transition.phase, at: now))
    }
    arena.clearTransitions()
  }

  func event(_ index: Int, _ phase: GestureEvent.Phase, at now: Timestamp) -> GestureEvent {
    GestureEvent(
      gesture: recognizers[index].id, phase: phase, timestamp: now,
      location: recognizers[index].machine.place ?? recognizers[index].fingers.location,
      measure: recognizers[index].machine.measure(at: now), contacts: contacts(index))
  }

  /// The deadline of a recognizer whose gesture is neither certain nor lost.
  func deadline(_ index: Int) -> Timestamp? {
    state(index) == .possible ? recognizers[index].machine.deadline : nil
  }

  // MARK: The next gesture

  /// Makes those idle whose gesture is over and whose fingers have lifted.
  mutating func tidy() {
    for index in indices {
      switch state(index) {
      case .recognized, .failed:
        if recognizers[index].fingers.isEmpty { reset(index) }
      case .possible, .heldContinuous, .active:
        arena.forgetLifted(index, recognizers[index].fingers)
      case .idle, .heldDiscrete:
        break
      }
    }
  }

  /// Makes a recognizer idle whose gesture is over.
  mutating func reset(_ index: Int) {
    guard state(index) != .idle else { return }
    arena.reset(index)
    recognizers[index].fingers.removeAll()
    recognizers[index].machine = Machine(recognizers[index].kind, recognizers[index].configuration)
  }
}
