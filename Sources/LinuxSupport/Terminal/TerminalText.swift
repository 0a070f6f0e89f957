// SPDX-License-Identifier: Apache-2.0

extension StringProtocol {
  /// The text with a question mark for each character that a terminal or a log would obey: control
  /// characters, ends of lines and paragraphs, directions of writing, and code points without a
  /// character.
  package var printable: String {
    // Nearly all text is like this, and looking up a scalar's category is slow.
    if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return String(self) }
    return String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: "?"
          default: scalar
          }
        }))
  }

  /// The text with each line made ``printable`` by itself.
  package var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map(\.printable)
      .joined(separator: "\n")
  }

  /// The text without blanks and line ends around it.
  package var trimmingBlanks: String {
    var text = self[...].drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

/// Returns rows of cells as lines for people: aligned columns, and no blanks at the end of a line.
///
/// - Parameters:
///   - rows: the rows, with any number of cells each
///   - flushRight: the first column with cells that are flush right; the first column of all never
///     is
/// - Returns: a line for each row, without a newline
package func textTable(_ rows: [[String]], flushRight: Int = .max) -> [String] {
  let columns = rows.map(\.count).max() ?? 0
  let widths = (0..<columns).map { column in
    rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
  }
  return rows.map { row in
    let cells = zip(row, widths).enumerated().map { column, cell in
      let blanks = String(repeating: " ", count: cell.1 - cell.0.count)
      return column >= flushRight ? blanks + cell.0 : cell.0 + blanks
    }
    return String(cells.joined(separator: "  ").reversed().drop { $0 == " " }.reversed())
  }
}
