// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The delivery of one motion to the responders, from its beginning to its end.
///
/// It keeps the receivers of the beginning: one that leaves the chain before the end gets a
/// cancellation, and the rest get the end.
@MainActor
final class MotionSequence {
  private let beginning: MotionEvent
  /// The responder that received the beginning first, also while the end goes up the chain.
  private weak var origin: Responder?
  /// The key window when it began; nil once another was key.
  private weak var window: Window?
  /// Noted as beginning and end pass from responder to responder.
  var receivers: Receivers

  /// A motion about to begin with `event` at `recipient`.
  init(_ event: MotionEvent, at recipient: Responder) {
    beginning = event
    origin = recipient
    window = recipient.nearestWindow
    receivers = Receivers(recipient)
  }

  /// The responder where it began; nil if that has left its window, or `keyWindow` is another.
  func origin(in keyWindow: Window?) -> Responder? {
    guard let origin, let window, window === keyWindow, origin.nearestWindow === window else {
      return nil
    }
    return origin
  }

  /// The kind of the motion.
  var kind: MotionKind { beginning.kind }

  /// Sends the beginning up the chain.
  func begin() {
    guard let recipient = receivers.first else { return }
    Event(beginning, in: self).deliver(to: recipient)
  }

  /// Sends the detector's `event`, the end of this motion, up the chain.
  func end(with event: MotionEvent) {
    guard let recipient = receivers.first else { return }
    receivers.willEnd()
    Event(event, in: self).deliver(to: recipient)
    cancel(receivers.hasEnded(from: recipient))
  }

  /// Cancels the motion for the receivers of its beginning that still exist.
  func cutShort() {
    cancel(receivers.cutShort())
  }

  /// Cancels the motion for those who are no longer on the chain that begins at `recipient`, in the
  /// key window or in another.
  func cancelLeavers(from recipient: Responder, in keyWindow: Window?) {
    if window !== keyWindow { window = nil }
    cancel(receivers.leave(chainOf: recipient))
  }

  /// A Boolean value that indicates whether anybody is left who waits for its end.
  var isOpen: Bool { receivers.first != nil }

  private func cancel(_ receivers: [Responder]) {
    guard !receivers.isEmpty else { return }
    // Each is called by itself, so none passes it on.
    let alone = MotionSequence(beginning, at: receivers[0])
    _ = alone.receivers.cutShort()
    // No clock is read here: the beginning is the last that is known of the motion.
    let event = Event(beginning.interrupted(), in: alone)
    for receiver in receivers { event.deliver(to: receiver) }
  }
}

/// The way of motions to the responders: those that have begun in an application and not ended.
@MainActor
final class MotionDelivery: ChainWatcher {
  private unowned let application: Application
  private var motions: [MotionSequence] = []

  init(of application: Application) {
    self.application = application
    application.addWatcher(self)
  }

  /// The open motion of a kind.
  func sequence(of kind: MotionKind) -> MotionSequence? {
    motions.first { $0.kind == kind }
  }

  /// Delivers an event to `recipient`, or where its motion began.
  func send(_ event: MotionEvent, to recipient: Responder) {
    let open = sequence(of: event.kind)
    switch event.phase {
    case .began:
      // A detector ends what it began; a stream that was replaced may not have.
      if let open { cutShort(open) }
      let motion = MotionSequence(event, at: recipient)
      motions.append(motion)
      motion.begin()
    case .ended, .cancelled:
      if let open, close(open) { open.end(with: event) }
    case .recognized:
      Event(event).deliver(to: recipient)
    }
  }

  /// Cancels a motion, unless it is over by now.
  func cutShort(_ motion: MotionSequence) {
    if close(motion) { motion.cutShort() }
  }

  /// Cancels the open motions for those who have left the chain of the current first responder.
  func chainChanged() {
    // While one hands over to another, the focus is between them.
    guard !motions.isEmpty, application.keyWindow?.isHandingOver != true else { return }
    for motion in motions {
      motion.cancelLeavers(from: application.recipient, in: application.keyWindow)
    }
    motions.removeAll { !$0.isOpen }
  }

  /// Removes a motion, and returns true if it was open.
  private func close(_ motion: MotionSequence) -> Bool {
    guard let index = motions.firstIndex(where: { $0 === motion }) else { return false }
    motions.remove(at: index)
    return true
  }
}
