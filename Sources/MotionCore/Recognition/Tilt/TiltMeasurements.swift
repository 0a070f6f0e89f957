// SPDX-License-Identifier: Apache-2.0

/// Measurements of a tilt.
public struct TiltMeasurements: Measurements {
  /// The kind of motion.
  public static let kind = MotionKind.tilt
  /// The values of these measurements.
  public internal(set) var values: MeasuredValues

  /// Measurements with these values.
  public init(_ values: MeasuredValues) { self.values = values }

  /// The angle in degrees from the direction at the last event, or at the start, to the one now.
  public var angle: Double { values.number }

  /// A tilt by `angle` degrees.
  public init(angle: Double = 0) {
    values = MeasuredValues(number: angle)
  }
}

extension TiltMeasurements: MeasurementFields {
  /// Blank measurements.
  package static func blank(in phase: MotionEvent.Phase, at timestamp: Timestamp) -> Self? {
    phase == .recognized ? Self() : nil
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.number("angle_deg", &values.number, in: .words("by ", "°"))
  }
}
