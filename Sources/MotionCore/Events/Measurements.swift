/// What a client may want to tell one shake from another.
public struct Measurements: Hashable, Sendable {
  /// When the last swing was at its farthest.
  public var lastSwing: Timestamp
  /// Nanoseconds from the start of the first swing to ``lastSwing``.
  public var duration: Int64
  /// How many swings there were: two for each movement there and back.
  public var swings: Int
  /// The largest |acceleration - gravity| in m/s².
  public var peak: Double
  /// The direction of the swings: a unit vector in the device's axes, its largest part positive.
  public var direction: SIMD3<Double>

  /// Measurements of a motion.
  ///
  /// - Parameters:
  ///   - lastSwing: when the last swing was at its farthest
  ///   - duration: nanoseconds from the start of the first swing to the last
  ///   - swings: how many there were
  ///   - peak: the largest |acceleration - gravity| in m/s²
  ///   - direction: a unit vector along the swings
  public init(
    lastSwing: Timestamp, duration: Int64, swings: Int, peak: Double, direction: SIMD3<Double>
  ) {
    self.lastSwing = lastSwing
    self.duration = duration
    self.swings = swings
    self.peak = peak
    self.direction = direction
  }

  /// The axis of the device nearest to ``direction``.
  public var axis: Axis {
    let size = SIMD3(abs(direction.x), abs(direction.y), abs(direction.z))
    if size.x >= size.y && size.x >= size.z { return .x }
    return size.y >= size.z ? .y : .z
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
}
