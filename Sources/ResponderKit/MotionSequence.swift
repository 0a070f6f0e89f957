/// A motion on its way through the responders, from its beginning to its one end.
///
/// It knows who received the beginning, so that a motion that cannot end where it began is
/// cancelled for exactly those.
@MainActor
final class MotionSequence {
  private let beginning: Event
  /// Who received the beginning first, also while the end goes up the chain.
  private(set) weak var origin: Responder?
  private var state: State

  private enum State {
    /// It began, and these have received the beginning: the first responder first.
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
  init(_ event: Event, at recipient: Responder) {
    beginning = event
    origin = recipient
    state = .open([Receiver(responder: recipient)])
  }

  /// Which motion.
  var subtype: Event.EventSubtype { beginning.subtype }

  /// Who received the beginning first; `nil` once it is gone, or the motion is over.
  var recipient: Responder? {
    switch state {
    case .open(let receivers): receivers.first?.responder
    case .ending, .cutShort: nil
    }
  }

  /// Whether all who received the beginning are still on the chain from the first of them.
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
    Event(beginning.motionEvent, in: self).deliver(to: recipient)
  }

  /// Says that the beginning is about to pass to `responder`.
  ///
  /// - Returns: whether it may: not if the motion is over by now
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
  func end(with event: Event) {
    guard case .open(let receivers) = state, let recipient else { return }
    state = .ending(unreached: Array(receivers.dropFirst()))
    Event(event.motionEvent, in: self).deliver(to: recipient)
    guard case .ending(let unreached) = state else { return }
    // Who handled it may have kept it; but who was taken off the chain meanwhile must hear of an end.
    if !areAll(unreached, onChainFrom: recipient) { cancel(unreached) }
  }

  /// Says that the end, or a cancellation of the detector's, is about to pass to `responder`.
  func willEnd(in responder: Responder) {
    guard case .ending(let unreached) = state else { return }
    state = .ending(unreached: unreached.filter { $0.responder !== responder })
  }

  /// Whether a cancellation goes to one receiver of the beginning after the other, not up the chain.
  var isCutShort: Bool {
    switch state {
    case .open, .ending: false
    case .cutShort: true
    }
  }

  /// Cancels the motion for those who received the beginning and still exist.
  func cutShort() {
    switch state {
    case .ending, .cutShort:
      return
    case .open(let receivers):
      cancel(receivers)
    }
  }

  private func cancel(_ receivers: [Receiver]) {
    state = .cutShort
    var cancellation = beginning.motionEvent
    // No clock is read here: the beginning is the last that is known of the motion.
    cancellation.phase = .cancelled(.interrupted)
    let event = Event(cancellation, in: self)
    for receiver in receivers {
      receiver.responder.map(event.deliver)
    }
  }
}
