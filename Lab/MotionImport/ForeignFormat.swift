// SPDX-License-Identifier: Apache-2.0

/// A format that is known by its first bytes, and that is not a table of text.
package struct ForeignFormat: Hashable, Sendable {
  /// The format in words, such as `an Excel file`.
  let name: String
  /// The way to get a table of text from it.
  let remedy: String

  private init(_ name: String, _ remedy: String = "export a table of text from the app (CSV)") {
    self.name = name
    self.remedy = remedy
  }

  /// A spreadsheet, in any of Excel's formats or LibreOffice's.
  package static let spreadsheet = ForeignFormat(
    "a spreadsheet", "export CSV instead, or run: libreoffice --headless --convert-to csv FILE")
  /// JSON without readings in a known form.
  static let json = ForeignFormat(
    "in JSON of an unknown form; known are Sensor Logger, Edge Impulse, and objects, lists or columns of numbers",
    "write one object a line, such as {\"time_ms\":0,\"x\":0.1,\"y\":0.2,\"z\":9.8}"
  )
  /// Anything else that is not text.
  static let binary = ForeignFormat("a binary file")
  /// An ActiGraph archive.
  package static let gt3x = ForeignFormat(
    "a .gt3x file of ActiGraph", "export the raw data as CSV with ActiLife")

  private static let known: [(magic: [UInt8], format: ForeignFormat)] = [
    ([0xFF, 0xFE], ForeignFormat("in UTF-16", "save it as UTF-8")),
    ([0xFE, 0xFF], ForeignFormat("in UTF-16", "save it as UTF-8")),
    ([0xD0, 0xCF, 0x11, 0xE0], spreadsheet),
    (Array("SQLite format".utf8), ForeignFormat("a database")),
    (
      Array("MATLAB ".utf8),
      ForeignFormat("a MATLAB file", "in MATLAB: writetimetable(Acceleration, 'shake.csv')")
    ),
    ([0x89] + Array("HDF".utf8), ForeignFormat("an HDF5 file", "export CSV from its program")),
    (
      [UInt8(ascii: "M"), UInt8(ascii: "D"), 0xFC, 0x03],
      ForeignFormat(
        "a .cwa file of Axivity", "export the raw data as CSV with OmGui or cwa-convert")
    ),
    (
      Array("Device Identity".utf8),
      ForeignFormat("a .bin file of GENEActiv", "convert it to CSV with GENEActiv's program")
    ),
    (Array("PAR1".utf8), ForeignFormat("a Parquet file", "export CSV from its program")),
    ([0x93] + Array("NUMPY".utf8), ForeignFormat("an array of NumPy", "save it by numpy.savetxt")),
    (Array("%PDF".utf8), ForeignFormat("a PDF")),
    (Array("<?xml".utf8), ForeignFormat("in XML")),
    (Array("<!DOCTYPE".utf8), page), (Array("<!doctype".utf8), page), (Array("<html".utf8), page),
  ]
  private static let page = ForeignFormat(
    "a web page", "open it in a browser, and download the data (CSV) there, as of a micro:bit")

  /// The format of a file that is not text.
  ///
  /// - Parameter lines: the first lines, without marks of their order of bytes
  init?(of lines: [[UInt8]]) {
    if let first = lines.first,
      let known = Self.known.first(where: { first.starts(with: $0.magic) })
    {
      self = known.format
    } else if lines.contains(where: { $0.contains { Self.isControl($0) } }) {
      self = .binary
    } else {
      return nil
    }
  }

  /// True for bytes that no table of text has, in any encoding that is read.
  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && !"\t\r\u{0B}\u{0C}".utf8.contains(byte) && byte != 0x1A || byte == 0x7F
  }
}
