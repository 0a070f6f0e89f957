// SPDX-License-Identifier: Apache-2.0

import ResponderKit

/// Text broken into the rows of a screen, and where the caret is among them.
struct Layout {
  /// The rows, with the sequences that show what is selected.
  private(set) var rows = [""]
  /// The row of the caret, from 0.
  private(set) var caretRow = 0
  /// The column of the caret, from 0.
  private(set) var caretColumn = 0

  private let columns: Int
  private var column = 0

  /// Lays `document` out in rows of `columns`.
  @MainActor
  init(_ document: TextResponder, columns: Int) {
    self.columns = columns
    let (text, selection, caret) = (document.text, document.selection, document.caret)
    for character in text[..<selection.lowerBound] { append(character) }
    if caret == selection.lowerBound { placeCaret() }
    for character in text[selection] { append(character, isSelected: true) }
    if caret != selection.lowerBound { placeCaret() }
    for character in text[selection.upperBound...] { append(character) }
  }

  private mutating func placeCaret() {
    // At the end of a full row the caret stands where the next character will.
    if column == columns { breakRow() }
    (caretRow, caretColumn) = (rows.count - 1, column)
  }

  /// The rows to show in a window of `height` rows: those that end with the caret's, or the first.
  func visibleRows(_ height: Int) -> ArraySlice<String> {
    rows[firstRow(height)...].prefix(height)
  }

  /// Which row is the first that is shown.
  func firstRow(_ height: Int) -> Int {
    max(0, caretRow - height + 1)
  }

  private mutating func append(_ character: Character, isSelected: Bool = false) {
    guard character != "\n" else { return breakRow() }
    let width = Cells.width(of: character)
    if column + width > columns { breakRow() }
    rows[rows.count - 1] += isSelected ? "\u{1B}[7m\(character)\u{1B}[27m" : String(character)
    column += width
  }

  private mutating func breakRow() {
    rows.append("")
    column = 0
  }
}
