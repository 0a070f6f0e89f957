// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The delivery of one motion to the responders, from its beginning to its end.
///
/// It keeps the receivers of the beginning, so that a motion that cannot end where it began is
/// cancelled for exactly these.
@MainActor
final class MotionSequence {
  private let beginning: MotionEvent
  /// The responder that received the beginning first, also while the end goes up the chain.
  private(set) weak var origin: Responder?
  /// Noted as beginning and end pass from responder to responder.
  var receivers: Receivers

  /// A motion about to begin with `event` at `recipient`.
  init(_ event: MotionEvent, at recipient: Responder) {
    beginning = event
    origin = recipient
    receivers = Receivers(recipient)
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

  private func cancel(_ receivers: [Responder]) {
    // No clock is read here: the beginning is the last that is known of the motion.
    let event = Event(beginning.interrupted(), in: self)
    for receiver in receivers { event.deliver(to: receiver) }
  }
}

/// The way of motions to the responders: those that have begun in an application and not ended.
@MainActor
final class MotionDelivery {
  private unowned let application: Application
  private var motions: [MotionSequence] = []

  init(of application: Application) {
    self.application = application
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

  /// Cancels the motions that can no longer end where they began.
  func cancelBroken() {
    let broken = motions.filter { !canEnd($0) }
    motions.removeAll { motion in broken.contains { $0 === motion } }
    for motion in broken { motion.cutShort() }
  }

  private func canEnd(_ motion: MotionSequence) -> Bool {
    guard let first = motion.receivers.first, motion.receivers.isConnected else { return false }
    // A window stays the recipient also if it has got a first responder since.
    return first === application.recipient || first === application.keyWindow
  }

  /// Removes a motion, and returns true if it was open.
  private func close(_ motion: MotionSequence) -> Bool {
    guard let index = motions.firstIndex(where: { $0 === motion }) else { return false }
    motions.remove(at: index)
    return true
  }
}
