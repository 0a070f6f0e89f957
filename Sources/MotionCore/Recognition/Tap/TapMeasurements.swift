// SPDX-License-Identifier: Apache-2.0

/// Measurements of a tap, or of both taps of a double tap.
public struct TapMeasurements: Measurements {
  /// The kind of motion.
  public static let kind = MotionKind.tap
  /// The values of these measurements.
  public internal(set) var values: MeasuredValues

  /// Measurements with these values.
  public init(_ values: MeasuredValues) { self.values = values }

  /// The time of the first reading of the tap, or of a double tap's first tap.
  public var start: Timestamp { values.time }
  /// The time from ``start`` to the start of the second tap; nil for a single tap.
  public var gap: Duration? { values.duration }
  /// The largest sudden change of acceleration; for a double tap, in the harder tap.
  public var peak: MetersPerSecondSquared { values.number }
  /// The direction of the first swing: a unit vector in the device's axes.
  ///
  /// It points away from the finger only if the device is mounted firmly; a hand gives way.
  public var direction: SIMD3<Double> { values.vector.simd }
  /// A Boolean value that indicates whether the rate was below 200 Hz.
  ///
  /// At such a rate the detector easily misses a tap on a device in the hand, and peak and
  /// direction are rough.
  public var isCoarse: Bool { values.flag }

  /// Measurements of a tap.
  ///
  /// - Parameters:
  ///   - start: the time of the tap's first reading
  ///   - gap: the time to the second tap of a double tap
  ///   - peak: the largest sudden change of acceleration
  ///   - direction: a unit vector along the first swing
  ///   - isCoarse: true if the rate was below 200 Hz
  public init(
    start: Timestamp, gap: Duration? = nil, peak: MetersPerSecondSquared = 0,
    direction: SIMD3<Double> = .zero, isCoarse: Bool = false
  ) {
    values = MeasuredValues(
      time: start, duration: gap, number: peak, vector: PlainVector(direction), flag: isCoarse)
  }

  /// The axis of the device nearest to ``direction``.
  public var axis: Axis { Axis(nearestTo: direction) }
}

extension TapMeasurements: MeasurementFields {
  /// Blank measurements.
  package static func blank(in phase: MotionEvent.Phase, at timestamp: Timestamp) -> Self? {
    phase == .recognized ? Self(start: timestamp) : nil
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.timestamp("start_ns", &values.time)
    if gap != nil { coder.duration("gap_ms", &values.span, in: .words("", " s apart")) }
    coder.number("peak", &values.number, in: .words("peak ", " m/s²"))
    coder.vector("direction", &values.vector.simd)
    coder.derived("axis", .word(axis.rawValue), in: .words("along ", ""))
    coder.flag("coarse", &values.flag, in: .words("coarse", ""))
  }
}
