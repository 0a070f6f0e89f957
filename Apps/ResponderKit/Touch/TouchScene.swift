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
    /// It was delivered, or there is none.
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

  /// Says that an event of `timestamp` will be sent.
  ///
  /// - Returns: true if it is about fingers in this window
  func prepare(at timestamp: Timestamp) -> Bool {
    now = timestamp
    let changed = touches.filter { $0.now.contact.phase != .stationary }
    guard !changed.isEmpty else { return false }
    round = .waiting(changed)
    return true
  }

  /// Gives the event that was prepared to the recognizers, and then what they leave to the views.
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
    var told: [(Touch, [Touch.Phase])] = []
    for touch in changed {
      switch touch.now.contact.phase {
      case .began: if gestures.hasTaken(touch) { told.append((touch, touch.gate.take(.cancelled))) }
      case .stationary: break
      case .moved: told.append((touch, touch.gate.take(.moved)))
      case .ended: told.append((touch, touch.gate.take(.lifted)))
      case .cancelled: told.append((touch, touch.gate.take(.cancelled)))
      }
    }
    isDelivering = false
    tell(told + settled(), event)
  }

  /// Says that the event was sent: who began and was not told of the end is told of a cancellation.
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

  /// Cancels what goes on and lets fail what might be, of gestures.
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
    tell(taken.map { ($0, $0.gate.take(input)) }, event ?? ownEvent)
  }

  /// Tells the views what no recognizer holds back any more.
  func settle(_ event: Event?) {
    // While an event is delivered the recognizers have their turn first.
    guard !isDelivering else { return }
    tell(settled(), event ?? ownEvent)
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
      return (touch, touch.gate.take(input))
    }
  }

  private var ownEvent: Event { Event(touches: Set(touches), at: now) }

  // MARK: Telling

  /// Tells each view of its touches: those that began, then that moved, ended, were cancelled.
  private func tell(_ told: [(touch: Touch, phases: [Touch.Phase])], _ event: Event) {
    defer { touches.removeAll { !$0.isDown && $0.gate.isClosed } }
    guard told.contains(where: { !$0.phases.isEmpty }) else { return }
    var views: [View] = []
    for (touch, phases) in told where !phases.isEmpty {
      guard let view = touch.view, !views.contains(where: { $0 === view }) else { continue }
      views.append(view)
    }
    for view in views {
      let own = told.filter { $0.touch.view === view }
      // A view of one finger at once hears of the next once the one before is over.
      for part in view.isMultipleTouchEnabled ? [own] : own.map({ [$0] }) {
        for phase in [Touch.Phase.began, .moved, .ended, .cancelled] {
          tell(view, phase, part.filter { $0.phases.contains(phase) }.map(\.touch), event)
        }
      }
    }
  }

  private func tell(_ view: View, _ phase: Touch.Phase, _ touches: [Touch], _ event: Event) {
    // A responder that was told before may have broken off the others.
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
    for touch in touches { touch.presentNow() }
  }

  // MARK: Cancelling

  /// Cancels `broken` for each that received their beginning; the fingers are ignored until they lift.
  func cutShort(_ broken: [Touch]) {
    guard !broken.isEmpty else { return }
    let event = ownEvent
    let orphans = broken.map { ($0, $0.cutShort()) }
    gestures.cancel(broken, at: now)
    touches.removeAll(where: broken.contains)
    cancel(orphans, event)
    settle(nil)
  }

  /// Tells each responder once that its touches were cancelled.
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
