// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// All gesture recognizers behind one entrance: lawful frames in, gesture events out.
///
/// Each recognizer looks for its own gesture. Where several want the same finger, the first that
/// proves itself is recognized, inner before outer and more taps before fewer, unless one was
/// required to fail or two were allowed to act together.
///
/// Time is an input. A frame at `t` is preceded by all that was due by then, in order, stamped with
/// the moment when it was due. So a timer that is late, early or missing leads to the same events;
/// call ``advance(to:asking:_:)`` at ``deadline``.
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
  /// Judges the client's own gesture by what some of its fingers do.
  package typealias Judge = (GestureID, GestureInput, [Contact.ID]) -> GestureVerdict

  var contestants = Contestants()
  private(set) var clock: Timestamp?

  /// A bank without recognizers.
  public init() {}

  // MARK: Recognizers

  /// Adds a recognizer.
  ///
  /// - Parameters:
  ///   - kind: the gesture; its numbers must make sense, such as at least one finger
  ///   - depth: how far inside its view is: a subview is deeper than its superview
  ///   - configuration: distances and times
  /// - Returns: its identity
  public mutating func add(
    _ kind: GestureKind, depth: Int = 0, configuration: TouchConfiguration = TouchConfiguration()
  ) -> GestureID {
    ensure(kind.isMeaningful, "GestureBank.add: a gesture of no fingers, taps or directions")
    return contestants.add(kind, depth: depth, configuration: configuration)
  }

  /// Removes a recognizer; a gesture that goes on is cancelled, and a gesture that might still
  /// begin fails.
  public mutating func remove(_ id: GestureID, asking answer: Answer, _ emit: Emit) {
    setEnabled(false, for: id, asking: answer, emit)
    contestants.remove { $0 == id }
  }

  /// Removes all recognizers that have seen no finger since their last gesture was over.
  package mutating func removeIdle() {
    contestants.removeIdle()
  }

  /// Makes a recognizer see fingers that begin from now on, or none.
  ///
  /// Disabled in the middle of its gesture it is cancelled, or fails.
  public mutating func setEnabled(
    _ isEnabled: Bool, for id: GestureID, asking answer: Answer, _ emit: Emit
  ) {
    guard let index = contestants.index(of: id) else { return }
    contestants.setEnabled(isEnabled, index)
    guard !isEnabled else { return }
    let now = clock ?? Timestamp(nanoseconds: 0)
    let state = contestants.state(index)
    if state.isOpen || state == .active {
      record(.failed, of: index, at: now, answer)
      settle(at: now, answer, emit)
    }
    contestants.reset(index)
    contestants.tidy()
  }

  /// Lets the first be recognized only once the second has failed.
  ///
  /// It waits only for one that has fingers. A circle of requirements is misuse, and traps.
  public mutating func require(_ waiting: GestureID, toFail other: GestureID) {
    guard let waiting = contestants.index(of: waiting), let other = contestants.index(of: other)
    else { return }
    contestants.require(waiting, toFail: other)
  }

  /// Lets two gestures share fingers.
  public mutating func allow(_ first: GestureID, with second: GestureID) {
    guard let first = contestants.index(of: first), let second = contestants.index(of: second)
    else { return }
    contestants.allow(first, with: second)
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
      for index in contestants.indices { begin(frame, index, at: now, answer, judge) }
      settle(at: now, answer, emit)
    }
    for index in contestants.indices where contestants.state(index).isFollowing {
      guard contestants.move(frame.contacts, index) else { continue }
      if contestants.recognizers[index].kind == .custom {
        consult(index, .moved, frame.contacts.filter { $0.phase == .moved }, now, answer, judge)
      } else {
        process(index, .moved, at: now, answer)
      }
    }
    settle(at: now, answer, emit)
    for index in contestants.indices where !contestants.recognizers[index].fingers.isEmpty {
      finish(frame, index, at: now, answer, judge)
    }
    settle(at: now, answer, emit)
    contestants.tidy()
  }

  /// Advances the time to `now`, when no earlier frame is waiting.
  ///
  /// - Parameters:
  ///   - now: on the frames' clock
  ///   - answer: answers a question
  ///   - emit: called for what was due by now, each stamped with the moment when it was due
  public mutating func advance(to now: Timestamp, asking answer: Answer, _ emit: Emit) {
    while let due = deadline, due <= now {
      for index in contestants.indices where contestants.deadline(index) == due {
        process(index, .deadline, at: due, answer)
      }
      settle(at: due, answer, emit)
      contestants.tidy()
    }
    clock = clock.map { max($0, now) }
  }

  /// Cancels gestures that go on, and lets all others fail, as the fingers are lost.
  ///
  /// Call it when the tracker is interrupted, in place of its last frame: a tap that waits for
  /// another to fail must not be recognized by the interruption. The next frame may carry any
  /// timestamp.
  ///
  /// - Parameter emit: called for each event, stamped with the latest time that is known
  public mutating func interrupt(_ emit: Emit) {
    guard let now = clock else { return }
    contestants.interrupt(at: now, emit)
    clock = nil
  }

  // MARK: State

  /// The moment when something follows from time alone, if no finger does anything before.
  public var deadline: Timestamp? {
    var first: Timestamp?
    for index in contestants.indices {
      guard let due = contestants.deadline(index) else { continue }
      first = first.map { min($0, due) } ?? due
    }
    return first
  }

  /// True if the gesture was recognized and goes on.
  package func isActive(_ id: GestureID) -> Bool {
    contestants.index(of: id).map { contestants.state($0) == .active } ?? false
  }

  /// Makes `translation` the way that a pan has gone so far, in points, and forgets its velocity.
  public mutating func setTranslation(_ translation: Point, of id: GestureID) {
    guard let clock, let index = contestants.index(of: id),
      case .pan(var machine) = contestants.recognizers[index].machine
    else { return }
    machine.set(translation: translation, at: clock)
    contestants.setMachine(.pan(machine), index)
  }

  /// Makes `scale` the pinch's at the present distance, and forgets its velocity.
  public mutating func setScale(_ scale: Double, of id: GestureID) {
    guard let clock, let index = contestants.index(of: id),
      case .pinch(var machine) = contestants.recognizers[index].machine
    else { return }
    machine.set(scale, at: clock)
    contestants.setMachine(.pinch(machine), index)
  }

  /// Makes `radians` the angle of a rotation at the present direction, and forgets its velocity.
  public mutating func setRotation(_ radians: Double, of id: GestureID) {
    guard let clock, let index = contestants.index(of: id),
      case .rotation(var machine) = contestants.recognizers[index].machine
    else { return }
    machine.set(radians, at: clock)
    contestants.setMachine(.rotation(machine), index)
  }

  /// True if the recognizer has seen no finger since its last gesture was over.
  package func isIdle(_ id: GestureID) -> Bool {
    contestants.index(of: id).map { contestants.state($0) == .idle } ?? true
  }

  /// The fingers of a recognizer since it was idle, fingers of earlier taps included.
  package func contacts(of id: GestureID) -> [Contact.ID] {
    contestants.index(of: id).map { contestants.contacts($0) } ?? []
  }

  /// True if `isWanted` is true of a recognizer that has the finger and may still be recognized.
  package func mayRecognize(_ contact: Contact.ID, where isWanted: (GestureID) -> Bool) -> Bool {
    contestants.mayRecognize(contact, where: isWanted)
  }

  // MARK: Inside

  /// Gives a recognizer the beginning contacts that it receives.
  private mutating func begin(
    _ frame: ContactFrame, _ index: Int, at now: Timestamp, _ answer: Answer, _ judge: Judge
  ) {
    var custom: [Contact] = []
    for contact in frame.contacts where contact.phase == .began {
      guard
        contestants.engage(
          index, with: contact, if: { answer(.receives($0, contact)) },
          { Self.leavesRoom($0, $1, answer) })
      else { continue }
      if contestants.recognizers[index].kind == .custom {
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
    if contestants.recognizers[index].kind == .custom {
      let fingers = contestants.recognizers[index].fingers
      let own = frame.contacts.filter { fingers.contains($0.id) }
      for (phase, input) in [(Contact.Phase.ended, GestureInput.ended), (.cancelled, .cancelled)] {
        let over = own.filter { $0.phase == phase }
        for contact in over { contestants.lift(contact.id, index) }
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
      guard contestants.recognizers[index].fingers.contains(contact.id) else { continue }
      contestants.lift(contact.id, index)
      process(index, input, at: now, answer)
    }
  }

  /// Gives an input to a recognizer's machine, and records what it concludes.
  mutating func process(
    _ index: Int, _ input: GestureInput, at now: Timestamp, _ answer: Answer
  ) {
    switch (contestants.state(index), input) {
    case (.possible, _), (.heldContinuous, _), (.active, _):
      guard let phase = contestants.process(input, index, at: now) else { return }
      record(phase, of: index, at: now, answer)
    case (.heldDiscrete, .cancelled):
      record(.cancelled, of: index, at: now, answer)
    case (.heldDiscrete, .began), (.heldDiscrete, .moved), (.heldDiscrete, .ended),
      (.heldDiscrete, .deadline), (.idle, _), (.recognized, _), (.failed, _):
      break  // Its gesture is complete, or lost.
    }
  }

  /// Records a conclusion in the arena; if the client refuses the gesture, that it failed.
  mutating func record(
    _ phase: GestureEvent.Phase, of index: Int, at now: Timestamp, _ answer: Answer
  ) {
    var phase = phase
    switch phase {
    case .began, .ended:
      if contestants.state(index) == .possible,
        !answer(.begins(contestants.event(index, phase, at: now)))
      {
        phase = .failed
      }
    case .changed, .cancelled, .failed: break
    }
    let isLawful = contestants.record(phase, of: index) { Self.leavesRoom($0, $1, answer) }
    ensure(
      isLawful, "GestureBank.report: the phase cannot follow in this state of the gesture")
  }

  /// Settles the conclusions of this moment in the arena, and emits what follows.
  mutating func settle(at now: Timestamp, _ answer: Answer, _ emit: Emit) {
    contestants.settle(at: now, { Self.leavesRoom($0, $1, answer) }, emit)
  }

  /// True if `other` may be recognized or go on, though `winner` was, and shares a finger with it.
  private static func leavesRoom(
    _ winner: GestureID, _ other: GestureID, _ answer: Answer
  ) -> Bool {
    answer(.together(winner, other)) || answer(.together(other, winner))
      || !answer(.prevents(winner, other))
  }
}
