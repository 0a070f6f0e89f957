import MotionCore

/// Recognizes two fingers that turn round each other, and follows their angle.
struct RotationRecognizer: Sendable {
  /// Fingers closer than this, in points, have no direction.
  private static let leastDistance = 1.0

  private let slop: Double
  private var state = State.landing

  private enum State: Sendable {
    /// Fewer than two fingers are down.
    case landing
    /// Two fingers are down and have turned by `angle` so far.
    case resting(span: Point, angle: Double)
    /// It began.
    case turning(span: Point, angle: Double)
  }

  init(_ configuration: TouchConfiguration) {
    slop = configuration.rotationSlop
  }

  var angle: Double {
    switch state {
    case .landing: 0
    case .resting(_, let angle), .turning(_, let angle): angle
    }
  }

  mutating func take(
    _ input: GestureInput, _ fingers: Fingers, at now: Timestamp
  ) -> GestureVerdict? {
    switch (state, input) {
    case (.landing, .began):
      if let span = fingers.span { state = .resting(span: span, angle: 0) }
      return nil
    case (.resting(let before, let turned), .moved):
      guard let span = fingers.span, span.length >= Self.leastDistance else { return nil }
      let angle = turned + turn(from: before, to: span)
      guard abs(angle) * span.length >= slop else {
        state = .resting(span: span, angle: angle)
        return nil
      }
      state = .turning(span: span, angle: angle)
      return .began
    case (.turning(let before, let turned), .moved):
      guard let span = fingers.span else { return nil }
      if span.length >= Self.leastDistance {
        state = .turning(span: span, angle: turned + turn(from: before, to: span))
      }
      return .changed
    case (.landing, .ended), (.resting, .ended):
      state = .landing
      return fingers.isEmpty ? .failed : nil
    case (.turning, .ended):
      return .ended
    case (.landing, .cancelled), (.resting, .cancelled):
      return .failed
    case (.turning, .cancelled):
      return .cancelled
    case (.landing, .moved), (.resting, .began), (.turning, .began),
      (.landing, .deadline), (.resting, .deadline), (.turning, .deadline):
      return nil  // Nothing follows; it wants no third finger and has no deadline.
    }
  }

  mutating func start() {
    set(angle: 0)
  }

  /// Makes `angle`, in radians, that of the present direction.
  mutating func set(angle: Double) {
    switch state {
    case .landing, .resting: break
    case .turning(let span, _): state = .turning(span: span, angle: angle)
    }
  }
}
