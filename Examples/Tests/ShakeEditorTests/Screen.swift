// SPDX-License-Identifier: Apache-2.0

/// What a terminal shows after the bytes it was sent; it knows the sequences that the editor sends.
struct Screen {
  private(set) var rows: [[Character]]
  private(set) var row = 0
  private(set) var column = 0
  /// Whether the screen of full-screen programs is on.
  private(set) var isAlternate = false
  /// Whether the terminal says when it gets the focus and loses it.
  private(set) var reportsFocus = false

  private let columns: Int
  private var sequence: String?

  init(rows: Int, columns: Int) {
    self.columns = columns
    self.rows = Self.empty(rows, columns)
  }

  /// The rows as text, without the spaces at their ends.
  var lines: [String] {
    rows.map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The last row, where the editor asks and tells.
  var status: String { lines.last ?? "" }

  mutating func show(_ text: String) {
    for scalar in text.unicodeScalars {
      if let started = sequence {
        sequence = started + String(scalar)
        if scalar.properties.isAlphabetic { endSequence(started, scalar) }
      } else if scalar == "\u{1B}" {
        sequence = ""
      } else if scalar == "\r" {
        column = 0
      } else if scalar == "\n" {
        row += 1
      } else if row < rows.count, column < columns {
        rows[row][column] = Character(scalar)
        column += 1
      }
    }
  }

  private mutating func endSequence(_ text: String, _ final: UnicodeScalar) {
    sequence = nil
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    switch final {
    case "H":
      (row, column) = (numbers[0] - 1, numbers[1] - 1)
    case "K":
      for column in column..<columns { rows[row][column] = " " }
    case "J":
      rows = Self.empty(rows.count, columns)
    case "h", "l":
      if numbers == [1049] { isAlternate = final == "h" }
      if numbers == [1004] { reportsFocus = final == "h" }
    default:
      break
    }
  }

  private static func empty(_ rows: Int, _ columns: Int) -> [[Character]] {
    Array(repeating: Array(repeating: " ", count: columns), count: rows)
  }
}
