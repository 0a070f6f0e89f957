/// Text with a caret in it, and perhaps a selection that begins or ends at the caret.
struct TextBuffer: Hashable {
  /// The text before the selection, or before the caret.
  private(set) var before = ""
  /// The selected text; empty without a selection.
  private(set) var selected = ""
  /// The text after the selection, or after the caret.
  private(set) var after = ""
  /// Whether the caret is at the beginning of the selection, not at its end.
  private(set) var caretLeads = false

  /// The whole text.
  var text: String { before + selected + after }

  /// Puts `text` before the caret, in the place of the selection.
  mutating func insert(_ text: String) {
    deleteSelection()
    before += text
  }

  /// Removes the selection, or else the character before the caret, if there is one.
  mutating func deleteBackward() {
    if selected.isEmpty { _ = before.popLast() } else { deleteSelection() }
  }

  /// Removes what is selected.
  mutating func deleteSelection() {
    (selected, caretLeads) = ("", false)
  }

  /// Moves the caret back by a character, or to the beginning of the selection.
  mutating func moveLeft() {
    if selected.isEmpty {
      if let character = before.popLast() { after = String(character) + after }
    } else {
      after = selected + after
      deleteSelection()
    }
  }

  /// Moves the caret on by a character, or to the end of the selection.
  mutating func moveRight() {
    if selected.isEmpty {
      if !after.isEmpty { before.append(after.removeFirst()) }
    } else {
      before += selected
      deleteSelection()
    }
  }

  /// Moves the end of the selection that has the caret back by a character.
  mutating func extendLeft() {
    if !caretLeads, let character = selected.popLast() {
      after = String(character) + after
    } else if let character = before.popLast() {
      selected = String(character) + selected
      caretLeads = true
    }
  }

  /// Moves the end of the selection that has the caret on by a character.
  mutating func extendRight() {
    if caretLeads, !selected.isEmpty {
      before.append(selected.removeFirst())
      if selected.isEmpty { caretLeads = false }
    } else if !after.isEmpty {
      selected.append(after.removeFirst())
    }
  }

  /// Whether there is a word at the caret.
  var isInWord: Bool {
    before.last?.isLetterOrNumber == true || after.first?.isLetterOrNumber == true
  }

  /// Selects the word at the caret.
  mutating func selectWord() {
    if !selected.isEmpty { moveRight() }
    let head = String(before.reversed().prefix(while: \.isLetterOrNumber).reversed())
    let tail = after.prefix(while: \.isLetterOrNumber)
    before.removeLast(head.count)
    after.removeFirst(tail.count)
    (selected, caretLeads) = (head + tail, false)
  }

  /// Selects the whole text.
  mutating func selectAll() {
    (before, selected, after, caretLeads) = ("", text, "", false)
  }
}

extension Character {
  fileprivate var isLetterOrNumber: Bool { isLetter || isNumber }
}
