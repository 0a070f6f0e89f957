// SPDX-License-Identifier: Apache-2.0

/// Measurements of a free fall: when it begins, of the fall so far; when it ends, of the whole
/// fall.
public struct FreeFallMeasurements: Measurements {
  /// The kind of motion.
  public static let kind = MotionKind.freeFall
  /// The values of these measurements.
  public internal(set) var values: MeasuredValues

  /// Measurements with these values.
  public init(_ values: MeasuredValues) { self.values = values }

  /// The time of the first reading of the fall.
  public var start: Timestamp { values.time }
  /// The time from ``start`` to the end of the fall, or to the event if the fall goes on.
  public var duration: Duration { values.span }
  /// The largest |acceleration| in the 0.35 s before the fall, gravity included: some 10 m/s² for a
  /// drop.
  public var push: MetersPerSecondSquared { values.number }
  /// The largest |acceleration| in the 0.4 s after the fall; nil if there was no impact.
  ///
  /// If the sensor reached the end of its range, the impact was at least this large.
  public var impact: MetersPerSecondSquared? { values.optionalNumber }

  /// Measurements of a fall.
  ///
  /// - Parameters:
  ///   - start: the time of the fall's first reading
  ///   - duration: the time that the fall lasted, or has lasted so far
  ///   - push: the largest |acceleration| shortly before the fall
  ///   - impact: the largest |acceleration| shortly after the fall, if there was an impact
  public init(
    start: Timestamp, duration: Duration = .zero, push: MetersPerSecondSquared = 0,
    impact: MetersPerSecondSquared? = nil
  ) {
    values = MeasuredValues(
      time: start, duration: duration, number: push, optionalNumber: impact)
  }

  /// A Boolean value that indicates whether the device was thrown, or its holder jumped, rather
  /// than dropped.
  ///
  /// Measured pushes: drops 10.1 to 10.7 m/s², throws 22 to 34, jumps 20 to 27.
  public var wasThrown: Bool { push > 13.5 }

  /// An upper bound of the height of the fall in meters: exact for a drop from rest in vacuum, less
  /// after a throw.
  public var maximumHeight: Double {
    let seconds = duration.seconds
    return Reading.standardGravity / 2 * seconds * seconds
  }
}

extension FreeFallMeasurements: MeasurementFields {
  /// Blank measurements.
  package static func blank(in phase: MotionEvent.Phase, at timestamp: Timestamp) -> Self? {
    phase == .began || phase == .ended ? Self(start: timestamp) : nil
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.timestamp("start_ns", &values.time)
    coder.duration("duration_ms", &values.span, in: .words("", " s"))
    coder.derived("max_height_m", .number(maximumHeight), in: .words("at most ", " m"))
    coder.number("push", &values.number)
    coder.derived("thrown", .flag(wasThrown), in: .words("thrown", ""))
    coder.number("impact", &values.optionalNumber, in: .words("impact ", " m/s²"))
  }
}
