// SPDX-License-Identifier: Apache-2.0

/// Measurements of a tilt.
public struct TiltMeasurements: Measurements {
  /// The kind of motion.
  public static let kind = MotionKind.tilt
  /// The values of these measurements.
  public internal(set) var values: MeasuredValues

  /// The measurements that have these values.
  public init(_ values: MeasuredValues) { self.values = values }

  /// The angle from the direction of the last event, or of the start, to that of now; in degrees.
  public var angle: Double { values.number }

  /// A tilt by `angle` degrees.
  public init(angle: Double = 0) {
    values = MeasuredValues(number: angle)
  }
}

extension TiltMeasurements: MeasurementFields {
  /// The measurements before any is known.
  package static func blank(in phase: MotionEvent.Phase, at timestamp: Timestamp) -> Self? {
    phase == .recognized ? Self() : nil
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.number("angle_deg", &values.number, in: .words("by ", "°"))
  }
}
