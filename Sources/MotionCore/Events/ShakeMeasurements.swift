/// Measurements that tell one shake from another.
public struct ShakeMeasurements: Hashable, Sendable {
  /// The moment at which the last swing was at its farthest.
  public var lastSwing: Timestamp
  /// The time from the start of the first swing to ``lastSwing``.
  public var duration: Duration
  /// The number of swings: two for each movement there and back.
  public var swings: Int
  /// The largest |acceleration - gravity|.
  public var peak: MetersPerSecondSquared
  /// The direction of the swings: a unit vector in the device's axes, its largest part positive.
  public var direction: SIMD3<Double>

  /// Measurements of a shake.
  ///
  /// - Parameters:
  ///   - lastSwing: the moment at which the last swing was at its farthest
  ///   - duration: the time from the start of the first swing to the last
  ///   - swings: the number of swings
  ///   - peak: the largest |acceleration - gravity|
  ///   - direction: a unit vector along the swings
  public init(
    lastSwing: Timestamp, duration: Duration = .zero, swings: Int = 0,
    peak: MetersPerSecondSquared = 0, direction: SIMD3<Double> = .zero
  ) {
    self.lastSwing = lastSwing
    self.duration = duration
    self.swings = swings
    self.peak = peak
    self.direction = direction
  }

  /// The axis of the device nearest to ``direction``.
  public var axis: Axis { Axis(nearestTo: direction) }

  /// Reads or writes the fields.
  mutating func code(_ coder: inout some EventFieldCoder) {
    coder.timestamp("last_swing_ns", &lastSwing)
    coder.duration("duration_ms", &duration, in: .words("", " s"))
    coder.count("swings", &swings, in: .words("", " swings"))
    coder.number("peak", &peak, in: .words("peak ", " m/s²"))
    coder.vector("direction", &direction)
    coder.tell("axis", .word(axis.rawValue), in: .words("along ", ""))
  }
}

/// An axis of the device, after the mount matrix.
public enum Axis: String, Hashable, Sendable, CaseIterable {
  /// Across the screen, to the right.
  case x
  /// Along the screen, upwards.
  case y
  /// Out of the screen, to the viewer.
  case z

  /// The axis nearest to `direction`.
  init(nearestTo direction: SIMD3<Double>) {
    let size = SIMD3(abs(direction.x), abs(direction.y), abs(direction.z))
    if size.x >= size.y && size.x >= size.z {
      self = .x
    } else {
      self = size.y >= size.z ? .y : .z
    }
  }
}
