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
