// SPDX-License-Identifier: Apache-2.0

/// Measurements that distinguish one shake from another.
public struct ShakeMeasurements: Measurements {
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
  /// A Boolean value that indicates whether it ended at the end of the window, and went on: see
  /// ``LongShake/ends``.
  public var isOngoing = false

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
}

extension ShakeMeasurements: MeasurementFields {
  /// The kind of motion.
  public static let kind = MotionKind.shake

  /// The measurements that have these values.
  public init(_ values: MeasuredValues) {
    self.init(
      lastSwing: values.time, duration: values.duration ?? .zero, swings: values.count,
      peak: values.number, direction: values.vector)
    isOngoing = values.flag
  }

  /// The values of these measurements.
  public var values: MeasuredValues {
    var values = MeasuredValues()
    values.time = lastSwing
    values.duration = duration
    values.count = swings
    values.number = peak
    values.vector = direction
    values.flag = isOngoing
    return values
  }

  /// The measurements before any is known.
  package static func blank(
    in phase: MotionEvent.Phase, at timestamp: Timestamp
  ) -> ShakeMeasurements? {
    phase == .ended ? ShakeMeasurements(lastSwing: timestamp) : nil
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.timestamp("last_swing_ns", &lastSwing)
    coder.duration("duration_ms", &duration, in: .words("", " s"))
    coder.count("swings", &swings, in: .words("", " swings"))
    coder.number("peak", &peak, in: .words("peak ", " m/s²"))
    coder.vector("direction", &direction)
    coder.flag("ongoing", &isOngoing, in: .words("going on", ""))
    coder.derived("axis", .word(axis.rawValue), in: .words("along ", ""))
  }
}
