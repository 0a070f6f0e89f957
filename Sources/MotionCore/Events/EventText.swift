// SPDX-License-Identifier: Apache-2.0

extension MotionEvent {
  /// This event in a few words, such as
  /// `2.220 s  shake ended: 0.87 s, 8 swings, peak 20.9 m/s², along x`.
  public var text: String { text { $0.description } }

  /// The text of an event at the end of a recording, where nothing broke off.
  package var textAtEnd: String {
    text { $0 == .interrupted ? "the recording ended" : $0.description }
  }

  private func text(_ phrase: (CancellationReason) -> String) -> String {
    var fields = TextFields()
    var event = self
    event.code(&fields)
    if case .cancelled(let reason) = phase { fields.parts.append(phrase(reason)) }
    let details = fields.parts.isEmpty ? "" : ": " + fields.parts.joined(separator: ", ")
    let simulated = isSimulated ? " (simulated)" : ""
    return "\(timestamp.text)  \(kind) \(phase.name)\(details)\(simulated)"
  }
}

/// The fields of an event that have a place in the text for people.
private struct TextFields: EventFieldCoder {
  var parts: [String] = []

  mutating func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    if case .words(let before, let after) = text, let value = Self.text(value) {
      parts.append(before + value + after)
    }
    return value
  }

  private static func text(_ value: EventField) -> String? {
    switch value {
    case .timestamp(let time): time.text
    case .duration(let span): span.seconds.text(decimals: 2)
    case .count(let count): "\(count)"
    case .number(let number): number.text(decimals: 1)
    case .optionalNumber(let number): number.map { $0.text(decimals: 1) }
    case .vector(let vector):
      [vector.x, vector.y, vector.z].map { $0.text(decimals: 1) }.joined(separator: " ")
    case .word(let word): word
    case .flag(let flag): flag ? "" : nil
    }
  }
}

extension Timestamp {
  /// The time in seconds since the clock's zero, such as `1.340 s`.
  var text: String { "\((Double(nanoseconds) * 1e-9).text(decimals: 3)) s" }
}
