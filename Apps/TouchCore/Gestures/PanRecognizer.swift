// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Recognizes fingers that move, and follows them.
struct PanRecognizer: Sendable {
  private let fingersNeeded: ClosedRange<Int>
  private let slop: Double
  private var state = State.landing
  /// The mean way of the fingers, step by step, so that it does not jump when one comes or goes.
  private(set) var translation = Point.zero
  private var velocity = Velocity()

  private enum State: Sendable {
    /// Fewer fingers than needed are down.
    case landing
    /// Enough are down and have not moved far.
    case resting
    /// It began.
    case panning
  }

  init(fingers: ClosedRange<Int>, _ configuration: TouchConfiguration) {
    fingersNeeded = fingers
    slop = configuration.panSlop
  }

  func measure(at now: Timestamp) -> GestureEvent.Measure {
    .pan(translation: translation, velocity: velocity.value(at: now))
  }

  func wants(beside fingers: Fingers) -> Bool {
    switch state {
    case .landing, .resting: true
    case .panning: fingers.count < fingersNeeded.upperBound
    }
  }

  mutating func process(
    _ input: GestureInput, _ fingers: Fingers, at now: Timestamp
  ) -> GestureEvent.Phase? {
    switch (state, input) {
    case (.landing, .began), (.resting, .began):
      guard fingers.count <= fingersNeeded.upperBound else { return .failed }
      return settle(fingers, at: now)
    case (.landing, .ended), (.resting, .ended):
      return fingers.isEmpty ? .failed : settle(fingers, at: now)
    case (.resting, .moved):
      add(fingers.step, at: now)
      guard translation.length >= slop else { return nil }
      state = .panning
      return .began
    case (.panning, .moved):
      add(fingers.step, at: now)
      return .changed
    case (.panning, .ended):
      return fingers.count < fingersNeeded.lowerBound ? .ended : nil
    case (.landing, .cancelled), (.resting, .cancelled):
      return .failed
    case (.panning, .cancelled):
      return .cancelled
    case (.landing, .moved), (.panning, .began),
      (.landing, .deadline), (.resting, .deadline), (.panning, .deadline):
      return nil  // Nothing follows; it has no deadline.
    }
  }

  mutating func start() {
    translation = .zero
    velocity.rebase()
  }

  /// Makes `translation` the way gone so far, and forgets the velocity.
  mutating func set(translation: Point, at now: Timestamp) {
    self.translation = translation
    velocity = Velocity()
    velocity.add(translation, at: now)
  }

  private mutating func settle(_ fingers: Fingers, at now: Timestamp) -> GestureEvent.Phase? {
    guard fingers.count >= fingersNeeded.lowerBound else {
      state = .landing
      return nil
    }
    switch state {
    case .landing: set(translation: .zero, at: now)
    case .resting, .panning: break
    }
    state = .resting
    return nil
  }

  private mutating func add(_ step: Point, at now: Timestamp) {
    translation = translation + step
    velocity.add(translation, at: now)
  }
}
