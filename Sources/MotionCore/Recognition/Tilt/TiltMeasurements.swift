// SPDX-License-Identifier: Apache-2.0

/// Measurements of a tilt.
public struct TiltMeasurements: Measurements {
  /// The angle from the direction of the last event, or of the start, to that of now; in degrees.
  public var angle: Double

  /// A tilt by `angle` degrees.
  public init(angle: Double = 0) {
    self.angle = angle
  }
}

extension TiltMeasurements: MeasurementFields {
  /// The kind of motion.
  public static let kind = MotionKind.tilt

  /// The measurements that have these values.
  public init(_ values: MeasuredValues) {
    self.init(angle: values.number)
  }

  /// The values of these measurements.
  public var values: MeasuredValues {
    var values = MeasuredValues()
    values.number = angle
    return values
  }

  /// The measurements before any is known.
  package static func blank(
    in phase: MotionEvent.Phase, at timestamp: Timestamp
  ) -> TiltMeasurements? {
    phase == .recognized ? TiltMeasurements() : nil
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.number("angle_deg", &angle, in: .words("by ", "°"))
  }
}
