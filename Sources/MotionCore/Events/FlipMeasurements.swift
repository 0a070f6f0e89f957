/// A side of the screen on which a flat device lies.
public enum Face: String, Hashable, Sendable, CaseIterable {
  /// The screen is up.
  case faceUp
  /// The screen is down.
  case faceDown
}

/// Measurements of a flip.
public struct FlipMeasurements: Hashable, Sendable {
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

  /// Reads or writes the fields.
  mutating func code(_ coder: inout some EventFieldCoder) {
    coder.word("to", &to, in: .words("to ", ""))
    coder.duration("duration_ms", &duration, in: .words("", " s"))
  }
}
