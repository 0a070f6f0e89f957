// SPDX-License-Identifier: Apache-2.0

import MotionCore
import TouchCore

/// The touches of one window, and what its views receive of them.
@MainActor
final class TouchScene {
  private(set) weak var window: Window?
  /// In the order of beginning: those that are down, and those whose end is held back.
  private(set) var touches: [Touch] = [] {
    didSet { ownSet = nil }
  }
  /// The same as a set, once an event had it.
  private var ownSet: Set<Touch>?
  /// The set that a view was called with last: while its fingers move it stays the same.
  private var latestSet: Set<Touch> = []
  private var round = Round.over
  /// The touches that the event under way is about; kept for its memory, as are the other two.
  private var changed: [Touch] = []
  private var outbox: [Parcel] = []
  private var batch: [Touch] = []
  private var isDelivering = false
  private lazy var gestures = GestureScene(of: self)
  /// The latest time that is known, on the input's clock.
  private(set) var now = Timestamp(nanoseconds: 0)
  /// The event that is being sent cancels everything.
  var isInterrupted = false

  private enum Round {
    /// An event is being sent that is about `changed`.
    case waiting
    /// No event is being sent, or it was delivered.
    case over
  }

  /// The changes of one touch for one view.
  private struct Parcel {
    let touch: Touch
    let phases: TouchGate.Phases
  }

  init(of window: Window) {
    self.window = window
  }

  /// All touches as a set, which costs nothing while they are the same.
  var touchSet: Set<Touch> {
    if let ownSet { return ownSet }
    let set = Set(touches)
    ownSet = set
    return set
  }

  func touch(_ contact: Contact.ID) -> Touch? {
    touches.first { $0.contact == contact }
  }

  /// A Boolean value that indicates whether to deliver an event here.
  var isWaiting: Bool {
    switch round {
    case .waiting: true
    case .over: false
    }
  }

  /// A Boolean value that indicates whether nothing here matters any more.
  var isOver: Bool { touches.isEmpty && gestures.isEmpty }

  // MARK: Input

  /// Adds a finger that was put down on `view`, which may not be allowed to receive it.
  func begin(_ start: Touch.Moment, on view: View, in window: Window) {
    let isRefused = touches.contains { other in
      guard other.gate.isTracking, let otherView = other.view else { return false }
      return otherView === view
        ? !view.isMultipleTouchEnabled : view.isExclusiveTouch || otherView.isExclusiveTouch
    }
    touches.append(Touch(start, on: view, in: window, isRefused: isRefused))
  }

  /// Prepares for an event of `timestamp`.
  ///
  /// - Returns: true if it is about fingers in this window
  func prepare(at timestamp: Timestamp) -> Bool {
    now = timestamp
    changed.removeAll(keepingCapacity: true)
    for touch in touches where touch.now.contact.phase != .stationary { changed.append(touch) }
    guard !changed.isEmpty else { return false }
    round = .waiting
    return true
  }

  /// Delivers the event that was prepared to the recognizers, and what they leave to the views.
  func deliver(_ event: Event) {
    guard isWaiting else { return }
    round = .over
    isDelivering = true
    if isInterrupted {
      gestures.interrupt()
    } else if !gestures.isEmpty || changed.contains(where: { $0.now.contact.phase == .began }) {
      let contacts = touches.filter { $0.isDown || changed.contains($0) }.map(\.now.contact)
      gestures.process(ContactFrame(timestamp: now, contacts: contacts), event)
    }
    var parcels = emptyOutbox()
    for touch in changed {
      switch touch.now.contact.phase {
      case .began: if gestures.hasTaken(touch) { post(touch, .cancelled, in: &parcels) }
      case .stationary: break
      case .moved: post(touch, .moved, in: &parcels)
      case .ended: post(touch, .lifted, in: &parcels)
      case .cancelled: post(touch, .cancelled, in: &parcels)
      }
    }
    isDelivering = false
    postSettled(in: &parcels)
    send(&parcels, event)
  }

  /// Ends the event: touches whose beginning or end a window kept to itself are cancelled.
  func finish(_ event: Event) {
    if isWaiting {
      round = .over
      cutShort(
        changed.filter {
          switch $0.now.contact.phase {
          case .began, .ended, .cancelled: true
          case .moved, .stationary: false
          }
        })
    }
    for touch in touches where !touch.isDown { touch.rest() }
    changed.removeAll(keepingCapacity: true)
  }

  /// A Boolean value that indicates whether the event under way is about touches here.
  var isConcerned: Bool { !changed.isEmpty }

  // MARK: Time

  var deadline: Timestamp? { gestures.deadline }

  func advance(to due: Timestamp, with event: Event) {
    now = due
    gestures.advance(to: due, event)
    settle(event)
  }

  /// Cancels the gestures that go on, and lets the others fail.
  func interrupt() {
    gestures.interrupt()
    settle(nil)
  }

  // MARK: What recognizers leave

  /// Takes from the views what a gesture that was recognized takes.
  func recognized(
    _ recognizer: GestureRecognizer, _ contacts: [Contact.ID], _ event: Event?
  ) {
    let input: TouchGate.Input
    if recognizer.cancelsTouchesInView {
      input = .cancelled
    } else if recognizer.delaysTouchesBegan {
      input = .recognizedWhileDelayed
    } else {
      return
    }
    var parcels = emptyOutbox()
    for touch in touches where contacts.contains(touch.contact) {
      post(touch, input, in: &parcels)
    }
    send(&parcels, event ?? ownEvent)
  }

  /// Sends the views what no recognizer holds back any more.
  func settle(_ event: Event?) {
    // During the delivery of an event, or a question to a recognizer, the recognizers go first.
    guard !isDelivering, !gestures.isAtWork else { return }
    var parcels = emptyOutbox()
    postSettled(in: &parcels)
    send(&parcels, event ?? ownEvent)
  }

  private func postSettled(in parcels: inout [Parcel]) {
    for touch in touches {
      let isBehind =
        touch.view?.isMultipleTouchEnabled == false
        && touches.contains {
          $0.contact < touch.contact && $0.view === touch.view && $0.gate.isHoldingEnd
        }
      let input = TouchGate.Input.settled(
        holdsBeginning: isBehind || gestures.holdsBeginning(of: touch),
        holdsEnd: gestures.holdsEnd(of: touch))
      post(touch, input, in: &parcels)
    }
  }

  private func post(_ touch: Touch, _ input: TouchGate.Input, in parcels: inout [Parcel]) {
    let phases = touch.gate.process(input)
    if !phases.isEmpty { parcels.append(Parcel(touch: touch, phases: phases)) }
  }

  private var ownEvent: Event { Event(touches: touchSet, at: now) }

  /// The memory of the outbox; a call in the middle of another has memory of its own.
  private func emptyOutbox() -> [Parcel] {
    var parcels: [Parcel] = []
    swap(&parcels, &outbox)
    return parcels
  }

  // MARK: Sending

  /// Sends each view its touches: those that began, then those that moved, ended, were cancelled.
  private func send(_ parcels: inout [Parcel], _ event: Event) {
    for (index, parcel) in parcels.enumerated() {
      guard let view = parcel.touch.view,
        !parcels[..<index].contains(where: { $0.touch.view === view })
      else { continue }
      if view.isMultipleTouchEnabled {
        send(view, parcels[index...], event)
      } else {
        // A view of one finger at a time receives the next once the one before is over.
        for part in parcels.indices[index...] where parcels[part].touch.view === view {
          send(view, parcels[part...part], event)
        }
      }
    }
    parcels.removeAll(keepingCapacity: true)
    swap(&parcels, &outbox)
    // One whose end is being sent stays: a view that leaves meanwhile hears that it is cancelled.
    if touches.contains(where: { !$0.isDown && $0.gate.isClosed && !$0.isOpen }) {
      touches.removeAll { !$0.isDown && $0.gate.isClosed && !$0.isOpen }
    }
  }

  private func send(_ view: View, _ parcels: ArraySlice<Parcel>, _ event: Event) {
    send(view, .began, .began, parcels, event)
    send(view, .moved, .moved, parcels, event)
    send(view, .ended, .ended, parcels, event)
    send(view, .cancelled, .cancelled, parcels, event)
  }

  private func send(
    _ view: View, _ phase: Touch.Phase, _ wanted: TouchGate.Phases, _ parcels: ArraySlice<Parcel>,
    _ event: Event
  ) {
    var touches: [Touch] = []
    swap(&touches, &batch)
    defer {
      touches.removeAll(keepingCapacity: true)
      swap(&touches, &batch)
    }
    for parcel in parcels where parcel.phases.contains(wanted) && parcel.touch.view === view {
      // A responder that received an earlier phase may have broken off the others.
      let touch = parcel.touch
      if phase == .began ? self.touches.contains(touch) : touch.isOpen { touches.append(touch) }
    }
    guard !touches.isEmpty else { return }
    for touch in touches { touch.present(phase) }
    switch phase {
    case .began:
      for touch in touches { touch.receivers = Receivers(view) }
      view.touchesBegan(set(of: touches), with: event)
    case .moved:
      view.touchesMoved(set(of: touches), with: event)
    case .ended:
      for touch in touches { touch.receivers?.willEnd() }
      view.touchesEnded(set(of: touches), with: event)
      cancel(touches.map { ($0, $0.receivers?.hasEnded(from: view) ?? []) }, event)
    case .cancelled:
      for touch in touches { touch.receivers?.willEnd() }
      view.touchesCancelled(set(of: touches), with: event)
      cancel(touches.map { ($0, $0.receivers?.hasEnded(from: view) ?? []) }, event)
    case .stationary:
      break
    }
    // What is cancelled shows it until its finger does something.
    if phase != .cancelled { for touch in touches { touch.presentNow() } }
  }

  private func set(of touches: [Touch]) -> Set<Touch> {
    if latestSet.count != touches.count || !touches.allSatisfy(latestSet.contains) {
      latestSet = Set(touches)
    }
    return latestSet
  }

  // MARK: Cancelling

  /// Cancels all touches and gestures, without releasing beginnings that are held back.
  func cancelAll() {
    gestures.interrupt()
    cutShort(touches)
    settle(nil)
  }

  /// Cancels `broken` for the receivers of their beginning; the fingers are ignored until they
  /// lift.
  func cutShort(_ broken: [Touch]) {
    guard !broken.isEmpty else { return }
    let event = ownEvent
    let orphans = broken.map { ($0, $0.cutShort()) }
    gestures.cancel(broken, at: now)
    touches.removeAll(where: broken.contains)
    window?.touchFeedback?.forget(broken)
    cancel(orphans, event)
    settle(nil)
  }

  /// Cancels the touches of each responder, once.
  private func cancel(_ orphans: [(touch: Touch, receivers: [Responder])], _ event: Event) {
    var responders: [Responder] = []
    for responder in orphans.flatMap(\.receivers)
    where !responders.contains(where: { $0 === responder }) {
      responders.append(responder)
    }
    for responder in responders {
      let own = orphans.filter { $0.receivers.contains { $0 === responder } }.map(\.touch)
      for touch in own { touch.phase = .cancelled }
      responder.touchesCancelled(Set(own), with: event)
    }
  }
}
