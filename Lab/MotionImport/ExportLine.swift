// SPDX-License-Identifier: Apache-2.0

/// The field separator and the decimal mark of an export.
package struct ExportDialect: Hashable, Sendable {
  /// The byte between fields: a comma, a semicolon, a tab, or blanks.
  package var separator: UInt8
  /// True if only a separator that a blank follows is one, as in `0,25, 1,5`.
  package var isSpaced = false
  /// True if numbers have a decimal comma.
  package var hasDecimalComma = false

  /// The separators in the order of trial; the comma is late, as it may be a decimal mark.
  static let separators = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]

  /// The separators that `line` has; blanks only if it has no other.
  static func separators(in line: [UInt8]) -> [UInt8] {
    let others = separators.filter { line.contains($0) }
    return others.isEmpty ? [UInt8(ascii: " ")] : others
  }

  /// The dialect of rows under a header of `count` names with `separator`, although loggers do not
  /// always keep to it.
  ///
  /// Where that separator makes too many fields, as a decimal comma does, the dialect is the one
  /// that gives nearly all rows as many fields as the header.
  init(separator: UInt8, count: Int, in rows: [[UInt8]]) {
    self.separator = separator
    let rows = rows.filter { $0.contains { $0 > UInt8(ascii: " ") } }
    guard let row = rows.first else { return }
    guard row.contains(separator) else {
      self.separator = Self.separators(in: row)[0]
      return
    }
    func fit(_ dialect: ExportDialect, _ isRight: (Int) -> Bool) -> Bool {
      10 * rows.count { isRight(ExportLine($0[...], dialect).filledCount) } >= 9 * rows.count
    }
    guard !fit(self, { $0 <= count }) else { return }
    var others = (Self.separators + [UInt8(ascii: " ")]).map { ExportDialect(separator: $0) }
    others.insert(ExportDialect(separator: separator, isSpaced: true), at: 0)
    self = others.first { fit($0) { $0 == count } } ?? self
  }

  /// A dialect without decimal commas.
  init(separator: UInt8, isSpaced: Bool = false) {
    (self.separator, self.isSpaced) = (separator, isSpaced)
  }

  /// The separator and the decimal mark in words.
  package var description: String {
    let name =
      switch separator {
      case UInt8(ascii: "\t"): "tabs"
      case UInt8(ascii: ";"): "semicolons"
      case UInt8(ascii: " "): "blanks"
      default: "commas"
      }
    return hasDecimalComma ? "\(name), decimal commas" : name
  }
}

/// The fields of a line of an export.
///
/// A field may be in quotes (RFC 4180). Blanks around a field are ignored. A field never spans
/// lines.
struct ExportLine {
  private var bytes: ArraySlice<UInt8> = []
  private var fields: [Range<Int>] = []

  /// A line without fields, to be read into.
  init() {}

  init(_ bytes: ArraySlice<UInt8>, _ dialect: ExportDialect) { read(bytes, dialect) }

  init(_ bytes: ArraySlice<UInt8>, separator: UInt8) {
    self.init(bytes, ExportDialect(separator: separator))
  }

  /// Takes the fields of another line.
  mutating func read(_ bytes: ArraySlice<UInt8>, _ dialect: ExportDialect) {
    self.bytes = bytes
    fields.removeAll(keepingCapacity: true)
    let separator = dialect.separator
    guard separator != UInt8(ascii: " ") else {
      let words = bytes.split { $0 == separator || $0 == UInt8(ascii: "\r") }
      fields = words.map { $0.startIndex..<$0.endIndex }
      return
    }
    var start = bytes.startIndex
    var isQuoted = false
    let text = bytes.span
    let offset = bytes.startIndex
    for index in text.indices {
      let byte = text[index]
      if byte == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if byte == separator, !isQuoted,
        !dialect.isSpaced || index + 1 < text.count && text[index + 1] == UInt8(ascii: " ")
      {
        fields.append(start..<offset + index)
        start = offset + index + 1
      }
    }
    fields.append(start..<bytes.endIndex)
  }

  /// The number of fields.
  var count: Int { fields.count }

  /// The number of fields without the empty ones at the end.
  var filledCount: Int {
    var count = fields.count
    while count > 0, field(count - 1).isEmpty { count -= 1 }
    return count
  }

  /// The bytes of a field, without quotes and blanks around it; empty if the field is missing.
  func field(_ index: Int) -> ArraySlice<UInt8> {
    guard fields.indices.contains(index) else { return [] }
    let field = Self.trimmed(bytes[fields[index]])
    guard field.count >= 2, field.first == UInt8(ascii: "\""), field.last == UInt8(ascii: "\"")
    else { return field }
    return Self.trimmed(field.dropFirst().dropLast())
  }

  /// The number in a field, as ``field(_:)`` and ``ExportNumber`` have it, without counted slices.
  func number(_ index: Int, _ dialect: ExportDialect) -> ExportNumber? {
    guard fields.indices.contains(index) else { return nil }
    let text = bytes.span
    var (start, end) = (
      fields[index].lowerBound - bytes.startIndex, fields[index].upperBound - bytes.startIndex
    )
    while start < end, Self.isBlank(text[start]) { start += 1 }
    while start < end, Self.isBlank(text[end - 1]) { end -= 1 }
    // Quotes are rare.
    guard start < end, text[start] != UInt8(ascii: "\"") else {
      return ExportNumber(field(index), hasDecimalComma: dialect.hasDecimalComma)
    }
    return ExportNumber(
      text.extracting(start..<end), hasDecimalComma: dialect.hasDecimalComma)
  }

  @inline(__always)
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r")
  }

  /// A field as text.
  func text(_ index: Int) -> String { Self.text(field(index)) }

  /// Bytes as text: UTF-8, else Latin-1, as AndroSensor writes it.
  static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// A line that may be a header, without the mark of a comment.
  ///
  /// A description of formats, such as `"%int(Time),%float(AccX)"` of YEI's sensors, becomes the
  /// names in it.
  static func header(_ line: [UInt8]) -> [UInt8] {
    let marks: Set = [UInt8(ascii: "#"), UInt8(ascii: "%"), UInt8(ascii: "/"), UInt8(ascii: " ")]
    let text = Array(line.drop { marks.contains($0) })
    let parts = text.split(separator: UInt8(ascii: "%")).dropFirst()
    let names = parts.compactMap { part -> ArraySlice<UInt8>? in
      guard let open = part.firstIndex(of: UInt8(ascii: "(")),
        let close = part[open...].firstIndex(of: UInt8(ascii: ")"))
      else { return nil }
      return part[(open + 1)..<close]
    }
    guard names.count >= 3, names.count == parts.count else { return text }
    return Array(names.joined(separator: [UInt8(ascii: ",")]))
  }

  /// All fields as text.
  var texts: [String] { fields.indices.map { text($0) } }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let start = bytes.drop(while: Self.isBlank)
    guard let end = start.lastIndex(where: { !isBlank($0) }) else { return start.prefix(0) }
    return start[...end]
  }
}

/// The file where Sensor Logger describes a recording.
package enum ExportMetadata {
  /// Its name.
  package static let file = "Metadata.csv"

  /// True if gravity points down, as in iOS; nil if the phone is not named.
  ///
  /// It does if the phone runs iOS and the app does not turn the values.
  package static func isFromIOS(_ text: [UInt8]) -> Bool? {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    guard lines.count >= 2 else { return nil }
    let names = ExportLine(lines[0], separator: UInt8(ascii: ",")).texts
    let values = ExportLine(lines[1], separator: UInt8(ascii: ","))
    func value(_ name: String) -> String? {
      names.firstIndex { $0.lowercased() == name }.map { values.text($0).lowercased() }
    }
    return isFromIOS(platform: value("platform"), standardization: value("standardization"))
  }

  /// The same of the two values in lower case, in whatever form they come.
  static func isFromIOS(platform: String?, standardization: String?) -> Bool? {
    platform.map { $0 == "ios" && standardization != "true" }
  }
}
