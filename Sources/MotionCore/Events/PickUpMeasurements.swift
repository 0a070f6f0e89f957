/// Measurements of a pick-up.
public struct PickUpMeasurements: Hashable, Sendable {
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

  /// Reads or writes the fields.
  mutating func code(_ coder: inout some EventFieldCoder) {
    coder.word("from", &from, in: .words("from ", ""))
    coder.duration("rest_ms", &rest, in: .words("after ", " s of rest"))
  }
}

/// Measurements of a tilt.
public struct TiltMeasurements: Hashable, Sendable {
  /// The angle from the direction of the last event, or of the start, to that of now; in degrees.
  public var angle: Double

  /// A tilt by `angle` degrees.
  public init(angle: Double = 0) {
    self.angle = angle
  }

  /// Reads or writes the fields.
  mutating func code(_ coder: inout some EventFieldCoder) {
    coder.number("angle_deg", &angle, in: .words("by ", "°"))
  }
}
