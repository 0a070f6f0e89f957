/// The field separator and the decimal mark of an export.
package struct ExportDialect: Hashable, Sendable {
  /// The byte between fields: a comma, a semicolon or a tab.
  package var separator: UInt8
  /// True if numbers have a decimal comma.
  package var hasDecimalComma = false

  /// The separators in the order of trial; the comma is last, as it may be a decimal mark.
  static let separators = [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")]

  /// The separator and the decimal mark in words.
  package var description: String {
    let name =
      switch separator {
      case UInt8(ascii: "\t"): "tabs"
      case UInt8(ascii: ";"): "semicolons"
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
  private let bytes: ArraySlice<UInt8>
  private var fields: [Range<Int>] = []

  init(_ bytes: ArraySlice<UInt8>, separator: UInt8) {
    self.bytes = bytes
    var start = bytes.startIndex
    var isQuoted = false
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "\"") {
        isQuoted.toggle()
      } else if bytes[index] == separator, !isQuoted {
        fields.append(start..<index)
        start = index + 1
      }
    }
    fields.append(start..<bytes.endIndex)
  }

  /// The number of fields.
  var count: Int { fields.count }

  /// The bytes of a field, without quotes and blanks around it; empty if the field is missing.
  func field(_ index: Int) -> ArraySlice<UInt8> {
    guard fields.indices.contains(index) else { return [] }
    let field = Self.trimmed(bytes[fields[index]])
    guard field.count >= 2, field.first == UInt8(ascii: "\""), field.last == UInt8(ascii: "\"")
    else { return field }
    return Self.trimmed(field.dropFirst().dropLast())
  }

  /// A field as text; bytes that are not UTF-8 become replacement characters.
  func text(_ index: Int) -> String { String(decoding: field(index), as: UTF8.self) }

  /// All fields as text.
  var texts: [String] { fields.indices.map { text($0) } }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\r") }
    let start = bytes.drop(while: isBlank)
    guard let end = start.lastIndex(where: { !isBlank($0) }) else { return start.prefix(0) }
    return start[...end]
  }
}

/// The file in which Sensor Logger describes a recording.
package enum ExportMetadata {
  /// Its name.
  package static let file = "Metadata.csv"

  /// True if gravity points down, as in iOS: the phone runs iOS, and the app does not invert
  /// values.
  package static func isFromIOS(_ text: [UInt8]) -> Bool {
    let lines = text.split(separator: UInt8(ascii: "\n"))
    guard lines.count >= 2 else { return false }
    let names = ExportLine(lines[0], separator: UInt8(ascii: ",")).texts
    let values = ExportLine(lines[1], separator: UInt8(ascii: ","))
    func value(_ name: String) -> String? {
      names.firstIndex { $0.lowercased() == name }.map { values.text($0).lowercased() }
    }
    return value("platform") == "ios" && value("standardization") != "true"
  }
}
