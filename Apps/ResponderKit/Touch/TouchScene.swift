import MotionCore
import TouchCore

/// The touches of one window, and what its views receive of them.
@MainActor
final class TouchScene {
  private(set) weak var window: Window?
  /// In the order of beginning: those that are down, and those whose end is held back.
  private(set) var touches: [Touch] = []
  private var round = Round.over
  private var isDelivering = false
  private lazy var gestures = GestureScene(of: self)
  /// The latest time that is known, on the input's clock.
  private(set) var now = Timestamp(nanoseconds: 0)
  /// The event that is being sent cancels everything.
  var isInterrupted = false

  private enum Round {
    /// An event is being sent that is about these touches.
    case waiting([Touch])
    /// No event is being sent, or it was delivered.
    case over
  }

  init(of window: Window) {
    self.window = window
  }

  func touch(_ contact: Contact.ID) -> Touch? {
    touches.first { $0.contact == contact }
  }

  /// A Boolean value that indicates whether an event is to be delivered here.
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
    let changed = touches.filter { $0.now.contact.phase != .stationary }
    guard !changed.isEmpty else { return false }
    round = .waiting(changed)
    return true
  }

  /// Delivers the event that was prepared to the recognizers, and what they leave to the views.
  func deliver(_ event: Event) {
    guard case .waiting(let changed) = round else { return }
    round = .over
    isDelivering = true
    if isInterrupted {
      gestures.interrupt()
    } else {
      let contacts = touches.filter { $0.isDown || changed.contains($0) }.map(\.now.contact)
      gestures.process(ContactFrame(timestamp: now, contacts: contacts), event)
    }
    var phases: [(Touch, [Touch.Phase])] = []
    for touch in changed {
      switch touch.now.contact.phase {
      case .began:
        if gestures.hasTaken(touch) { phases.append((touch, touch.gate.process(.cancelled))) }
      case .stationary: break
      case .moved: phases.append((touch, touch.gate.process(.moved)))
      case .ended: phases.append((touch, touch.gate.process(.lifted)))
      case .cancelled: phases.append((touch, touch.gate.process(.cancelled)))
      }
    }
    isDelivering = false
    send(phases + settled(), event)
  }

  /// Ends the event: touches whose beginning or end a window kept to itself are cancelled.
  func finish(_ event: Event) {
    if case .waiting(let changed) = round {
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
  }

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
    let taken = touches.filter { contacts.contains($0.contact) }
    send(taken.map { ($0, $0.gate.process(input)) }, event ?? ownEvent)
  }

  /// Sends the views what no recognizer holds back any more.
  func settle(_ event: Event?) {
    // While an event is delivered, or a recognizer is asked, the recognizers have their turn first.
    guard !isDelivering, !gestures.isAtWork else { return }
    send(settled(), event ?? ownEvent)
  }

  private func settled() -> [(Touch, [Touch.Phase])] {
    touches.map { touch in
      let isBehind =
        touch.view?.isMultipleTouchEnabled == false
        && touches.contains {
          $0.contact < touch.contact && $0.view === touch.view && $0.gate.isHoldingEnd
        }
      let input = TouchGate.Input.settled(
        holdsBeginning: isBehind || gestures.holdsBeginning(of: touch),
        holdsEnd: gestures.holdsEnd(of: touch))
      return (touch, touch.gate.process(input))
    }
  }

  private var ownEvent: Event { Event(touches: Set(touches), at: now) }

  // MARK: Sending

  /// Sends each view its touches: those that began, then those that moved, ended, were cancelled.
  private func send(_ changes: [(touch: Touch, phases: [Touch.Phase])], _ event: Event) {
    defer { touches.removeAll { !$0.isDown && $0.gate.isClosed } }
    guard changes.contains(where: { !$0.phases.isEmpty }) else { return }
    var views: [View] = []
    for (touch, phases) in changes where !phases.isEmpty {
      guard let view = touch.view, !views.contains(where: { $0 === view }) else { continue }
      views.append(view)
    }
    for view in views {
      let own = changes.filter { $0.touch.view === view }
      // A view of one finger at a time receives the next once the one before is over.
      for part in view.isMultipleTouchEnabled ? [own] : own.map({ [$0] }) {
        for phase in [Touch.Phase.began, .moved, .ended, .cancelled] {
          send(view, phase, part.filter { $0.phases.contains(phase) }.map(\.touch), event)
        }
      }
    }
  }

  private func send(_ view: View, _ phase: Touch.Phase, _ touches: [Touch], _ event: Event) {
    // A responder that received an earlier phase may have broken off the others.
    let touches = touches.filter { phase == .began ? self.touches.contains($0) : $0.isOpen }
    guard !touches.isEmpty else { return }
    for touch in touches { touch.present(phase) }
    switch phase {
    case .began:
      for touch in touches { touch.willBegin(at: view) }
      view.touchesBegan(Set(touches), with: event)
    case .moved:
      view.touchesMoved(Set(touches), with: event)
    case .ended:
      for touch in touches { touch.willEnd() }
      view.touchesEnded(Set(touches), with: event)
      cancel(touches.map { ($0, $0.hasEnded(from: view)) }, event)
    case .cancelled:
      for touch in touches { touch.willEnd() }
      view.touchesCancelled(Set(touches), with: event)
      cancel(touches.map { ($0, $0.hasEnded(from: view)) }, event)
    case .stationary:
      break
    }
    // What is cancelled shows it until its finger does something.
    if phase != .cancelled { for touch in touches { touch.presentNow() } }
  }

  // MARK: Cancelling

  /// Cancels all touches and gestures; beginnings that are held back are not released for that.
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
