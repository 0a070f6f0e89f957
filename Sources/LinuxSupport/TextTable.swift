// SPDX-License-Identifier: Apache-2.0

/// Rows of cells as lines for people: columns below each other, no blanks at the end of a line.
///
/// - Parameters:
///   - rows: of any number of cells each
///   - flushRight: from which column on cells are flush right; the first is never
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
