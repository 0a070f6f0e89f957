// SPDX-License-Identifier: Apache-2.0

/// Measurements of a device that lies still: so far, when it began, and as a whole when it ended.
public struct StillMeasurements: Measurements {
  /// The time of the first reading of the rest, some seconds before the event `began`.
  public var start: Timestamp
  /// The time from ``start`` to the first reading that is no rest any more, or to the event if it
  /// goes on.
  public var duration: Duration
  /// The reason of its end; nil while it goes on.
  public var ending: Ending?

  /// Reasons why a device lies still no longer.
  public enum Ending: String, Hashable, Sendable, CaseIterable, MeasuredWord {
    /// It was moved.
    case moved
    /// It was turned slowly, by more than 5 degrees.
    case turned

    static func word(_ number: UInt8) -> Ending? {
      switch number {
      case 1: .moved
      case 2: .turned
      default: nil
      }
    }
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
}

extension StillMeasurements: MeasurementFields {
  /// The kind of motion.
  public static let kind = MotionKind.still

  /// The measurements that have these values.
  public init(_ values: MeasuredValues) {
    self.init(start: values.time, duration: values.duration ?? .zero, ending: values.word(0))
  }

  /// The values of these measurements.
  public var values: MeasuredValues {
    var values = MeasuredValues()
    values.time = start
    values.duration = duration
    values.setWord(0, ending)
    return values
  }

  /// The measurements before any is known.
  package static func blank(
    in phase: MotionEvent.Phase, at timestamp: Timestamp
  ) -> StillMeasurements? {
    switch phase {
    case .began: StillMeasurements(start: timestamp)
    case .ended: StillMeasurements(start: timestamp, ending: .moved)
    case .cancelled, .recognized: nil
    }
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.timestamp("start_ns", &start)
    coder.duration("duration_ms", &duration, in: .words("", " s"))
    if var ending {
      coder.word("reason", &ending, in: .words("", ""))
      self.ending = ending
    }
  }
}
