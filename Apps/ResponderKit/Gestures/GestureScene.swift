// SPDX-License-Identifier: Apache-2.0

import MotionCore
import TouchCore

/// The gesture recognizers of one window that have fingers, in front of the bank that judges and
/// settles them.
///
/// A recognizer joins when a finger begins in its view, and leaves once it is ready for the next
/// gesture. While the bank is at work it asks recognizers and delegates; what they change then
/// waits until it is done.
@MainActor
final class GestureScene {
  private unowned let scene: TouchScene
  private var bank = GestureBank()
  /// In the order of joining.
  private var members: [Member] = []
  private var recognizers: [GestureID: Member] = [:]
  /// The members that may have to wait for others, or let others wait: the scene compares each
  /// newcomer with these alone.
  private var relating: [Member] = []
  /// A Boolean value that indicates whether the bank, or views that lose touches, are at work.
  private(set) var isAtWork = false
  /// The number of calls of `work` under way, each in an action of the one before.
  private var depth = 0
  private var postponed: [() -> Void] = []

  private struct Member {
    let id: GestureID
    weak var recognizer: GestureRecognizer?
  }

  init(of scene: TouchScene) {
    self.scene = scene
  }

  var isEmpty: Bool { members.isEmpty }
  /// The bank's deadline; while that is at work, the one before.
  var deadline: Timestamp? { isAtWork ? latestDeadline : bank.deadline }
  private var latestDeadline: Timestamp?

  // MARK: Input

  /// Processes a frame.
  func process(_ frame: ContactFrame, _ event: Event?) {
    // A delegate answers here whether recognizers wait for each other.
    let wasAtWork = isAtWork
    isAtWork = true
    for contact in frame.contacts where contact.phase == .began {
      if let touch = scene.touch(contact.id) { join(touch) }
    }
    isAtWork = wasAtWork
    guard !members.isEmpty else { return catchUp() }
    work(event) { bank, emit in
      bank.process(frame, asking: answer, judging: { self.judge($0, $1, $2, event) }, emit)
    }
  }

  /// Carries out what is due by `now`.
  func advance(to now: Timestamp, _ event: Event?) {
    work(event) { bank, emit in bank.advance(to: now, asking: answer, emit) }
  }

  /// Cancels gestures that go on, and lets the others fail; the client's own gestures hear that
  /// their fingers are cancelled.
  func interrupt() {
    whenDone {
      for member in self.members {
        guard let recognizer = member.recognizer, recognizer.kind == .custom else { continue }
        switch recognizer.state {
        case .possible, .began, .changed: break
        case .ended, .cancelled, .failed: continue
        }
        let touches = self.bank.contacts(of: member.id).compactMap(self.scene.touch)
        _ = recognizer.judge(.cancelled, touches.filter { $0.now.contact.phase != .ended }, nil)
      }
      self.work(nil) { bank, emit in bank.interrupt(emit) }
    }
  }

  /// Cancels fingers for the recognizers.
  func cancel(_ touches: [Touch], at now: Timestamp) {
    let contacts = touches.map { touch in
      var contact = touch.now.contact
      contact.cancel(at: now)
      return contact
    }
    whenDone {
      guard !self.members.isEmpty else { return }
      self.process(ContactFrame(timestamp: now, contacts: contacts), nil)
    }
  }

  /// Removes a recognizer, whose gesture is cancelled, or fails.
  func withdraw(_ recognizer: GestureRecognizer) {
    whenDone {
      guard let id = self.id(of: recognizer) else { return }
      self.expel(id)
      self.scene.settle(nil)
    }
  }

  /// Reports what a recognizer of the client's concluded by itself.
  func report(_ phase: GestureEvent.Phase, of recognizer: GestureRecognizer) {
    whenDone {
      // A finger may have been refused, or its gesture be over, meanwhile.
      guard let id = self.id(of: recognizer), !self.bank.isIdle(id) else { return }
      self.work(nil) { bank, emit in
        bank.report(phase, of: id, at: self.scene.now, asking: self.answer, emit)
      }
      self.scene.settle(nil)
    }
  }

  /// Takes a finger from the client's own recognizer.
  func ignore(_ touch: Touch, of recognizer: GestureRecognizer) {
    whenDone {
      guard let id = self.id(of: recognizer) else { return }
      recognizer.forget(touch)
      self.work(nil) { bank, emit in
        bank.ignore(touch.contact, of: id, asking: self.answer, emit)
      }
      self.scene.settle(nil)
    }
  }

  /// Changes what is measured of a gesture.
  func change(
    _ recognizer: GestureRecognizer, _ body: @escaping (inout GestureBank, GestureID) -> Void
  ) {
    whenDone {
      if let id = self.id(of: recognizer) { body(&self.bank, id) }
    }
  }

  // MARK: What views may have

  /// A Boolean value that indicates whether to hold back the beginning of `touch`.
  func holdsBeginning(of touch: Touch) -> Bool {
    bank.mayRecognize(touch.contact) { recognizer($0)?.delaysTouchesBegan == true }
  }

  /// A Boolean value that indicates whether to hold back the end of `touch`.
  func holdsEnd(of touch: Touch) -> Bool {
    bank.mayRecognize(touch.contact) { recognizer($0)?.delaysTouchesEnded == true }
  }

  /// A Boolean value that indicates whether `touch` has joined a gesture that goes on and cancels
  /// touches.
  func hasTaken(_ touch: Touch) -> Bool {
    members.contains {
      bank.isActive($0.id) && $0.recognizer?.cancelsTouchesInView == true
        && bank.contacts(of: $0.id).contains(touch.contact)
    }
  }

  // MARK: Members

  /// Adds the recognizers that `touch` concerns, the innermost first.
  private func join(_ touch: Touch) {
    for view in views(of: touch) {
      for recognizer in view.gestureRecognizers
      where recognizer.isEnabled && recognizer.scene !== self {
        recognizer.withdraw()
        let depth = sequence(first: view) { $0.superview }.reduce(0) { depth, _ in depth + 1 }
        let id = bank.add(
          recognizer.kind, depth: depth, configuration: recognizer.effectiveConfiguration)
        for other in recognizer.isRelating ? members : relating {
          guard let before = other.recognizer else { continue }
          if recognizer.mustWait(for: before) { bank.require(id, toFail: other.id) }
          if before.mustWait(for: recognizer) { bank.require(other.id, toFail: id) }
        }
        let member = Member(id: id, recognizer: recognizer)
        members.append(member)
        recognizers[id] = member
        recognizer.join(self, as: id)
        relate(recognizer)
      }
    }
  }

  /// Takes note of a member that may have relations by now.
  func relate(_ recognizer: GestureRecognizer) {
    guard recognizer.isRelating, let id = id(of: recognizer),
      !relating.contains(where: { $0.id == id })
    else { return }
    relating.append(Member(id: id, recognizer: recognizer))
  }

  /// The views whose recognizers may have `touch`, from the inside out.
  private func views(of touch: Touch) -> [View] {
    guard let view = touch.view else { return [] }
    let views = Array(sequence(first: view) { $0.superview })
    // A view of a toolkit's hangs on the window by the chain alone.
    guard let window = touch.window, views.last !== window else { return views }
    return views + [window]
  }

  /// The views that have a say about a gesture: its fingers' views, and the views behind them up to
  /// the recognizer's own.
  private func views(of touches: [Touch], upTo recognizer: GestureRecognizer) -> [View] {
    var all: [View] = []
    for touch in touches {
      for view in views(of: touch) {
        guard view !== recognizer.view else { break }
        if !all.contains(where: { $0 === view }) { all.append(view) }
      }
    }
    return all + (recognizer.view.map { [$0] } ?? [])
  }

  /// Makes a recognizer idle; it leaves once all events were delivered.
  private func expel(_ id: GestureID) {
    work(nil) { bank, emit in bank.setEnabled(false, for: id, asking: answer, emit) }
  }

  private func recognizer(_ id: GestureID) -> GestureRecognizer? {
    recognizers[id]?.recognizer
  }

  private func id(of recognizer: GestureRecognizer) -> GestureID? {
    recognizer.scene === self ? recognizer.id : nil
  }

  // MARK: The bank

  /// Runs `body` now, or once the bank is done.
  private func whenDone(_ body: @escaping () -> Void) {
    if isAtWork { postponed.append(body) } else { body() }
  }

  /// Lets the bank work, and then updates the recognizers and calls their actions.
  private func work(_ event: Event?, _ body: (inout GestureBank, GestureBank.Emit) -> Void) {
    depth += 1
    var events: [GestureEvent] = []
    latestDeadline = bank.deadline
    isAtWork = true
    // A delegate may ask back, and must not find the bank half changed.
    var working = GestureBank()
    swap(&working, &bank)
    body(&working) { events.append($0) }
    swap(&working, &bank)
    isAtWork = false
    for member in members {
      member.recognizer?.adopt(bank.contacts(of: member.id).compactMap(scene.touch))
    }
    for happened in events {
      // An action that was called before may have removed it.
      guard let recognizer = recognizer(happened.gesture),
        let isRecognized = recognizer.enter(happened)
      else { continue }
      if isRecognized {
        // Views that lose their touches may change recognizers: that counts once the action was
        // called.
        isAtWork = true
        let hadView = recognizer.view != nil
        scene.recognized(recognizer, happened.contacts, event)
        if hadView && recognizer.view == nil { recognizer.isSilenced = true }
        isAtWork = false
      }
      recognizer.sendActions(for: event)
      catchUp()
    }
    // An outer call may have more events for recognizers that are idle by now.
    if depth == 1 { dismiss() }
    depth -= 1
    catchUp()
  }

  /// Removes all that are ready for the next gesture, or gone.
  private func dismiss() {
    for member in members where member.recognizer == nil && !bank.isIdle(member.id) {
      expel(member.id)
    }
    let idle = members.filter { bank.isIdle($0.id) }
    guard !idle.isEmpty else { return }
    members.removeAll { bank.isIdle($0.id) }
    relating.removeAll { bank.isIdle($0.id) }
    for member in idle { recognizers[member.id] = nil }
    bank.removeIdle()
    for member in idle { member.recognizer?.makePossible() }
  }

  /// Does what had to wait for the bank.
  private func catchUp() {
    while !isAtWork && !postponed.isEmpty { postponed.removeFirst()() }
  }

  private func answer(_ question: GestureQuestion) -> Bool {
    switch question {
    case .receives(let id, let contact):
      guard let recognizer = recognizer(id), recognizer.isEnabled,
        let touch = scene.touch(contact.id),
        views(of: touch).contains(where: { $0 === recognizer.view })
      else { return false }
      return recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) ?? true
    case .begins(let event):
      guard let recognizer = recognizer(event.gesture) else { return false }
      let touches = event.contacts.compactMap(scene.touch)
      recognizer.adopt(touches)
      recognizer.show(event)
      guard
        views(of: touches, upTo: recognizer).allSatisfy({
          $0.gestureRecognizerShouldBegin(recognizer)
        })
      else { return false }
      return recognizer.delegate?.gestureRecognizerShouldBegin(recognizer) ?? true
    case .together(let one, let other):
      guard let one = recognizer(one), let other = recognizer(other) else { return false }
      return one.delegate?.gestureRecognizer(one, shouldRecognizeSimultaneouslyWith: other)
        ?? false
    case .prevents(let winner, let other):
      guard let winner = recognizer(winner), let other = recognizer(other) else { return true }
      return winner.canPrevent(other) && other.canBePrevented(by: winner)
    }
  }

  private func judge(
    _ id: GestureID, _ input: GestureInput, _ contacts: [Contact.ID], _ event: Event?
  ) -> GestureVerdict {
    guard let recognizer = recognizer(id) else { return GestureVerdict(.failed) }
    return recognizer.judge(input, contacts.compactMap(scene.touch), event)
  }
}
