// SPDX-License-Identifier: Apache-2.0

/// Measurements of a pick-up.
public struct PickUpMeasurements: Measurements {
  /// The kind of motion.
  public static let kind = MotionKind.pickUp
  /// The values of these measurements.
  public internal(set) var values: MeasuredValues

  /// The measurements that have these values.
  public init(_ values: MeasuredValues) { self.values = values }

  /// The side on which the device lay.
  public var from: Face { values[0, default: .faceUp] }
  /// The time for which it had lain still.
  public var rest: Duration { values.span }

  /// A pick-up.
  ///
  /// - Parameters:
  ///   - from: the side on which the device lay
  ///   - rest: the time for which it had lain still
  public init(from: Face = .faceUp, rest: Duration = .zero) {
    values = MeasuredValues(duration: rest)
    values[0] = from
  }
}

extension PickUpMeasurements: MeasurementFields {
  /// The measurements before any is known.
  package static func blank(in phase: MotionEvent.Phase, at timestamp: Timestamp) -> Self? {
    phase == .recognized ? Self() : nil
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.word("from", &values[0, default: Face.faceUp], in: .words("from ", ""))
    coder.duration("rest_ms", &values.span, in: .words("after ", " s of rest"))
  }
}
