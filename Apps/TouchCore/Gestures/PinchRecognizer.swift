import MotionCore

/// Recognizes two fingers that move apart or together, and follows their distance.
struct PinchRecognizer: Sendable {
  /// A shorter distance counts as this one, in points: two fingers can be in one place.
  private static let leastDistance = 1.0

  private let slop: Double
  private var state = State.landing

  private enum State: Sendable {
    /// Fewer than two fingers are down.
    case landing
    /// Two fingers are down, this far apart at first.
    case resting(start: Double)
    /// It began; `scale` is `factor` times the distance as a multiple of `base`.
    case pinching(distance: Double, base: Double, factor: Double)
  }

  init(_ configuration: TouchConfiguration) {
    slop = configuration.pinchSlop
  }

  var scale: Double {
    switch state {
    case .landing, .resting: 1
    case .pinching(let distance, let base, let factor): factor * distance / base
    }
  }

  mutating func take(
    _ input: GestureInput, _ fingers: Fingers, at now: Timestamp
  ) -> GestureVerdict? {
    let distance = fingers.span.map { max(Self.leastDistance, $0.length) }
    switch (state, input) {
    case (.landing, .began):
      if let distance { state = .resting(start: distance) }
      return nil
    case (.resting(let start), .moved):
      guard let distance, abs(distance - start) >= slop else { return nil }
      state = .pinching(distance: distance, base: start, factor: 1)
      return .began
    case (.pinching(_, let base, let factor), .moved):
      guard let distance else { return nil }
      state = .pinching(distance: distance, base: base, factor: factor)
      return .changed
    case (.landing, .ended), (.resting, .ended):
      state = .landing
      return fingers.isEmpty ? .failed : nil
    case (.pinching, .ended):
      return .ended
    case (.landing, .cancelled), (.resting, .cancelled):
      return .failed
    case (.pinching, .cancelled):
      return .cancelled
    case (.landing, .moved), (.resting, .began), (.pinching, .began),
      (.landing, .deadline), (.resting, .deadline), (.pinching, .deadline):
      return nil  // Nothing follows; it wants no third finger and has no deadline.
    }
  }

  mutating func start() {
    set(scale: 1)
  }

  /// Makes `scale` that of the present distance.
  mutating func set(scale: Double) {
    switch state {
    case .landing, .resting: break
    case .pinching(let distance, _, _):
      state = .pinching(distance: distance, base: distance, factor: scale)
    }
  }
}
