// SPDX-License-Identifier: Apache-2.0

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
    var place = Place.chain
  }

  /// The place of a receiver.
  private enum Place {
    /// On the chain of the first; if it leaves that, the whole is over.
    case chain
    /// It was on the chain, until a view was moved within its window.
    case left
    /// It received the beginning from a responder that was sent it by hand, and shares the end of
    /// the sender.
    case aside
  }

  /// A Boolean value that indicates whether one of them has left the chain, or was moved in it.
  private(set) var isRearranged = false

  /// Takes out the responders that are not on the chain that begins at `recipient`, and all if none
  /// is left.
  ///
  /// A responder that was sent the beginning by hand shares the end of the sender.
  ///
  /// - Returns: the ones taken out that still exist; each needs a cancellation
  mutating func leave(chainOf recipient: Responder) -> [Responder] {
    guard case .open(let receivers) = state else { return [] }
    let bound = receivers.filter { $0.place == .chain }
    let staying = recipient.chain.compactMap { each in bound.first { $0.responder === each } }
    if staying.isEmpty { return cutShort() }
    let leavers = bound.filter { each in !staying.contains { $0.responder === each.responder } }
    guard !leavers.isEmpty else { return [] }
    isRearranged = true
    state = .open(staying + receivers.filter { $0.place != .chain })
    return leavers.compactMap(\.responder)
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
  var isOpen: Bool { if case .open = state { true } else { false } }

  /// A Boolean value that indicates whether a cancellation goes directly to each receiver.
  var isCutShort: Bool { if case .cutShort = state { true } else { false } }

  /// A Boolean value that indicates whether all receivers are still on the chain of the first.
  var isConnected: Bool {
    guard case .open(let all) = state, let first else { return false }
    // As a rule the chain has them in the same order as their beginnings.
    var unmet = Self.nextOnChain(all, from: 0)
    var responder: Responder? = first
    while let current = responder, unmet < all.endIndex {
      if all[unmet].responder === current { unmet = Self.nextOnChain(all, from: unmet + 1) }
      responder = current.next
    }
    return unmet == all.endIndex
      || all.allSatisfy { $0.place != .chain || $0.responder.map(first.follows) ?? false }
  }

  /// The index of the first receiver from `index` on that should be on the chain.
  private static func nextOnChain(_ all: [Receiver], from index: Int) -> Int {
    all[index...].firstIndex { $0.place == .chain } ?? all.endIndex
  }

  /// Notes that the beginning is about to pass from `sender` to `responder`.
  ///
  /// - Returns: true unless it is over by now
  mutating func willBegin(in responder: Responder, from sender: Responder) -> Bool {
    switch state {
    case .open(let receivers):
      let place = place(of: responder, after: sender, receivers)
      state = .open(receivers + [Receiver(responder: responder, place: place)])
      return true
    case .ending, .cutShort:
      return false
    }
  }

  private func place(
    of responder: Responder, after sender: Responder, _ receivers: [Receiver]
  ) -> Place {
    if let last = receivers.last, last.responder === sender, last.place == .chain { return .chain }
    if first?.follows(responder) == true { return .chain }
    let before = receivers.last { $0.responder === sender }
    return before.map { $0.place == .aside ? .aside : .left } ?? .aside
  }

  /// Notes that a view on the chain was moved within its window.
  mutating func rearrange() {
    isRearranged = true
    guard case .open(var receivers) = state, let first else { return }
    for index in receivers.indices where receivers[index].place != .aside {
      let isOnChain = receivers[index].responder.map(first.follows) ?? false
      receivers[index].place = isOnChain ? .chain : .left
    }
    state = .open(receivers)
  }

  /// A Boolean value that indicates whether `responder` received the beginning, and no end yet.
  func contains(_ responder: Responder) -> Bool {
    switch state {
    case .open(let receivers), .ending(let receivers):
      receivers.contains { $0.responder === responder }
    case .cutShort: false
    }
  }

  /// Notes that the end is about to be given to the first receiver.
  mutating func willEnd() {
    guard case .open(let receivers) = state else { return }
    state = .ending(unreached: Array(receivers.dropFirst()))
  }

  /// Notes that the end is about to pass to `responder`; false if each gets one of its own.
  mutating func willEnd(in responder: Responder) -> Bool {
    switch state {
    case .open: return true
    case .ending(let unreached):
      state = .ending(unreached: unreached.filter { $0.responder !== responder })
      return true
    case .cutShort: return false
    }
  }

  /// Notes that the end has gone up the chain from `first`.
  ///
  /// - Returns: the receivers that it could not reach, which need a cancellation
  mutating func hasEnded(from first: Responder) -> [Responder] {
    guard case .ending(let unreached) = state else { return [] }
    // A responder that handled the end may have kept it; one taken off the chain needs a
    // cancellation, and who was sent the beginning by hand has the end of the sender.
    let bound = unreached.filter { $0.place == .chain }
    let left = unreached.filter { $0.place == .left }.compactMap(\.responder)
    if bound.allSatisfy({ $0.responder.map(first.follows) ?? false }) {
      return left.filter { !first.follows($0) }
    }
    state = .cutShort
    return bound.compactMap(\.responder) + left
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

/// The message that passes from one responder to the next.
enum Passage {
  case beginning
  /// A motion or command as a whole, or a move of a finger.
  case whole
  /// An end or a cancellation.
  case end
}

extension Event? {
  /// Passes a motion, key or command on from `responder`, and notes who has heard what of it.
  ///
  /// An end passes over responders that did not hear the beginning. If one kept that to itself, and
  /// lets the end of a shake pass, the shake is unhandled.
  @MainActor
  func pass(_ passage: Passage, from responder: Responder, _ body: (Responder) -> Void) {
    guard let sequence = self?.sequence, let next = responder.next else {
      responder.next.map(body)
      return
    }
    switch passage {
    case .whole: body(next)
    case .beginning: if sequence.receivers.willBegin(in: next, from: responder) { body(next) }
    case .end:
      if let next = next.chain.first(where: sequence.receivers.contains),
        sequence.receivers.willEnd(in: next)
      {
        body(next)
      } else if !sequence.receivers.isRearranged, case .ended = self?.motionEvent?.phase {
        _ = next.application?.askWhetherToEdit(after: self)
      }
    }
  }

  /// Passes `touches` on from `responder`, each to the next that hears of it: past those who did
  /// not hear the beginning, where a view was moved meanwhile.
  @MainActor
  func pass(
    _ touches: Set<Touch>, _ passage: Passage, from responder: Responder,
    _ body: (Responder, Set<Touch>) -> Void
  ) {
    guard let next = responder.next else { return }
    var passes: [(Responder, Set<Touch>)] = [(next, touches)]
    if passage != .beginning, touches.contains(where: { $0.receivers?.isRearranged == true }) {
      passes = []
      for touch in touches {
        guard let receivers = touch.receivers,
          let receiver = next.chain.first(where: receivers.contains)
        else { continue }
        if let index = passes.firstIndex(where: { $0.0 === receiver }) {
          passes[index].1.insert(touch)
        } else {
          passes.append((receiver, [touch]))
        }
      }
    }
    for (receiver, touches) in passes {
      let open =
        switch passage {
        case .beginning:
          touches.filter { $0.receivers?.willBegin(in: receiver, from: responder) ?? true }
        // As a rule all are open, and no set is made.
        case .whole where !touches.contains { $0.receivers?.isCutShort == true }: touches
        case .whole: touches.filter { $0.receivers?.isCutShort != true }
        case .end: touches.filter { $0.receivers?.willEnd(in: receiver) ?? true }
        }
      if !open.isEmpty { body(receiver, open) }
    }
  }
}
