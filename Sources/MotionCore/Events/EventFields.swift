// SPDX-License-Identifier: Apache-2.0

/// The value of a field of an event.
package enum EventField: Hashable, Sendable {
  /// A time on the readings' clock, written in ns.
  case timestamp(Timestamp)
  /// A span of time, written in ms.
  case duration(Duration)
  /// A number of things.
  case count(Int)
  /// A number in the unit that the field's documentation says.
  case number(Double)
  /// A number that may be missing; a coder leaves a missing number out.
  case optionalNumber(Double?)
  /// Three numbers along the device's axes.
  case vector(SIMD3<Double>)
  /// A word of a fixed list.
  case word(String)
  /// A Boolean value.
  case flag(Bool)

  /// The value for programs, with blanks between the numbers of a vector, to three decimals as in
  /// JSON; nil for a missing number.
  package var text: String? {
    switch self {
    case .timestamp(let time): "\(time.nanoseconds)"
    case .duration(let span): "\(span.milliseconds)"
    case .count(let count): "\(count)"
    case .number(let number): Self.rounded(number)
    case .optionalNumber(let number): number.map(Self.rounded)
    case .vector(let vector):
      [vector.x, vector.y, vector.z].map(Self.rounded).joined(separator: " ")
    case .word(let word): word
    case .flag(let flag): flag ? "true" : "false"
    }
  }

  /// `value` to three decimals: below the noise of any accelerometer.
  static func rounded(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    // Adding zero turns -0 into 0.
    return "\(rounded + 0)"
  }
}

/// The place of a field in the text for people.
package enum FieldText: Sendable {
  /// The text leaves it out.
  case none
  /// The value, between these words; for a Boolean value that is true, the words alone.
  case words(String, String)
}

/// A type that goes through the fields of an event: the writer or the reader of one format.
///
/// ``MotionEvent/code(_:)`` is the one table of fields. Coders write JSON lines, D-Bus details, the
/// environment of a program and the text for people; a coder also reads D-Bus details. New versions
/// add keys, and never remove or rename them.
package protocol EventFieldCoder {
  /// Takes the next field.
  ///
  /// - Parameters:
  ///   - key: its name
  ///   - value: its value; when reading, the value to keep if the field is missing, which also says
  ///     the type
  ///   - text: its place in the text for people
  /// - Returns: the field's value from now on: `value` again, unless the coder read another
  mutating func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField
}

extension EventFieldCoder {
  mutating func timestamp(_ key: String, _ value: inout Timestamp) {
    if case .timestamp(let new) = code(key, .timestamp(value), .none) { value = new }
  }

  mutating func duration(_ key: String, _ value: inout Duration, in text: FieldText = .none) {
    if case .duration(let new) = code(key, .duration(value), text) { value = new }
  }

  mutating func count(_ key: String, _ value: inout Int, in text: FieldText = .none) {
    if case .count(let new) = code(key, .count(value), text) { value = new }
  }

  mutating func number(_ key: String, _ value: inout Double, in text: FieldText = .none) {
    if case .number(let new) = code(key, .number(value), text) { value = new }
  }

  mutating func number(_ key: String, _ value: inout Double?, in text: FieldText = .none) {
    if case .optionalNumber(let new) = code(key, .optionalNumber(value), text) { value = new }
  }

  mutating func vector(_ key: String, _ value: inout SIMD3<Double>) {
    if case .vector(let new) = code(key, .vector(value), .none) { value = new }
  }

  mutating func flag(_ key: String, _ value: inout Bool, in text: FieldText = .none) {
    if case .flag(let new) = code(key, .flag(value), text) { value = new }
  }

  /// Codes a word of a fixed list; a word outside the list does not count.
  mutating func word<Word: RawRepresentable>(
    _ key: String, _ value: inout Word, in text: FieldText = .none
  ) where Word.RawValue == String {
    if case .word(let word) = code(key, .word(value.rawValue), text) {
      value = Word(rawValue: word) ?? value
    }
  }

  /// Writes a field that follows from others; a reader ignores its value.
  mutating func derived(_ key: String, _ value: EventField, in text: FieldText = .none) {
    _ = code(key, value, text)
  }
}

extension MotionEvent {
  /// Reads or writes all fields but kind, phase and timestamp.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    measurements?.code(&coder)
    if phase == .began { coder.number("confidence", &confidence) }
    surroundings?.code(&coder)
    if case .cancelled(let reason) = phase,
      case .word(let word) = coder.code("reason", .word(reason.rawValue), .none)
    {
      phase = .cancelled(CancellationReason(rawValue: word) ?? .interrupted)
    }
    if detector != .readings {
      coder.derived("detector", .word(detector.rawValue), in: .words("by the ", ""))
    }
    if var late = lateness {
      coder.duration("late_ms", &late, in: .words("", " late"))
      lateness = late
    }
    if isSimulated { coder.flag("simulated", &isSimulated) }
  }

  /// This event with its times moved by `nanoseconds`, to another clock.
  package func shifted(byNanoseconds nanoseconds: Int64) -> MotionEvent {
    var event = self
    var shift = TimeShift(nanoseconds: nanoseconds)
    event.timestamp = timestamp.advanced(byNanoseconds: nanoseconds)
    event.code(&shift)
    return event
  }
}

extension MotionEvent.Surroundings {
  fileprivate mutating func code(_ coder: inout some EventFieldCoder) {
    coder.vector("gravity", &gravity)
    coder.vector("acceleration", &acceleration)
  }
}

/// Moves every time among the fields.
private struct TimeShift: EventFieldCoder {
  let nanoseconds: Int64

  func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    guard case .timestamp(let time) = value else { return value }
    return .timestamp(time.advanced(byNanoseconds: nanoseconds))
  }
}
