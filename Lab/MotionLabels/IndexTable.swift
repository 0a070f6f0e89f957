// SPDX-License-Identifier: Apache-2.0

/// The rows of an `index.csv`, as RFC 4180 says: commas, and quotes around what contains them.
///
/// Blanks before a field are skipped, and a row may be shorter than the header.
package struct IndexTable {
  /// The names of the columns.
  package private(set) var header: [String] = []
  /// The fields by column; a field that a row lacks is empty.
  package private(set) var rows: [[String: String]] = []

  private enum State {
    /// Before a field.
    case start
    /// In a field without quotes.
    case plain
    /// Between quotes.
    case quoted
    /// Behind a quote among others: the end of the field, or the first half of a quote within it.
    case behindQuote
  }

  /// Reads the text of an `index.csv`.
  ///
  /// - Throws: an ``IndexError`` if text follows a closing quote
  package init(parsing text: String) throws(IndexError) {
    var (state, fields, field, row) = (State.start, [String](), "", 1)
    func endField() {
      fields.append(field)
      (state, field) = (.start, "")
    }
    func endRow() {
      endField()
      if row == 1 {
        header = fields
      } else {
        let padded = fields + Array(repeating: "", count: max(0, header.count - fields.count))
        rows.append(Dictionary(zip(header, padded)) { first, _ in first })
      }
      (fields, row) = ([], row + 1)
    }
    for character in text {
      switch (state, character) {
      case (.start, "\""): state = .quoted
      case (.quoted, "\""): state = .behindQuote
      case (.quoted, _): field.append(character)
      case (.behindQuote, "\""):
        field.append(character)
        state = .quoted
      case (.start, ","), (.plain, ","), (.behindQuote, ","): endField()
      case (.start, _) where character.isNewline, (.plain, _) where character.isNewline,
        (.behindQuote, _) where character.isNewline:
        endRow()
      case (.start, _) where character.isWhitespace,
        (.behindQuote, _) where character.isWhitespace:
        break
      case (.behindQuote, _):
        throw IndexError(row: row, problem: "'\(character)' behind a quote")
      case (.start, _), (.plain, _):
        field.append(character)
        state = .plain
      }
    }
    if !fields.isEmpty || !field.isEmpty { endRow() }
  }
}
