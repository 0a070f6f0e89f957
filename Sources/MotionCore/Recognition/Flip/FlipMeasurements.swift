// SPDX-License-Identifier: Apache-2.0

/// Measurements of a flip.
public struct FlipMeasurements: Measurements {
  /// The kind of motion.
  public static let kind = MotionKind.flip
  /// The values of these measurements.
  public internal(set) var values: MeasuredValues

  /// Measurements with these values.
  public init(_ values: MeasuredValues) { self.values = values }

  /// The side that the device lies on now.
  public var to: Face { values[0, default: .faceDown] }
  /// The time from the last reading on one side to the first on the other.
  public var duration: Duration { values.span }

  /// A flip.
  ///
  /// - Parameters:
  ///   - to: the side that the device lies on now
  ///   - duration: the time that the turn took
  public init(to: Face = .faceDown, duration: Duration = .zero) {
    values = MeasuredValues(duration: duration)
    values[0] = to
  }
}

extension FlipMeasurements: MeasurementFields {
  /// Blank measurements.
  package static func blank(in phase: MotionEvent.Phase, at timestamp: Timestamp) -> Self? {
    phase == .recognized ? Self() : nil
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.word("to", &values[0, default: Face.faceDown], in: .words("to ", ""))
    coder.duration("duration_ms", &values.span, in: .words("", " s"))
  }
}
