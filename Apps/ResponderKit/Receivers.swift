/// The responders that received the beginning of a motion or a touch, and so receive one end of it.
@MainActor
struct Receivers {
  private var state: State

  private enum State {
    /// It began; the receivers of the beginning, in the order of the chain.
    case open([Receiver])
    /// The end is going up the chain.
    case ending(unreached: [Receiver])
    /// It was cancelled for each receiver by itself; nothing more is heard of it.
    case cutShort
  }

  private struct Receiver {
    weak var responder: Responder?
  }

  /// The receivers of something that is about to begin at `first`.
  init(_ first: Responder) {
    state = .open([Receiver(responder: first)])
  }

  /// The responder that received the beginning first; nil once it is gone, or the end has come.
  var first: Responder? {
    switch state {
    case .open(let receivers): receivers.first?.responder
    case .ending, .cutShort: nil
    }
  }

  /// A Boolean value that indicates whether no end has come yet.
  var isOpen: Bool {
    switch state {
    case .open: true
    case .ending, .cutShort: false
    }
  }

  /// A Boolean value that indicates whether a cancellation goes directly to each receiver.
  var isCutShort: Bool {
    switch state {
    case .open, .ending: false
    case .cutShort: true
    }
  }

  /// A Boolean value that indicates whether all receivers are still on the chain of the first.
  var isConnected: Bool {
    guard case .open(let receivers) = state, let first else { return false }
    // As a rule they are on the chain in the order in which they received the beginning.
    var unmet = receivers[...]
    var responder: Responder? = first
    while let current = responder, let next = unmet.first {
      if next.responder === current { unmet.removeFirst() }
      responder = current.next
    }
    return unmet.isEmpty || Self.areAll(receivers, onChainFrom: first)
  }

  private static func areAll(_ receivers: [Receiver], onChainFrom first: Responder) -> Bool {
    receivers.allSatisfy { receiver in receiver.responder.map(first.follows) ?? false }
  }

  /// Notes that the beginning is about to pass to `responder`.
  ///
  /// - Returns: true unless it is over by now
  mutating func willBegin(in responder: Responder) -> Bool {
    switch state {
    case .open(let receivers):
      state = .open(receivers + [Receiver(responder: responder)])
      return true
    case .ending, .cutShort:
      return false
    }
  }

  /// Notes that the end is about to be given to the first receiver.
  mutating func willEnd() {
    guard case .open(let receivers) = state else { return }
    state = .ending(unreached: Array(receivers.dropFirst()))
  }

  /// Notes that the end is about to pass to `responder`.
  mutating func willEnd(in responder: Responder) {
    guard case .ending(let unreached) = state else { return }
    state = .ending(unreached: unreached.filter { $0.responder !== responder })
  }

  /// Notes that the end has gone up the chain from `first`.
  ///
  /// - Returns: the receivers that it could not reach, which need a cancellation
  mutating func hasEnded(from first: Responder) -> [Responder] {
    guard case .ending(let unreached) = state else { return [] }
    // A responder that handled the end may have kept it; one taken off the chain needs a
    // cancellation.
    if Self.areAll(unreached, onChainFrom: first) { return [] }
    state = .cutShort
    return unreached.compactMap(\.responder)
  }

  /// Breaks it off.
  ///
  /// - Returns: the receivers that still exist; each needs a cancellation
  mutating func cutShort() -> [Responder] {
    switch state {
    case .open(let receivers):
      state = .cutShort
      return receivers.compactMap(\.responder)
    case .ending, .cutShort:
      return []
    }
  }
}
