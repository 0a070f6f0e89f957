/// Notes in an order, of which one is open, and what is selected in it.
struct Notebook: Hashable {
  /// The texts of the notes; there is always one.
  private(set) var notes: [String]
  /// The position of the note that is open.
  private(set) var current = 0
  /// What is selected in it, in Unicode scalars, as GTK counts; empty for a caret alone.
  private(set) var selection = 0..<0

  /// A notebook of `notes`, or of an empty one.
  init(_ notes: [String] = []) {
    self.notes = notes.isEmpty ? [""] : notes
  }

  /// The text of the note that is open.
  var text: String { notes[current] }

  /// The first line of each note.
  var titles: [String] {
    notes.map { note in
      let line = note.split(separator: "\n").first.map(String.init) ?? ""
      return line.isEmpty ? "New Note" : line
    }
  }

  // MARK: The open note

  /// What is selected.
  var selected: String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.dropFirst(selection.lowerBound).prefix(selection.count)))
  }

  /// Selects `range`, as far as there is text.
  mutating func select(_ range: Range<Int>) {
    selection = range.clamped(to: 0..<text.unicodeScalars.count)
  }

  /// Takes the text that the user made of the old one, and where the caret is now.
  mutating func setText(_ text: String, selection: Range<Int>) {
    notes[current] = text
    select(selection)
  }

  /// Puts `text` in the place of the selection, and the caret behind it.
  mutating func replaceSelection(with text: String) {
    let scalars = self.text.unicodeScalars
    let before = String.UnicodeScalarView(scalars.prefix(selection.lowerBound))
    let after = String.UnicodeScalarView(scalars.dropFirst(selection.upperBound))
    let caret = selection.lowerBound + text.unicodeScalars.count
    setText(String(before) + text + String(after), selection: caret..<caret)
  }

  /// The word at the caret; empty outside of words.
  var word: Range<Int> {
    let scalars = Array(text.unicodeScalars)
    let isInWord = { (index: Int) in scalars[index].properties.isAlphabetic }
    var (start, end) = (selection.lowerBound, selection.lowerBound)
    while start > 0, isInWord(start - 1) { start -= 1 }
    while end < scalars.count, isInWord(end) { end += 1 }
    return start..<end
  }

  // MARK: The list

  /// Opens the note at `position`.
  mutating func open(_ position: Int) {
    guard notes.indices.contains(position), position != current else { return }
    current = position
    select(0..<0)
  }

  /// Adds a note after the one that is open, and opens it.
  mutating func add(_ text: String) {
    notes.insert(text, at: current + 1)
    open(current + 1)
  }

  /// Removes the note that is open; the next one is open then, or the last.
  mutating func remove() {
    notes.remove(at: current)
    if notes.isEmpty { notes = [""] }
    current = min(current, notes.count - 1)
    select(0..<0)
  }
}
