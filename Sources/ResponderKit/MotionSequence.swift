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
  private var state: State

  private enum State {
    /// The motion began; the receivers of the beginning, the first responder first.
    case open([Receiver])
    /// The end the detector saw is going up the chain.
    case ending(unreached: [Receiver])
    /// It was cancelled before the detector saw an end; nothing more is heard of it.
    case cutShort
  }

  private struct Receiver {
    weak var responder: Responder?
  }

  /// A motion about to begin with `event` at `recipient`.
  init(_ event: MotionEvent, at recipient: Responder) {
    beginning = event
    origin = recipient
    state = .open([Receiver(responder: recipient)])
  }

  /// The kind of the motion.
  var kind: MotionKind { beginning.kind }

  /// The responder that received the beginning first; `nil` once it is gone, or the motion is over.
  var recipient: Responder? {
    switch state {
    case .open(let receivers): receivers.first?.responder
    case .ending, .cutShort: nil
    }
  }

  /// A Boolean value that indicates whether all receivers of the beginning are still on the chain.
  var isConnected: Bool {
    guard case .open(let receivers) = state, let recipient else { return false }
    return areAll(receivers, onChainFrom: recipient)
  }

  private func areAll(_ receivers: [Receiver], onChainFrom first: Responder) -> Bool {
    let chain = Set(first.chain.map(ObjectIdentifier.init))
    return receivers.allSatisfy { receiver in
      receiver.responder.map { chain.contains(ObjectIdentifier($0)) } ?? false
    }
  }

  /// Sends the beginning up the chain.
  func begin() {
    guard let recipient else { return }
    Event(beginning, in: self).deliver(to: recipient)
  }

  /// Notes that the beginning is about to pass to `responder`.
  ///
  /// - Returns: true unless the motion is over by now
  func willBegin(in responder: Responder) -> Bool {
    switch state {
    case .open(let receivers):
      state = .open(receivers + [Receiver(responder: responder)])
      return true
    case .ending, .cutShort:
      return false
    }
  }

  /// Sends the detector's `event`, the end of this motion, up the chain.
  func end(with event: MotionEvent) {
    guard case .open(let receivers) = state, let recipient else { return }
    state = .ending(unreached: Array(receivers.dropFirst()))
    Event(event, in: self).deliver(to: recipient)
    guard case .ending(let unreached) = state else { return }
    // A responder that handled the end may have kept it; one taken off the chain needs a cancellation.
    if !areAll(unreached, onChainFrom: recipient) { cancel(unreached) }
  }

  /// Notes that the end, or a cancellation of the detector's, is about to pass to `responder`.
  func willEnd(in responder: Responder) {
    guard case .ending(let unreached) = state else { return }
    state = .ending(unreached: unreached.filter { $0.responder !== responder })
  }

  /// A Boolean value that indicates whether a cancellation goes directly to each receiver.
  var isCutShort: Bool {
    switch state {
    case .open, .ending: false
    case .cutShort: true
    }
  }

  /// Cancels the motion for the receivers of its beginning that still exist.
  func cutShort() {
    switch state {
    case .open(let receivers): cancel(receivers)
    case .ending, .cutShort: break
    }
  }

  private func cancel(_ receivers: [Receiver]) {
    state = .cutShort
    // No clock is read here: the beginning is the last that is known of the motion.
    let event = Event(beginning.interrupted(), in: self)
    for receiver in receivers {
      receiver.responder.map(event.deliver)
    }
  }
}
