// SPDX-License-Identifier: Apache-2.0

/// Measurements of a flip.
public struct FlipMeasurements: Measurements {
  /// The side on which the device lies now.
  public var to: Face
  /// The time from the last reading on one side to the first on the other.
  public var duration: Duration

  /// A flip.
  ///
  /// - Parameters:
  ///   - to: the side on which the device lies now
  ///   - duration: the time that turning took
  public init(to: Face = .faceDown, duration: Duration = .zero) {
    self.to = to
    self.duration = duration
  }
}

extension FlipMeasurements: MeasurementFields {
  /// The kind of motion.
  public static let kind = MotionKind.flip

  /// The measurements that have these values.
  public init(_ values: MeasuredValues) {
    self.init(to: values.word(0) ?? .faceDown, duration: values.duration ?? .zero)
  }

  /// The values of these measurements.
  public var values: MeasuredValues {
    var values = MeasuredValues()
    values.setWord(0, to)
    values.duration = duration
    return values
  }

  /// The measurements before any is known.
  package static func blank(
    in phase: MotionEvent.Phase, at timestamp: Timestamp
  ) -> FlipMeasurements? {
    phase == .recognized ? FlipMeasurements() : nil
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.word("to", &to, in: .words("to ", ""))
    coder.duration("duration_ms", &duration, in: .words("", " s"))
  }
}
