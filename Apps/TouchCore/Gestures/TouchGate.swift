// SPDX-License-Identifier: Apache-2.0

/// A gate between a finger and its view: gesture recognizers may hold back its beginning and its
/// end, or take it.
///
/// Its output is for the view: `began moved* (ended | cancelled)`, or nothing at all.
package struct TouchGate: Sendable {
  private var state: State

  private enum State: Sendable {
    /// The view received nothing yet; what happened meanwhile.
    case withheld(hasMoved: Bool, hasLifted: Bool)
    /// The view received the beginning.
    case delivered
    /// The finger has lifted, and the view has not received the end.
    case holdingEnd
    /// The view receives nothing more, or nothing at all.
    case closed
  }

  package enum Input {
    case moved
    case lifted
    /// Taken back, or taken by a gesture that cancels touches.
    case cancelled
    /// Recognized by a gesture that delays beginnings, and does not cancel touches.
    case recognizedWhileDelayed
    /// The recognizers have had their turn, and some may hold back beginning or end.
    case settled(holdsBeginning: Bool, holdsEnd: Bool)
  }

  /// The gate of a finger that has just begun; closed, if the view is not to have it.
  package init(isOpen: Bool) {
    state = isOpen ? .withheld(hasMoved: false, hasLifted: false) : .closed
  }

  /// A Boolean value that indicates whether the view has the finger, or may still get it, and it is
  /// down.
  package var isTracking: Bool {
    switch state {
    case .withheld(_, let hasLifted): !hasLifted
    case .delivered: true
    case .holdingEnd, .closed: false
    }
  }

  /// A Boolean value that indicates whether the finger has lifted and the view may still receive
  /// the end.
  package var isHoldingEnd: Bool {
    switch state {
    case .withheld(_, let hasLifted): hasLifted
    case .holdingEnd: true
    case .delivered, .closed: false
    }
  }

  /// A Boolean value that indicates whether the view receives nothing more.
  package var isClosed: Bool {
    switch state {
    case .closed: true
    case .withheld, .delivered, .holdingEnd: false
    }
  }

  /// Phases that a view is to receive, in their order.
  package struct Phases: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    package static let began = Phases(rawValue: 1)
    package static let moved = Phases(rawValue: 2)
    package static let ended = Phases(rawValue: 4)
    package static let cancelled = Phases(rawValue: 8)
  }

  /// Processes what happened.
  ///
  /// - Returns: the phases that the view is to receive
  package mutating func process(_ input: Input) -> Phases {
    switch (state, input) {
    case (.withheld(_, let hasLifted), .moved):
      state = .withheld(hasMoved: true, hasLifted: hasLifted)
      return []
    case (.withheld(let hasMoved, _), .lifted):
      state = .withheld(hasMoved: hasMoved, hasLifted: true)
      return []
    case (.withheld, .cancelled), (.withheld, .recognizedWhileDelayed):
      state = .closed
      return []
    case (.withheld, .settled(holdsBeginning: true, _)):
      return []
    case (.withheld(let hasMoved, let hasLifted), .settled(false, let holdsEnd)):
      let beginning: Phases = hasMoved ? [.began, .moved] : .began
      switch (hasLifted, holdsEnd) {
      case (false, _):
        state = .delivered
        return beginning
      case (true, true):
        state = .holdingEnd
        return beginning
      case (true, false):
        state = .closed
        return beginning.union(.ended)
      }
    case (.delivered, .moved):
      return [.moved]
    case (.delivered, .lifted):
      state = .holdingEnd
      return []
    case (.delivered, .cancelled), (.holdingEnd, .cancelled):
      state = .closed
      return [.cancelled]
    case (.holdingEnd, .settled(_, holdsEnd: false)):
      state = .closed
      return [.ended]
    case (.delivered, .recognizedWhileDelayed), (.delivered, .settled),
      (.holdingEnd, .recognizedWhileDelayed), (.holdingEnd, .settled(_, holdsEnd: true)):
      return []
    case (.holdingEnd, .moved), (.holdingEnd, .lifted):
      return []  // It has lifted.
    case (.closed, _):
      return []
    }
  }
}
