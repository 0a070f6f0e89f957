/// Measurements of a device that lies still: so far, when it began, and as a whole when it ended.
public struct StillMeasurements: Hashable, Sendable {
  /// The time of the first reading of the rest, some seconds before the event `began`.
  public var start: Timestamp
  /// The time from ``start`` to the first reading that is no rest any more, or to the event if it goes on.
  public var duration: Duration
  /// The reason of its end; nil while it goes on.
  public var ending: Ending?

  /// Reasons why a device lies still no longer.
  public enum Ending: String, Hashable, Sendable, CaseIterable {
    /// It was moved.
    case moved
    /// It was turned slowly, by more than 5 degrees.
    case turned
  }

  /// Measurements of a rest.
  ///
  /// - Parameters:
  ///   - start: the time of its first reading
  ///   - duration: the time that it lasted, or has lasted so far
  ///   - ending: the reason of its end, if it is over
  public init(start: Timestamp, duration: Duration = .zero, ending: Ending? = nil) {
    self.start = start
    self.duration = duration
    self.ending = ending
  }

  /// Reads or writes the fields.
  mutating func code(_ coder: inout some EventFieldCoder) {
    coder.timestamp("start_ns", &start)
    coder.duration("duration_ms", &duration, in: .words("", " s"))
    if var ending {
      coder.word("reason", &ending, in: .words("", ""))
      self.ending = ending
    }
  }
}
