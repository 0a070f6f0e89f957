// SPDX-License-Identifier: Apache-2.0

/// Motion events as JSON lines: one object a line. New versions only add keys.
extension MotionEvent {
  /// This event as one line of JSON, without a newline.
  ///
  /// Accelerations are in m/s², rounded to 0.001; directions are unit vectors.
  ///
  /// - Parameter source: the source of the readings, as the user named it
  /// - Returns: an object with the keys of the event format
  public func jsonLine(source: String) -> String {
    var line = JSONLine(source: source, kind, phase.name, timestamp)
    var event = self
    event.code(&line)
    return line.text + "}"
  }
}

/// A JSON line on its way: each field becomes a member.
struct JSONLine: EventFieldCoder {
  /// The object without its closing brace.
  private(set) var text: String

  init(source: String, _ kind: MotionKind, _ phase: String, _ timestamp: Timestamp) {
    text =
      "{\"source\":\(source.jsonString),\"motion\":\"\(kind.rawValue)\",\"phase\":\"\(phase)\""
      + ",\"timestamp_ns\":\(timestamp.nanoseconds)"
  }

  mutating func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    if let text = Self.text(value) { self.text += ",\"\(key)\":\(text)" }
    return value
  }

  private static func text(_ value: EventField) -> String? {
    switch value {
    case .number(let number): self.number(number)
    case .optionalNumber(let number): number.map { self.number($0) }
    case .vector(let vector): "[\(number(vector.x)),\(number(vector.y)),\(number(vector.z))]"
    case .word(let word): word.jsonString
    case .timestamp, .duration, .count, .flag: value.text
    }
  }

  private static func number(_ value: Double) -> String { EventField.rounded(value) }
}

extension String {
  /// This text as a string of JSON (RFC 8259), with its quotes.
  package var jsonString: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{8}": quoted += "\\b"
      case "\u{c}": quoted += "\\f"
      // Control characters of ASCII, and of Latin-1: a terminal obeys both.
      case "\u{0}"..<" ", "\u{7F}"..."\u{9F}":
        quoted += (scalar.value < 16 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
