// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// The editor as its user meets it, on a pseudo-terminal.
@Suite struct TerminalTests {
  @Test("a shake asks; u undoes, the next one offers to redo, and Ctrl-Q quits")
  func undoAndRedo() throws {
    let editor = try EditorProcess()
    try editor.wait(forLine: "")
    #expect(!editor.hasOriginalSettings)
    try editor.type("Dear Ada")
    try editor.wait(forLine: "Dear Ada")
    try editor.type(.control("T"))
    try editor.wait(forStatus: "Undo Typing?   u Undo   Esc Cancel")
    try editor.type("u")
    try editor.wait(forLine: "")
    try editor.type(.control("T"))
    try editor.wait(forStatus: "Redo Typing?   r Redo Typing   Esc Cancel")
    try editor.type("r")
    try editor.wait(forLine: "Dear Ada")
    try editor.type(.control("Q"))
    #expect(try editor.finish() == 0)
    #expect(editor.hasOriginalSettings)
  }

  @Test("M020 the edit menu is drawn beside the caret, and its command is done")
  func editMenu() throws {
    let editor = try EditorProcess()
    try editor.wait(forLine: "")
    try editor.type("Dear Ada" + .control("E"))
    try editor.wait(forLine: "[Select] Select All", at: 1)
    try editor.type("\r")
    try editor.wait(forLine: "[Cut] Copy  Select All  Delete", at: 1)
    try editor.type(.control("X"))
    try editor.wait(forLine: "Dear")
    try editor.type(.control("V") + .control("V"))
    try editor.wait(forLine: "Dear AdaAda")
    try editor.type(.control("Q"))
    #expect(try editor.finish() == 0)
  }

  @Test("a shake while another program has the focus changes nothing")
  func focus() throws {
    let editor = try EditorProcess()
    try editor.wait { $0.isAlternate && $0.reportsFocus }
    try editor.type("one\u{1B}[O" + .control("T") + "!")
    try editor.wait(forLine: "one!")
    #expect(editor.screen.status == "")
    try editor.type("\u{1B}[I" + .control("T"))
    try editor.wait(forStatus: "Undo Typing?")
    try editor.type(.control("Q"))
    #expect(try editor.finish() == 0)
  }

  @Test("a second shake while it asks changes nothing")
  func secondShake() throws {
    let editor = try EditorProcess()
    try editor.wait(forLine: "")
    try editor.type("one\rtwo")
    try editor.wait(forLine: "two", at: 1)
    try editor.type(.control("T") + .control("T") + .escape)
    try editor.type("!")
    try editor.wait(forLine: "two!", at: 1)
    #expect(editor.screen.status == "")
    try editor.type(.control("Q"))
    #expect(try editor.finish() == 0)
  }

  @Test("shakes of a recording ask too")
  func recording() throws {
    let editor = try EditorProcess("--source", "samples/shake-to-undo.csv")
    try editor.wait(forStatus: "The recording plays from the first key on.")
    try editor.type("Dear Ada")
    try editor.wait(forStatus: "Shaking")
    try editor.wait(forStatus: "Undo Typing?")
    #expect(editor.screen.lines[1] == "Dear Ada")
    try editor.type("u")
    try editor.wait(forLine: "")
    // The second shake of the recording finds nothing to undo.
    try editor.wait(forStatus: "Redo Typing?")
    try editor.type(.control("Q"))
    #expect(try editor.finish() == 0)
    #expect(editor.hasOriginalSettings)
  }

  @Test(
    "a signal ends it, and the terminal is as before",
    arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func signals(number: Int32) throws {
    let editor = try EditorProcess()
    try editor.wait(forLine: "")
    try editor.type("text")
    try editor.wait(forLine: "text")
    editor.send(number)
    #expect(try editor.finish() == 0)
    #expect(editor.hasOriginalSettings)
    #expect(!editor.screen.reportsFocus && !editor.screen.isAlternate)
  }

  @Test(
    "a bad source is an error before the terminal is touched",
    arguments: [
      ("missing.csv", "Error: cannot read missing.csv: "), ("LICENSE", "Error: LICENSE:1:1: "),
    ])
  func badSource(file: String, message: String) throws {
    let editor = try EditorProcess("--source", file)
    try editor.wait { $0.lines[0].hasPrefix(message) }
    #expect(try editor.finish() == 1)
    #expect(editor.hasOriginalSettings)
  }

  @Test("letters of other alphabets, wide ones and combined ones keep the caret where it belongs")
  func widths() throws {
    let editor = try EditorProcess()
    try editor.wait(forLine: "")
    try editor.type("Zoë 日本e\u{301}")
    try editor.wait { $0.lines[1].hasPrefix("Zoë") && $0.row == 1 && $0.column == 9 }
    try editor.type(.left + .left)
    try editor.wait { $0.column == 6 }
    try editor.type(.backspace + .right)
    try editor.wait { $0.column == 6 }
    try editor.type(.control("Q"))
    #expect(try editor.finish() == 0)
  }
}
