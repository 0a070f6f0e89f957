/// Text with a caret in it.
struct TextBuffer: Hashable {
  /// The text before the caret.
  private(set) var before = ""
  /// The text after the caret.
  private(set) var after = ""

  /// The whole text.
  var text: String { before + after }

  /// Puts `text` before the caret.
  mutating func insert(_ text: String) {
    before += text
  }

  /// Removes the character before the caret; there must be one.
  mutating func deleteBackward() {
    before.removeLast()
  }

  /// Moves the caret back by a character, if there is one.
  mutating func moveLeft() {
    if let character = before.popLast() { after = String(character) + after }
  }

  /// Moves the caret on by a character, if there is one.
  mutating func moveRight() {
    if !after.isEmpty { before.append(after.removeFirst()) }
  }
}
