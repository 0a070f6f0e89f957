// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import ShakeEditor

@MainActor @Suite struct DocumentTests {
  let editor = Editor(TestPasteboards.unique())

  private func type(_ text: String) {
    var decoder = KeyDecoder()
    for key in decoder.decode(Array(text.utf8)) { editor.press(key) }
  }

  private var text: String { editor.document.text }

  @Test("what is typed and deleted in one go is one step", arguments: ["", "\r"])
  func runs(before: String) {
    type(before + "abc" + .backspace + .backspace + "d")
    #expect(text.hasSuffix("ad"))
    type(.control("Z"))
    #expect(!text.contains("a"))
    type(.control("Y") + .control("Y"))
    #expect(text.hasSuffix("ad"))
  }

  @Test("a line, a move of the caret, an undo and a prompt end a run")
  func ends() {
    type("one\rtwo" + .left + "T" + .control("T") + .escape + "X")
    #expect(text == "one\ntwTXo")
    for expected in ["one\ntwTo", "one\ntwo", "one\n", "", ""] {
      type(.control("Z"))
      #expect(text == expected)
    }
  }

  @Test("what is typed after an undo cannot be redone over")
  func redoIsCleared() {
    type("one" + .control("Z") + "two" + .control("Y"))
    #expect(text == "two")
    type(.control("T"))
    #expect(editor.prompt?.title == "Undo Typing?   u Undo   Esc Cancel")
  }

  @Test("a second shake while the prompt is open is not a second prompt")
  func secondShake() {
    type("one\rtwo" + .control("T"))
    let prompt = editor.prompt
    #expect(prompt != nil)
    type(.control("T"))
    #expect(editor.prompt === prompt)
    #expect(!editor.window.isShaken)
    type("u")
    #expect(editor.prompt == nil)
    #expect(text == "one\n")
  }

  @Test("the prompt offers what there is; other keys are no answer")
  func prompt() {
    type(.control("T"))
    #expect(editor.prompt == nil)
    type("one\rtwo" + .backspace + .control("Z") + .control("T"))
    #expect(
      editor.prompt?.title == "Undo Typing?   u Undo   r Redo Typing   Esc Cancel")
    type("x\r" + .backspace + .left + .control("Z") + .control("T"))
    #expect(editor.prompt != nil)
    type("r")
    #expect(editor.prompt == nil)
    #expect(text == "one\ntw")
  }
}
