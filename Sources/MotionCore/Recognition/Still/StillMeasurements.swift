// SPDX-License-Identifier: Apache-2.0

/// Measurements of a device that lies still: at the beginning, of the rest so far; at the end, of
/// the whole rest.
public struct StillMeasurements: Measurements {
  /// The kind of motion.
  public static let kind = MotionKind.still
  /// The values of these measurements.
  public internal(set) var values: MeasuredValues

  /// Measurements with these values.
  public init(_ values: MeasuredValues) { self.values = values }

  /// The time of the first reading of the rest, some seconds before the event `began`.
  public var start: Timestamp { values.time }
  /// The time from ``start`` to the first reading after the rest, or to the event if the rest goes
  /// on.
  public var duration: Duration { values.span }
  /// The reason for its end; nil while the rest goes on.
  public var ending: Ending? { values[0] }

  /// Reasons why a device no longer lies still.
  public enum Ending: String, Hashable, Sendable, CaseIterable, MeasuredWord {
    /// The device moved.
    case moved
    /// The device turned slowly, by more than 5 degrees.
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
  ///   - start: the time of the rest's first reading
  ///   - duration: the time that the rest lasted, or has lasted so far
  ///   - ending: the reason for its end, if the rest is over
  public init(start: Timestamp, duration: Duration = .zero, ending: Ending? = nil) {
    values = MeasuredValues(time: start, duration: duration)
    values[0] = ending
  }
}

extension StillMeasurements: MeasurementFields {
  /// Blank measurements.
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
