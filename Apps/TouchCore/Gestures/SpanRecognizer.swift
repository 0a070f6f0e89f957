// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A measure of two fingers: their distance, or the direction of the line through them.
protocol SpanMeasure: Sendable {
  /// The measure of two fingers that come down `span` apart.
  init(_ span: Point)
  /// Follows the fingers to `span`; false if they are too close to measure.
  mutating func follow(_ span: Point) -> Bool
  /// Goes on from the present value with fingers that are `span` apart.
  mutating func resume(_ span: Point)
  /// The distance of the fingers from the beginning, in points.
  var way: Double { get }
  /// The value that clients see, from 1 (a scale) or 0 (an angle) on.
  var value: Double { get set }
  /// The distance since the fingers came down: it does not jump when a finger or a value is set.
  var travel: Double { get }
  /// By how much the value changes with a unit of travel.
  var valuePerTravel: Double { get }
  /// The value that begins a gesture.
  static var initial: Double { get }
}

/// Recognizes two fingers that change their distance or direction, and follows them.
struct SpanRecognizer<Measure: SpanMeasure>: Sendable {
  private let slop: Double
  private var state = State.landing
  private var travel = Velocity()

  private enum State: Sendable {
    /// Fewer than two fingers are down.
    case landing
    /// Two fingers are down.
    case resting(Measure)
    /// It began; with one finger left it waits for another, or for the end.
    case following(Measure)
  }

  /// A recognizer whose gesture begins once the fingers have gone `slop` points.
  init(slop: Double) {
    self.slop = slop
  }

  var value: Double {
    switch state {
    case .landing, .resting: Measure.initial
    case .following(let measure): measure.value
    }
  }

  /// The change of the value in a second, over the last 100 ms.
  func velocity(at now: Timestamp) -> Double {
    switch state {
    case .landing, .resting: 0
    case .following(let measure): travel.value(at: now).x * measure.valuePerTravel
    }
  }

  private mutating func note(_ measure: Measure, at now: Timestamp) {
    travel.add(Point(x: measure.travel, y: 0), at: now)
  }

  mutating func process(
    _ input: GestureInput, _ fingers: Fingers, at now: Timestamp
  ) -> GestureEvent.Phase? {
    switch (state, input) {
    case (.landing, .began):
      guard let span = fingers.span else { return nil }
      let measure = Measure(span)
      state = .resting(measure)
      travel = Velocity()
      note(measure, at: now)
      return nil
    case (.resting(var measure), .moved):
      guard let span = fingers.span, measure.follow(span) else { return nil }
      note(measure, at: now)
      guard measure.way >= slop else {
        state = .resting(measure)
        return nil
      }
      state = .following(measure)
      return .began
    case (.following(var measure), .moved):
      guard let span = fingers.span else { return nil }
      if measure.follow(span) {
        state = .following(measure)
        note(measure, at: now)
      }
      return .changed
    case (.landing, .ended), (.resting, .ended):
      state = .landing
      return fingers.isEmpty ? .failed : nil
    case (.following, .ended):
      return fingers.isEmpty ? .ended : nil
    case (.following(var measure), .began):
      guard let span = fingers.span else { return nil }
      measure.resume(span)
      state = .following(measure)
      return nil
    case (.landing, .cancelled), (.resting, .cancelled):
      return .failed
    case (.following, .cancelled):
      return .cancelled
    case (.landing, .moved), (.resting, .began),
      (.landing, .deadline), (.resting, .deadline), (.following, .deadline):
      return nil  // Nothing follows; it wants no third finger and has no deadline.
    }
  }

  mutating func start() {
    assign(Measure.initial)
  }

  /// Makes `value` the value of the present distance or direction, and forgets the velocity.
  mutating func set(_ value: Double, at now: Timestamp) {
    travel = Velocity()
    if let measure = assign(value) { note(measure, at: now) }
  }

  @discardableResult
  private mutating func assign(_ value: Double) -> Measure? {
    switch state {
    case .landing, .resting: return nil
    case .following(var measure):
      measure.value = value
      state = .following(measure)
      return measure
    }
  }
}

/// The distance of two fingers as a multiple of that at the beginning.
struct SpanScale: SpanMeasure {
  static let initial = 1.0
  /// A shorter distance counts as this one, in points: two fingers can be in one place.
  private static let leastDistance = 1.0

  private let start: Double
  private var distance: Double
  /// The value at the distance `base`.
  private var factor = 1.0
  private var base: Double
  private(set) var travel = 0.0

  init(_ span: Point) {
    start = max(Self.leastDistance, span.length)
    (distance, base) = (start, start)
  }

  mutating func follow(_ span: Point) -> Bool {
    let before = distance
    distance = max(Self.leastDistance, span.length)
    travel += distance - before
    return true
  }

  mutating func resume(_ span: Point) {
    factor = value
    distance = max(Self.leastDistance, span.length)
    base = distance
  }

  var way: Double { abs(distance - start) }
  var valuePerTravel: Double { factor / base }

  var value: Double {
    get { factor * distance / base }
    set { (base, factor) = (distance, newValue) }
  }
}

/// The angle that the line through two fingers has turned, in radians.
struct SpanAngle: SpanMeasure {
  static let initial = 0.0
  /// Fingers closer than this, in points, have no direction.
  private static let leastDistance = 1.0

  private var span: Point
  var value = 0.0
  private(set) var travel = 0.0
  var valuePerTravel: Double { 1 }

  init(_ span: Point) {
    self.span = span
  }

  mutating func follow(_ span: Point) -> Bool {
    guard span.length >= Self.leastDistance else { return false }
    let angle = turn(from: self.span, to: span)
    value += angle
    travel += angle
    self.span = span
    return true
  }

  mutating func resume(_ span: Point) {
    self.span = span
  }

  var way: Double { abs(value) * span.length }
}

/// The angle from `before` to `after` in radians, from -π to π; positive from x toward y.
func turn(from before: Point, to after: Point) -> Double {
  let sine = before.x * after.y - before.y * after.x
  let cosine = before.x * after.x + before.y * after.y
  let acute = arctangent(min(abs(sine), abs(cosine)), over: max(abs(sine), abs(cosine)))
  let fromAxis = abs(sine) > abs(cosine) ? .pi / 2 - acute : acute
  let angle = cosine < 0 ? .pi - fromAxis : fromAxis
  return sine < 0 ? -angle : angle
}

/// The angle whose tangent is `opposite / adjacent`, where that is at most 1; 0 if both are 0.
///
/// Two halvings of the angle bring the tangent below 0.2, where eleven terms of Gregory's series
/// are as exact as a `Double`: no library of mathematics is needed.
private func arctangent(_ opposite: Double, over adjacent: Double) -> Double {
  guard adjacent > 0 else { return 0 }
  var tangent = opposite / adjacent
  for _ in 0..<2 { tangent /= 1 + (1 + tangent * tangent).squareRoot() }
  let square = tangent * tangent
  var sum = 0.0
  for term in stride(from: 21.0, through: 1, by: -2) { sum = 1 / term - square * sum }
  return 4 * tangent * sum
}
