// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// All gesture recognizers behind one entrance: lawful frames in, gesture events out.
///
/// Each recognizer looks for its own gesture. Where several want the same finger, the first that
/// proves itself is recognized, inner before outer and more taps before fewer, unless one was
/// required to fail or two were allowed to act together.
///
/// Time is an input. A frame at `t` is preceded by all that was due by then, in order, stamped with
/// the moment at which it was due. So a timer that is late, early or missing leads to the same
/// events; call ``advance(to:asking:_:)`` at ``deadline``.
///
/// Two closures come with each input: one answers questions, the other receives events. They must
/// not use the bank.
///
/// - Clock: the frames' own. Timestamps never decrease until an interruption.
public struct GestureBank: Sendable {
  /// Answers a question of recognition.
  public typealias Answer = (GestureQuestion) -> Bool
  /// Receives an event.
  public typealias Emit = (GestureEvent) -> Void
  /// Judges a gesture of the client's by what some of its fingers do.
  package typealias Judge = (GestureID, GestureInput, [Contact.ID]) -> GestureVerdict

  /// In the order of the arena's contestants, whose indices are the same.
  private var recognizers: [Recognizer] = []
  /// The index of each recognizer.
  private var indices: [GestureID: Int] = [:]
  private var arena = GestureArena()
  private var lastNumber = 0
  private var clock: Timestamp?

  private struct Recognizer: Sendable {
    let id: GestureID
    let kind: GestureKind
    let configuration: TouchConfiguration
    var isEnabled = true
    var fingers = Fingers()
    var machine: Machine

    mutating func process(_ input: GestureInput, at now: Timestamp) -> GestureEvent.Phase? {
      machine.process(input, fingers, at: now)
    }
  }

  /// A bank without recognizers.
  public init() {}

  // MARK: Recognizers

  /// Adds a recognizer.
  ///
  /// - Parameters:
  ///   - kind: the gesture; its numbers must make sense, such as at least one finger
  ///   - depth: how far inside its view is: that of a subview is greater than that of its superview
  ///   - configuration: distances and times
  /// - Returns: its identity
  public mutating func add(
    _ kind: GestureKind, depth: Int = 0, configuration: TouchConfiguration = TouchConfiguration()
  ) -> GestureID {
    precondition(kind.isMeaningful, "GestureBank.add: a gesture of no fingers, taps or directions")
    lastNumber += 1
    let id = GestureID(number: lastNumber)
    let index = arena.add(id, kind, depth: depth)
    recognizers.insert(
      Recognizer(
        id: id, kind: kind, configuration: configuration, machine: Machine(kind, configuration)),
      at: index)
    for moved in index..<recognizers.endIndex { indices[recognizers[moved].id] = moved }
    return id
  }

  /// Removes a recognizer; if its gesture goes on, it is cancelled, and if it might be, it fails.
  public mutating func remove(_ id: GestureID, asking answer: Answer, _ emit: Emit) {
    setEnabled(false, for: id, asking: answer, emit)
    remove { $0 == id }
  }

  /// Removes all recognizers that have seen no finger since their last gesture was over.
  package mutating func removeIdle() {
    let idle = Set(arena.contestants.lazy.filter { $0.state == .idle }.map(\.id))
    remove(where: idle.contains)
  }

  private mutating func remove(where isGone: (GestureID) -> Bool) {
    recognizers.removeAll { isGone($0.id) }
    arena.remove(where: isGone)
    indices.removeAll(keepingCapacity: true)
    for index in recognizers.indices { indices[recognizers[index].id] = index }
  }

  /// Makes a recognizer see fingers that begin from now on, or none.
  ///
  /// Disabled in the middle of its gesture it is cancelled, or fails.
  public mutating func setEnabled(
    _ isEnabled: Bool, for id: GestureID, asking answer: Answer, _ emit: Emit
  ) {
    guard let index = index(of: id) else { return }
    recognizers[index].isEnabled = isEnabled
    guard !isEnabled else { return }
    let now = clock ?? Timestamp(nanoseconds: 0)
    let state = arena.contestants[index].state
    if state.isOpen || state == .active {
      record(.failed, of: index, at: now, answer)
      settle(at: now, answer, emit)
    }
    reset(index)
    tidy()
  }

  /// Lets the first be recognized only once the second has failed.
  ///
  /// It waits only for one that has fingers. A circle of requirements is misuse, and traps.
  public mutating func require(_ waiting: GestureID, toFail other: GestureID) {
    guard let waiting = index(of: waiting), let other = index(of: other) else { return }
    arena.require(waiting, toFail: other)
  }

  /// Lets two gestures share fingers.
  public mutating func allow(_ first: GestureID, with second: GestureID) {
    guard let first = index(of: first), let second = index(of: second) else { return }
    arena.allow(first, with: second)
  }

  // MARK: Input

  /// Processes a frame of a ``TouchTracker``.
  ///
  /// - Parameters:
  ///   - frame: what all fingers do
  ///   - answer: answers a question, such as which fingers a recognizer receives
  ///   - emit: called for each event, in order, before this returns
  /// - Complexity: no heap allocation unless a finger begins.
  public mutating func process(_ frame: ContactFrame, asking answer: Answer, _ emit: Emit) {
    process(frame, asking: answer, judging: { _, _, _ in GestureVerdict(nil) }, emit)
  }

  /// Processes a frame, and asks the client about its own gestures.
  ///
  /// - Parameters:
  ///   - frame: what all fingers do
  ///   - answer: answers a question
  ///   - judge: judges a gesture added as ``GestureKind/custom``
  ///   - emit: called for each event, in order, before this returns
  package mutating func process(
    _ frame: ContactFrame, asking answer: Answer, judging judge: Judge, _ emit: Emit
  ) {
    advance(to: frame.timestamp, asking: answer, emit)
    let now = clock ?? frame.timestamp
    clock = now
    if frame.contacts.contains(where: { $0.phase == .began }) {
      for index in recognizers.indices { begin(frame, index, at: now, answer, judge) }
      settle(at: now, answer, emit)
    }
    for index in recognizers.indices where arena.contestants[index].state.isFollowing {
      recognizers[index].fingers.move(frame.contacts)
      guard recognizers[index].fingers.haveMoved else { continue }
      if recognizers[index].kind == .custom {
        consult(index, .moved, frame.contacts.filter { $0.phase == .moved }, now, answer, judge)
      } else {
        process(index, .moved, at: now, answer)
      }
    }
    settle(at: now, answer, emit)
    for index in recognizers.indices where !recognizers[index].fingers.isEmpty {
      finish(frame, index, at: now, answer, judge)
    }
    settle(at: now, answer, emit)
    tidy()
  }

  /// Advances the time to `now`, when no earlier frame is waiting.
  ///
  /// - Parameters:
  ///   - now: on the frames' clock
  ///   - answer: answers a question
  ///   - emit: called for what was due by now, each stamped with the moment at which it was due
  public mutating func advance(to now: Timestamp, asking answer: Answer, _ emit: Emit) {
    while let due = deadline, due <= now {
      for index in recognizers.indices where self.due(index) == due {
        process(index, .deadline, at: due, answer)
      }
      settle(at: due, answer, emit)
      tidy()
    }
    clock = clock.map { max($0, now) }
  }

  /// Cancels gestures that go on, and lets all others fail, as the fingers are lost.
  ///
  /// Call it when the tracker is interrupted, in place of its last frame: a tap that waits for
  /// another to fail must not be recognized by that. The next frame may carry any timestamp.
  ///
  /// - Parameter emit: called for each event, stamped with the latest time that is known
  public mutating func interrupt(_ emit: Emit) {
    guard let now = clock else { return }
    arena.interrupt()
    drain(at: now, emit)
    for index in recognizers.indices { reset(index) }
    clock = nil
  }

  /// Reports what the client concluded of a gesture of its own.
  ///
  /// A phase that its state does not allow is misuse, and traps; one of a gesture that lost to
  /// another meanwhile is ignored.
  ///
  /// - Parameters:
  ///   - phase: what follows from the fingers that the gesture received; `.ended` for one that
  ///     happened
  ///   - id: a recognizer added as ``GestureKind/custom``
  ///   - now: when that was certain
  ///   - answer: answers a question
  ///   - emit: called for each event, in order, before this returns
  public mutating func report(
    _ phase: GestureEvent.Phase, of id: GestureID, at now: Timestamp, asking answer: Answer,
    _ emit: Emit
  ) {
    advance(to: now, asking: answer, emit)
    guard let index = index(of: id) else { return }
    precondition(
      recognizers[index].kind == .custom, "GestureBank.report: this gesture is judged by the bank")
    record(phase, of: index, at: clock ?? now, answer)
    settle(at: clock ?? now, answer, emit)
    tidy()
  }

  /// Takes a finger from a gesture of the client's, which fails or is cancelled if none is left.
  ///
  /// What else wants the finger counts it as before.
  package mutating func ignore(
    _ contact: Contact.ID, of id: GestureID, asking answer: Answer, _ emit: Emit
  ) {
    guard let clock, let index = index(of: id), recognizers[index].kind == .custom,
      drop([contact], index), arena.contestants[index].state.isFollowing
    else { return }
    record(.failed, of: index, at: clock, answer)
    settle(at: clock, answer, emit)
    tidy()
  }

  // MARK: State

  /// The moment at which something follows from time alone, if no finger does anything before.
  public var deadline: Timestamp? {
    var first: Timestamp?
    for index in recognizers.indices {
      guard let due = due(index) else { continue }
      first = first.map { min($0, due) } ?? due
    }
    return first
  }

  /// True if the gesture was recognized and goes on.
  package func isActive(_ id: GestureID) -> Bool {
    index(of: id).map { arena.contestants[$0].state == .active } ?? false
  }

  /// Makes `translation` the way that a pan has gone so far, in points, and forgets its velocity.
  public mutating func setTranslation(_ translation: Point, of id: GestureID) {
    guard let index = index(of: id), case .pan(var machine) = recognizers[index].machine,
      let clock
    else { return }
    machine.set(translation: translation, at: clock)
    recognizers[index].machine = .pan(machine)
  }

  /// Makes `scale` that of a pinch at the present distance, and forgets its velocity.
  public mutating func setScale(_ scale: Double, of id: GestureID) {
    guard let index = index(of: id), case .pinch(var machine) = recognizers[index].machine,
      let clock
    else { return }
    machine.set(scale, at: clock)
    recognizers[index].machine = .pinch(machine)
  }

  /// Makes `radians` the angle of a rotation at the present direction, and forgets its velocity.
  public mutating func setRotation(_ radians: Double, of id: GestureID) {
    guard let index = index(of: id), case .rotation(var machine) = recognizers[index].machine,
      let clock
    else { return }
    machine.set(radians, at: clock)
    recognizers[index].machine = .rotation(machine)
  }

  /// True if the recognizer has seen no finger since its last gesture was over.
  package func isIdle(_ id: GestureID) -> Bool {
    index(of: id).map { arena.contestants[$0].state == .idle } ?? true
  }

  /// The fingers of a recognizer since it was idle, those of earlier taps included.
  package func contacts(of id: GestureID) -> [Contact.ID] {
    index(of: id).map { arena.contestants[$0].contacts } ?? []
  }

  /// True if `isWanted` is true of a recognizer that has the finger and may still be recognized.
  package func mayRecognize(_ contact: Contact.ID, where isWanted: (GestureID) -> Bool) -> Bool {
    arena.contestants.contains {
      $0.state.isOpen && $0.contacts.contains(contact) && isWanted($0.id)
    }
  }

  // MARK: Inside

  private func index(of id: GestureID) -> Int? {
    indices[id]
  }

  /// The deadline of a recognizer whose gesture is neither certain nor lost.
  private func due(_ index: Int) -> Timestamp? {
    arena.contestants[index].state == .possible ? recognizers[index].machine.deadline : nil
  }

  /// Gives a recognizer those of the beginning contacts that it receives.
  private mutating func begin(
    _ frame: ContactFrame, _ index: Int, at now: Timestamp, _ answer: Answer, _ judge: Judge
  ) {
    var custom: [Contact] = []
    for contact in frame.contacts where contact.phase == .began {
      let state = arena.contestants[index].state
      guard recognizers[index].isEnabled, state == .idle || state.isFollowing,
        recognizers[index].machine.wants(beside: recognizers[index].fingers),
        answer(.receives(recognizers[index].id, contact)),
        arena.mayEngage(index, with: contact.id, { Self.leavesRoom($0, $1, answer) })
      else { continue }
      arena.engage(index, with: contact.id)
      recognizers[index].fingers.add(contact)
      if recognizers[index].kind == .custom {
        custom.append(contact)
      } else {
        process(index, .began, at: now, answer)
      }
    }
    if !custom.isEmpty { consult(index, .began, custom, now, answer, judge) }
  }

  /// Removes the ending contacts from a recognizer.
  private mutating func finish(
    _ frame: ContactFrame, _ index: Int, at now: Timestamp, _ answer: Answer, _ judge: Judge
  ) {
    if recognizers[index].kind == .custom {
      let fingers = recognizers[index].fingers
      let own = frame.contacts.filter { fingers.contains($0.id) }
      for (phase, input) in [(Contact.Phase.ended, GestureInput.ended), (.cancelled, .cancelled)] {
        let over = own.filter { $0.phase == phase }
        for contact in over { recognizers[index].fingers.remove(contact.id) }
        if !over.isEmpty { consult(index, input, over, now, answer, judge) }
      }
      return
    }
    for contact in frame.contacts {
      let input: GestureInput
      switch contact.phase {
      case .ended: input = .ended
      case .cancelled: input = .cancelled
      case .began, .moved, .stationary: continue
      }
      guard recognizers[index].fingers.contains(contact.id) else { continue }
      recognizers[index].fingers.remove(contact.id)
      process(index, input, at: now, answer)
    }
  }

  /// Gives an input to a recognizer's machine, and records what it concludes.
  private mutating func process(
    _ index: Int, _ input: GestureInput, at now: Timestamp, _ answer: Answer
  ) {
    switch (arena.contestants[index].state, input) {
    case (.possible, _), (.heldContinuous, _), (.active, _):
      guard let phase = recognizers[index].process(input, at: now) else { return }
      record(phase, of: index, at: now, answer)
    case (.heldDiscrete, .cancelled):
      record(.cancelled, of: index, at: now, answer)
    case (.heldDiscrete, .began), (.heldDiscrete, .moved), (.heldDiscrete, .ended),
      (.heldDiscrete, .deadline), (.idle, _), (.recognized, _), (.failed, _):
      break  // Its gesture is complete, or lost.
    }
  }

  /// Asks the client what follows for a gesture of its own from what some of `contacts` do.
  private mutating func consult(
    _ index: Int, _ input: GestureInput, _ contacts: [Contact], _ now: Timestamp,
    _ answer: Answer, _ judge: Judge
  ) {
    let fingers = recognizers[index].fingers
    let own = contacts.filter { input == .ended || input == .cancelled || fingers.contains($0.id) }
    guard arena.contestants[index].state.isFollowing else { return }
    let verdict = judge(recognizers[index].id, input, own.map(\.id))
    let isWithout = drop(verdict.ignored, index)
    if let phase = verdict.phase {
      record(phase, of: index, at: now, answer)
    } else if isWithout {
      record(.failed, of: index, at: now, answer)
    } else {
      process(index, input, at: now, answer)
    }
  }

  /// Takes fingers from a recognizer for good.
  ///
  /// - Returns: true if it is without fingers by that
  private mutating func drop(_ contacts: [Contact.ID], _ index: Int) -> Bool {
    for contact in contacts {
      recognizers[index].fingers.remove(contact)
      arena.disengage(index, from: contact)
    }
    return !contacts.isEmpty && recognizers[index].fingers.isEmpty
  }

  /// Records a conclusion in the arena; if the client refuses the gesture, that it failed.
  private mutating func record(
    _ phase: GestureEvent.Phase, of index: Int, at now: Timestamp, _ answer: Answer
  ) {
    var phase = phase
    switch phase {
    case .began, .ended:
      if arena.contestants[index].state == .possible,
        !answer(.begins(event(index, phase, at: now)))
      {
        phase = .failed
      }
    case .changed, .cancelled, .failed: break
    }
    let isLawful = arena.record(phase, of: index) { Self.leavesRoom($0, $1, answer) }
    precondition(
      isLawful, "GestureBank.report: the phase cannot follow in this state of the gesture")
  }

  /// Settles the conclusions of this moment in the arena, and emits what follows.
  private mutating func settle(at now: Timestamp, _ answer: Answer, _ emit: Emit) {
    arena.settle { Self.leavesRoom($0, $1, answer) }
    drain(at: now, emit)
  }

  /// True if `other` may be recognized or go on, though `winner` was, and shares a finger with it.
  private static func leavesRoom(
    _ winner: GestureID, _ other: GestureID, _ answer: Answer
  ) -> Bool {
    answer(.together(winner, other)) || answer(.together(other, winner))
      || !answer(.prevents(winner, other))
  }

  private mutating func drain(at now: Timestamp, _ emit: Emit) {
    for transition in arena.transitions {
      if transition.phase == .began { recognizers[transition.index].machine.start() }
      emit(event(transition.index, transition.phase, at: now))
    }
    arena.clearTransitions()
  }

  private func event(
    _ index: Int, _ phase: GestureEvent.Phase, at now: Timestamp
  ) -> GestureEvent {
    GestureEvent(
      gesture: recognizers[index].id, phase: phase, timestamp: now,
      location: recognizers[index].machine.place ?? recognizers[index].fingers.location,
      measure: recognizers[index].machine.measure(at: now),
      contacts: arena.contestants[index].contacts)
  }

  /// Makes those ready again whose gesture is over and whose fingers have lifted.
  private mutating func tidy() {
    for index in recognizers.indices {
      switch arena.contestants[index].state {
      case .recognized, .failed:
        if recognizers[index].fingers.isEmpty { reset(index) }
      case .possible, .heldContinuous, .active:
        arena.forgetLifted(index, recognizers[index].fingers)
      case .idle, .heldDiscrete:
        break
      }
    }
  }

  private mutating func reset(_ index: Int) {
    guard arena.contestants[index].state != .idle else { return }
    arena.reset(index)
    recognizers[index].fingers.removeAll()
    recognizers[index].machine = Machine(
      recognizers[index].kind, recognizers[index].configuration)
  }
}
