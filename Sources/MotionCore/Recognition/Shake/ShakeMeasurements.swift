// SPDX-License-Identifier: Apache-2.0

/// Measurements that distinguish one shake from another.
public struct ShakeMeasurements: Measurements {
  /// The kind of motion.
  public static let kind = MotionKind.shake
  /// The values of these measurements.
  public internal(set) var values: MeasuredValues

  /// Measurements with these values.
  public init(_ values: MeasuredValues) { self.values = values }

  /// The moment when the last swing was at its farthest point.
  public var lastSwing: Timestamp { values.time }
  /// The time from the start of the first swing to ``lastSwing``.
  public var duration: Duration { values.span }
  /// The number of swings: two for each movement there and back.
  public var swings: Int { values.count }
  /// The largest |acceleration - gravity|.
  public var peak: MetersPerSecondSquared { values.number }
  /// The direction of the swings: a unit vector in the device's axes, its largest part positive.
  public var direction: SIMD3<Double> { values.vector.simd }
  /// A Boolean value that indicates whether the shake ended at the end of the window, and went on:
  /// see ``LongShake/ends``.
  public var isOngoing: Bool { values.flag }

  /// Measurements of a shake.
  ///
  /// - Parameters:
  ///   - lastSwing: the moment when the last swing was at its farthest point
  ///   - duration: the time from the start of the first swing to the last
  ///   - swings: the number of swings
  ///   - peak: the largest |acceleration - gravity|
  ///   - direction: a unit vector along the swings
  ///   - isOngoing: true if the shake went on at the end of the window
  public init(
    lastSwing: Timestamp, duration: Duration = .zero, swings: Int = 0,
    peak: MetersPerSecondSquared = 0, direction: SIMD3<Double> = .zero, isOngoing: Bool = false
  ) {
    values = MeasuredValues(
      time: lastSwing, duration: duration, count: swings, number: peak,
      vector: PlainVector(direction),
      flag: isOngoing)
  }

  /// The axis of the device nearest to ``direction``.
  public var axis: Axis { Axis(nearestTo: direction) }
}

extension ShakeMeasurements: MeasurementFields {
  /// Blank measurements.
  package static func blank(in phase: MotionEvent.Phase, at timestamp: Timestamp) -> Self? {
    phase == .ended ? Self(lastSwing: timestamp) : nil
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.timestamp("last_swing_ns", &values.time)
    coder.duration("duration_ms", &values.span, in: .words("", " s"))
    coder.count("swings", &values.count, in: .words("", " swings"))
    coder.number("peak", &values.number, in: .words("peak ", " m/s²"))
    coder.vector("direction", &values.vector.simd)
    coder.flag("ongoing", &values.flag, in: .words("going on", ""))
    coder.derived("axis", .word(axis.rawValue), in: .words("along ", ""))
  }
}
