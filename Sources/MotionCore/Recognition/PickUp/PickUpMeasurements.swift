// SPDX-License-Identifier: Apache-2.0

/// Measurements of a pick-up.
public struct PickUpMeasurements: Measurements {
  /// The side on which the device lay.
  public var from: Face
  /// The time for which it had lain still.
  public var rest: Duration

  /// A pick-up.
  ///
  /// - Parameters:
  ///   - from: the side on which the device lay
  ///   - rest: the time for which it had lain still
  public init(from: Face = .faceUp, rest: Duration = .zero) {
    self.from = from
    self.rest = rest
  }
}

extension PickUpMeasurements: MeasurementFields {
  /// The kind of motion.
  public static let kind = MotionKind.pickUp

  /// The measurements that have these values.
  public init(_ values: MeasuredValues) {
    self.init(from: values.word(0) ?? .faceUp, rest: values.duration ?? .zero)
  }

  /// The values of these measurements.
  public var values: MeasuredValues {
    var values = MeasuredValues()
    values.setWord(0, from)
    values.duration = rest
    return values
  }

  /// The measurements before any is known.
  package static func blank(
    in phase: MotionEvent.Phase, at timestamp: Timestamp
  ) -> PickUpMeasurements? {
    phase == .recognized ? PickUpMeasurements() : nil
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.word("from", &from, in: .words("from ", ""))
    coder.duration("rest_ms", &rest, in: .words("after ", " s of rest"))
  }
}
