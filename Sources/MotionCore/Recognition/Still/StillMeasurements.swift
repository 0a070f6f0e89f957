// SPDX-License-Identifier: Apache-2.0

/// Measurements of a device that lies still: so far, when it began, and as a whole when it ended.
public struct StillMeasurements: Measurements {
  /// The kind of motion.
  public static let kind = MotionKind.still
  /// The values of these measurements.
  public internal(set) var values: MeasuredValues

  /// The measurements that have these values.
  public init(_ values: MeasuredValues) { self.values = values }

  /// The time of the first reading of the rest, some seconds before the event `began`.
  public var start: Timestamp { values.time }
  /// The time from ``start`` to the first reading that is no rest any more, or to the event if it
  /// goes on.
  public var duration: Duration { values.span }
  /// The reason of its end; nil while it goes on.
  public var ending: Ending? { values[0] }

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
    values = MeasuredValues(time: start, duration: duration)
    values[0] = ending
  }
}

extension StillMeasurements: MeasurementFields {
  /// The measurements before any is known.
  package static func blank(in phase: MotionEvent.Phase, at timestamp: Timestamp) -> Self? {
    switch phase {
    case .began: Self(start: timestamp)
    case .ended: Self(start: timestamp, ending: .moved)
    case .cancelled, .recognized: nil
    }
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.timestamp("start_ns", &values.time)
    coder.duration("duration_ms", &values.span, in: .words("", " s"))
    if ending != nil {
      coder.word("reason", &values[0, default: Ending.moved], in: .words("", ""))
    }
  }
}
