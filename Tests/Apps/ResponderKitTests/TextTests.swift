// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import ResponderKit
import Testing

/// Text and selection, without undo and commands.
@Suite("Text")
@MainActor
struct TextTests {
  private let stage = TextStand()
  private var text: TextResponder { stage.text }

  private func select(_ lower: Int, _ upper: Int) {
    text.selectedRange = NSRange(location: lower, length: upper - lower)
  }

  private var selected: [Int] {
    [text.selectedRange.location, text.selectedRange.location + text.selectedRange.length]
  }

  @Test("X001 what is inserted takes the place of the selection, and the caret is behind it")
  func insert() {
    #expect(!text.hasText && text.text == "" && text.selectedText == "")
    text.insertText("abcd")
    #expect(text.hasText && selected == [4, 4])
    select(1, 3)
    #expect(text.selectedText == "bc")
    text.insertText("XYZ")
    #expect(text.text == "aXYZd" && selected == [4, 4])
    text.insertText("")
    #expect(text.text == "aXYZd")
  }

  @Test(
    "X002 deleting backward removes a character as the user sees it",
    arguments: ["e\u{301}", "👨‍👩‍👧", "🇩🇪", "👍🏽", "\r\n", "日", "x"])
  func deleteBackward(character: String) {
    text.deleteBackward()
    #expect(text.text == "")
    text.insertText("a" + character)
    text.deleteBackward()
    #expect(text.text == "a")
    text.insertText(character + character)
    select(1, 1 + character.utf16.count)
    text.deleteBackward()
    #expect(text.text.unicodeScalars.elementsEqual(("a" + character).unicodeScalars))
    #expect(selected == [1, 1])
    select(0, 0)
    text.deleteBackward()
    #expect(text.text.count == 2)
  }

  @Test("X003 X005 a range holds whole characters, and ends with the text")
  func wholeCharacters() {
    text.text = "a👨‍👩‍👧e\u{301}z"  // UTF-16: a 0, family 1 to 9, é 9 to 11, z 11
    select(2, 3)
    #expect(selected == [1, 9] && text.selectedText == "👨‍👩‍👧")
    select(10, 10)
    #expect(selected == [11, 11])
    select(10, 11)
    #expect(text.selectedText == "e\u{301}")
    select(0, 10)
    #expect(selected == [0, 11])
    select(11, 1000)
    #expect(selected == [11, 12])
    text.selectedRange = NSRange(location: NSNotFound, length: 5)
    #expect(selected == [12, 12])
    text.selectedRange = NSRange(location: -5, length: -5)
    #expect(selected == [0, 0])
    let scalars = text.text.unicodeScalars
    text.selection = scalars.index(scalars.startIndex, offsetBy: 2)..<scalars.endIndex
    #expect(selected == [1, 12])
    // Indices of a longer text.
    let other = String(repeating: "x", count: 100)
    text.selection = other.startIndex..<other.endIndex
    #expect(selected == [0, 12])
  }

  @Test("X004 neighbors that become one character have the caret beside them")
  func merging() {
    text.text = "\u{1F1E9}a\u{1F1EA}"  // two halves of a flag, and a letter between
    select(2, 3)
    text.deleteBackward()
    #expect(text.text.count == 1 && selected == [4, 4])
    text.undoManager?.undo()
    #expect(text.text.unicodeScalars.map(\.value) == [0x1F1E9, 0x61, 0x1F1EA])
    #expect(text.selectedText == "a")
    text.text = "\u{301}"
    select(0, 0)
    text.insertText("e")
    #expect(text.text.count == 1 && selected == [2, 2])
    text.undoManager?.undo()
    #expect(text.text.unicodeScalars.map(\.value) == [0x301])
    text.undoManager?.redo()
    #expect(text.text.unicodeScalars.map(\.value) == [0x65, 0x301])
  }

  @Test("X007 the caret moves by characters, and the selection with the end that has it")
  func movingTheCaret() {
    text.text = "ae\u{301}🇩🇪z"
    text.moveCaret(by: -2)
    text.moveCaret(by: -1, extending: true)
    #expect(text.selectedText == "e\u{301}" && text.caret == text.selection.lowerBound)
    text.moveCaret(by: 2, extending: true)
    #expect(text.selectedText == "🇩🇪" && text.caret == text.selection.upperBound)
    text.moveCaret(by: -1)
    #expect(text.selection.isEmpty && text.text[..<text.caret] == "ae\u{301}")
    text.moveCaret(by: 100)
    #expect(text.caret == text.text.endIndex)
    text.moveCaret(by: -100, extending: true)
    #expect(text.selectedText == text.text)
    text.moveCaret(by: 1)
    #expect(text.caret == text.text.endIndex && text.selection.isEmpty)
  }

  @Test("X010 becoming first responder begins editing, and resigning ends it, with consent")
  func editing() {
    let names = [
      TextResponder.textDidBeginEditingNotification, TextResponder.textDidEndEditingNotification,
    ]
    let posted = PostLog(names, of: text) { $0.name }
    stage.refusals = ["begin"]
    #expect(!text.becomeFirstResponder() && !text.isEditing)
    stage.refusals = []
    #expect(text.becomeFirstResponder() && text.becomeFirstResponder() && text.isEditing)
    stage.refusals = ["end"]
    #expect(!text.resignFirstResponder() && !stage.other.becomeFirstResponder() && text.isEditing)
    stage.refusals = []
    #expect(stage.other.becomeFirstResponder() && !text.isEditing)
    #expect(stage.drain() == ["began", "ended"])
    #expect(posted.entries == names)
  }

  @Test("X011 a text that leaves its window ends editing; endEditing asks or does not")
  func leaving() {
    text.becomeFirstResponder()
    stage.refusals = ["end"]
    #expect(!stage.window.endEditing(false) && text.isEditing)
    #expect(!stage.other.endEditing(true) == false && text.isEditing, "that of another")
    #expect(stage.window.endEditing(true) && !text.isEditing)
    text.becomeFirstResponder()
    text.next = nil
    #expect(!text.isEditing && !text.isFirstResponder)
    #expect(stage.drain() == ["began", "ended", "began", "ended"])
  }

  @Test("X012 a text that is not editable can be copied, and has no keyboard")
  func notEditable() {
    text.text = "abc"
    text.isEditable = false
    text.becomeFirstResponder()
    #expect(stage.application.inputViews.isEmpty)
    text.insertText("x")
    text.deleteBackward()
    text.selectAll()
    stage.application.pasteboard = LocalTextBoard()
    #expect(stage.send(.copy) && stage.application.pasteboard.string == "abc")
    #expect(!stage.send(.cut) && !stage.send(.paste) && !stage.send(.delete))
    #expect(text.text == "abc")
    text.isEditable = true
    #expect(!stage.application.inputViews.isEmpty)
  }

  @Test("X013 in a single line the return key is no text, and pasted line breaks are spaces")
  func singleLine() {
    text.isSingleLine = true
    text.insertText("a")
    text.insertText("\n")
    #expect(text.text == "a")
    #expect(stage.drain() == ["a", "caret", "return"])
    _ = stage.application.pasteboard.setString("b\nc\r\nd")
    text.becomeFirstResponder()
    #expect(stage.send(.paste))
    #expect(text.text == "ab c d")
  }

  @Test("X014 the delegate may refuse a change, and hears of each, text before selection")
  func delegate() {
    let posted = PostLog([TextResponder.textDidChangeNotification], of: text) { $0.name }
    stage.refusals = ["x"]
    text.insertText("x")
    #expect(text.text == "" && stage.drain() == [])
    text.insertText("y")
    text.undoManager?.undo()
    text.text = "z"
    #expect(stage.drain() == ["y", "caret", "", "caret"])
    text.selectAll()
    text.selectAll()
    #expect(stage.drain() == ["caret"])
    #expect(posted.entries.count == 2)
    // What a delegate sets stands, and the key then replaces the range that it was asked about.
    stage.substitute = "other"
    text.insertText("y")
    #expect(text.text == "yther")
  }

  @Test("X050 what a widget made of the text is the smallest change, and counts as typed")
  func widget() {
    text.text = "日本 é"
    func take(_ new: String) { text.userDidEdit(to: new, selecting: new.endIndex..<new.endIndex) }
    take("日 é")
    take("日 e\u{301}")  // equal as text, other scalars
    #expect(text.text.unicodeScalars.count == 4)
    #expect(text.undoManager?.undoActionName == "Typing")
    text.undoManager?.undo()
    #expect(text.text.unicodeScalars.elementsEqual("日本 é".unicodeScalars))
    _ = stage.drain()
    text.userDidEdit(to: text.text, selecting: text.text.startIndex..<text.text.endIndex)
    #expect(text.selectedText == "日本 é" && stage.drain() == ["caret"])
    #expect(text.undoManager?.canUndo == false)
    for (old, new) in [("", "a"), ("aa", "aaa"), ("abab", "ab"), ("日", "旦"), ("x日", "x旦y")] {
      text.text = old
      take(new)
      #expect(text.text == new)
      text.undoManager?.undo()
      #expect(text.text == old)
    }
  }
}

/// A text in a window, which keeps what its delegate is told.
@MainActor
final class TextStand: TextDelegate {
  let application = Application()
  let window: Window
  let text: TextResponder
  let other: TextResponder
  var refusals: Set<String> = []
  var substitute: String?
  private let told = Journal()

  init() {
    window = Window(application: application)
    text = TextResponder(next: window)
    other = TextResponder(next: window)
    application.keyWindow = window
    text.delegate = self
  }

  func drain() -> [String] { told.drain() }

  /// Sends `action` along the chain of the first responder.
  func send(_ action: Action) -> Bool {
    application.sendAction(action, to: nil, from: nil, for: nil)
  }

  func textShouldBeginEditing(_ text: TextResponder) -> Bool { !refusals.contains("begin") }
  func textDidBeginEditing(_ text: TextResponder) { told.note("began") }
  func textShouldEndEditing(_ text: TextResponder) -> Bool { !refusals.contains("end") }
  func textDidEndEditing(_ text: TextResponder) { told.note("ended") }

  func text(
    _ text: TextResponder, shouldChangeIn range: Range<String.Index>, replacement: String
  ) -> Bool {
    if let substitute { text.text = substitute }
    return !refusals.contains(replacement)
  }

  func textDidChange(_ text: TextResponder) { told.note(text.text) }
  func textDidChangeSelection(_ text: TextResponder) { told.note("caret") }
  func textDidReturn(_ text: TextResponder) { told.note("return") }
}
