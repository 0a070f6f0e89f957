// SPDX-License-Identifier: Apache-2.0

import TouchCore

extension GestureRecognizer {
  /// A state of a recognizer.
  public enum State: Hashable, Sendable, CaseIterable {
    /// Nothing is certain, or it waits for another to fail.
    case possible
    /// A gesture that lasts was recognized.
    case began
    /// It goes on.
    case changed
    /// It is over, or one that happens was recognized.
    case ended
    /// It broke off.
    case cancelled
    /// It was not this gesture.
    case failed

    /// A gesture that happens was recognized: another name of ``ended``.
    public static let recognized = State.ended
  }
}

/// The state of a recognizer: the one that is settled with all others, and the one that its own
/// class claims until then.
struct GestureClaim: Hashable {
  typealias State = GestureRecognizer.State

  /// The state that is settled with all other recognizers.
  private(set) var reached = State.possible
  /// The state that the recognizer's class set last, or that was settled since.
  private var claimed = State.possible
  private var judging = Judging.no

  private enum Judging: Hashable {
    /// No method for touches is being called.
    case no
    /// A method is being called, and has set nothing; the state was this before.
    case undecided(State)
    /// It has set a state.
    case decided(State)
  }

  /// The consequence of a state that was set.
  enum Consequence: Hashable {
    /// Nothing so far.
    case none
    /// The state cannot follow `after`, or is not the client's to set; nothing changed.
    case unlawful(after: State)
    /// The bank is to hear of this phase.
    case phase(GestureEvent.Phase)
  }

  /// The state that the recognizer shows.
  var state: State { isJudging ? claimed : reached }

  /// A Boolean value that indicates whether a method for touches is being called.
  var isJudging: Bool { judging != .no }

  /// A method for touches is about to be called.
  mutating func beginJudging() {
    judging = .undecided(claimed)
  }

  /// The method for touches has returned.
  ///
  /// - Returns: the phase that it concluded, if any
  mutating func endJudging() -> GestureEvent.Phase? {
    defer { judging = .no }
    guard case .decided(let before) = judging else { return nil }
    return Self.phase(from: before, to: claimed)
  }

  /// The recognizer's class sets `state`.
  ///
  /// - Parameters:
  ///   - state: what it concluded
  ///   - isOwn: true for the client's own recognizer, whose state it may set
  ///   - hasFingers: true if the bank knows the recognizer
  /// - Returns: what the recognizer has to do
  mutating func set(_ state: State, isOwn: Bool, hasFingers: Bool) -> Consequence {
    let before = claimed
    switch (before, state) {
    case (.possible, .possible), (.ended, _), (.cancelled, _), (.failed, _):
      return .none  // Nothing new, or another gesture won, or its fingers were taken meanwhile.
    case (.possible, .changed), (.began, .possible), (.began, .began), (.changed, .possible),
      (.changed, .began):
      return .unlawful(after: before)
    case (.possible, .began), (.possible, .ended), (.possible, .failed), (.possible, .cancelled),
      (.began, .changed), (.began, .ended), (.began, .cancelled), (.began, .failed),
      (.changed, .changed), (.changed, .ended), (.changed, .cancelled), (.changed, .failed):
      guard isOwn else { return .unlawful(after: before) }
    }
    switch judging {
    case .undecided(let start), .decided(let start):
      claimed = state
      judging = .decided(start)
      return .none
    case .no:
      guard hasFingers, let phase = Self.phase(from: before, to: state) else { return .none }
      claimed = state
      return .phase(phase)
    }
  }

  /// The bank settles a phase.
  ///
  /// - Returns: true if the gesture is recognized by this; nil if nothing changes, because it is
  ///   over already or its beginning was not reported
  mutating func settle(_ phase: GestureEvent.Phase) -> Bool? {
    let before = reached
    switch (before, phase) {
    case (.ended, _), (.cancelled, _), (.failed, _), (.possible, .changed): return nil
    case (.possible, .cancelled), (.possible, .failed): reached = .failed
    case (.possible, .began), (.began, .began), (.changed, .began): reached = .began
    case (.began, .changed), (.changed, .changed): reached = .changed
    case (.possible, .ended), (.began, .ended), (.changed, .ended): reached = .ended
    case (.began, .cancelled), (.began, .failed), (.changed, .cancelled), (.changed, .failed):
      reached = .cancelled
    }
    claimed = reached
    return before == .possible && reached != .failed
  }

  /// The phase for the bank, if the state is `state` after one call or several that began at
  /// `before`.
  private static func phase(from before: State, to state: State) -> GestureEvent.Phase? {
    switch (before, state) {
    case (_, .possible), (.ended, _), (.cancelled, _), (.failed, _), (.began, .began),
      (.changed, .began):
      nil
    case (.possible, .began), (.possible, .changed): .began
    case (.possible, .ended), (.began, .ended), (.changed, .ended): .ended
    case (.possible, .cancelled), (.possible, .failed): .failed
    case (.began, .changed), (.changed, .changed): .changed
    case (.began, .cancelled), (.began, .failed), (.changed, .cancelled), (.changed, .failed):
      .cancelled
    }
  }
}
