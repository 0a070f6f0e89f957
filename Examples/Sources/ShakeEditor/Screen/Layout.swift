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

  /// Lays `buffer` out in rows of `columns`.
  init(_ buffer: TextBuffer, columns: Int) {
    self.columns = columns
    for character in buffer.before { append(character) }
    if buffer.caretLeads { placeCaret() }
    for character in buffer.selected { append(character, isSelected: true) }
    if !buffer.caretLeads { placeCaret() }
    for character in buffer.after { append(character) }
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
