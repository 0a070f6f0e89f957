// SPDX-License-Identifier: Apache-2.0

/// Measurements of a pick-up.
public struct PickUpMeasurements: Measurements {
  /// The kind of motion.
  public static let kind = MotionKind.pickUp
  /// The values of these measurements.
  public internal(set) var values: MeasuredValues

  /// Measurements with these values.
  public init(_ values: MeasuredValues) { self.values = values }

  /// The side that the device lay on.
  public var from: Face { values[0, default: .faceUp] }
  /// The time that the device had lain still.
  public var rest: Duration { values.span }

  /// A pick-up.
  ///
  /// - Parameters:
  ///   - from: the side that the device lay on
  ///   - rest: the time that the device had lain still
  public init(from: Face = .faceUp, rest: Duration = .zero) {
    values = MeasuredValues(duration: rest)
    values[0] = from
  }
}

extension PickUpMeasurements: MeasurementFields {
  /// Blank measurements.
  package static func blank(in phase: MotionEvent.Phase, at timestamp: Timestamp) -> Self? {
    phase == .recognized ? Self() : nil
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.word("from", &values[0, default: Face.faceUp], in: .words("from ", ""))
    coder.duration("rest_ms", &values.span, in: .words("after ", " s of rest"))
  }
}
