// SPDX-License-Identifier: Apache-2.0

/// A line before the header: `# key: value`, or a comment.
public struct RecordingNote: Hashable, Sendable, CustomStringConvertible {
  /// The key, such as `device` or `rate_hz`; nil for a comment.
  public var key: String?
  /// The value, or the text of the comment.
  public var text: String

  /// A note with the value `text` for `key`, or a comment if `key` is nil.
  public init(_ key: String?, _ text: String) {
    self.key = key
    self.text = text
  }

  /// Reads the line `text`; nil if it is not a note.
  package init?(line text: Span<UInt8>, isFirstLine: Bool) throws(LineError) {
    let line = text.trimmed(text.contents(isFirstLine: isFirstLine))
    guard let first = line.first, text[first] == UInt8(ascii: "#") else { return nil }
    let body = text.trimmed(line.lowerBound + 1..<line.upperBound)
    guard let content = text.text(body) else { throw LineError(at: 0, .notUTF8) }
    // A key is one word: a colon elsewhere, as in a time, belongs to a comment.
    let key = content.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard !key.isEmpty, content.dropFirst(key.count).first == ":" else {
      self.init(nil, content)
      return
    }
    self.init(String(key), String(content.dropFirst(key.count + 1).drop { $0 == " " }))
  }

  /// A Boolean value that indicates whether `text` starts like a note.
  static func isNote(_ text: Span<UInt8>) -> Bool {
    text.trimmed(text.contents(isFirstLine: true)).first.map { text[$0] == UInt8(ascii: "#") }
      ?? false
  }

  /// The line, without its newline; newlines inside become blanks.
  public var description: String {
    let line = key.map { "# \($0): \(text)" } ?? "# \(text)"
    return String(line.map { $0.isNewline ? " " : $0 })
  }
}

extension RecordingNote {
  /// The note of a program whose times are `CLOCK_BOOTTIME` of this machine, as it measured how
  /// long its readings are under way.
  package static let bootTimeByRoundTrips = RecordingNote("clock", "boottime by round trips")
}
