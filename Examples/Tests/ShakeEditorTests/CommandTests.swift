// SPDX-License-Identifier: Apache-2.0

import Foundation
import PasteboardKit
import ResponderKit
import Testing

@testable import ShakeEditor

/// Pasteboards for the tests alone, which leave the user's alone.
enum TestPasteboards {
  /// The folder that they are in.
  static let folder: String = {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ShakeEditorTests-\(UUID().uuidString)").path
    setenv("PASTEBOARD_DIRECTORY", folder, 1)
    atexit { try? FileManager.default.removeItem(atPath: TestPasteboards.folder) }
    return folder
  }()

  /// An empty pasteboard that no other test has.
  @MainActor static func unique() -> Pasteboard {
    _ = folder
    return .withUniqueName()
  }
}

@MainActor @Suite struct CommandTests {
  let pasteboard: Pasteboard
  let editor: Editor

  init() {
    pasteboard = TestPasteboards.unique()
    editor = Editor(pasteboard)
  }

  private func type(_ text: String) {
    var decoder = KeyDecoder()
    for key in decoder.decode(Array(text.utf8)) { editor.press(key) }
  }

  private var text: String { editor.document.text }
  private var selected: String { editor.document.selectedText }
  private var titles: [String] { editor.menu.items.map(\.title) }

  @Test("Ctrl-A, X, C, V, Z and Shift-Ctrl-Z work through key commands")
  func keys() {
    type("one two" + .control("A"))
    #expect(selected == "one two")
    type(.control("C"))
    #expect(pasteboard.string == "one two")
    type(.control("X"))
    #expect(text == "")
    type(.control("V") + .control("V"))
    #expect(text == "one twoone two")
    type(.control("Z"))
    #expect(text == "one two")
    type(.control("Z") + .control("Z"))
    #expect(text == "one two")
    #expect(selected == "one two")
    type(.shiftControl("Z") + .shiftControl("Z") + .shiftControl("Z"))
    #expect(text == "one twoone two")
    type(.kittyControl("Z") + .kittyControl("Z") + .kittyControl("Y"))
    #expect(text == "one two")
  }

  @Test("arrows with Shift select; typing and backspace replace what is selected")
  func selecting() {
    type("abcd" + .shiftLeft + .shiftLeft + .shiftLeft)
    #expect(selected == "bcd")
    type(.shiftRight)
    #expect(selected == "cd")
    type("X")
    #expect(text == "abX")
    type(.control("Z"))
    #expect(text == "abcd")
    #expect(selected == "cd")
    type(.backspace)
    #expect(text == "ab")
    type(.left + .shiftRight + .shiftLeft + .shiftLeft)
    #expect(selected == "a")
    type(.right)
    #expect(selected == "")
    #expect(text[..<editor.document.caret] == "a")
  }

  @Test("cut, paste and delete are named, and a step of undo each")
  func names() {
    type("one" + .control("A") + .control("X") + .control("T"))
    #expect(editor.prompt?.question.undo?.title == "Undo Cut")
    type(.escape + .control("V") + .control("T"))
    #expect(editor.prompt?.question.undo?.title == "Undo Paste")
    type("u" + .control("Z"))
    #expect(text == "one")
  }

  @Test("what is selected is searched for, from the top again")
  func finding() {
    type("ab c ab" + .shiftLeft + .shiftLeft + .control("F") + .control("G"))
    #expect(editor.document.selectedRange.location == 0 && selected == "ab")
    #expect(Pasteboard.find.string == "ab")
  }

  @Test("what is pasted cannot confuse the screen")
  func controls() {
    pasteboard.string = "a\r\nb\tc\u{1B}[2Jd\u{85}"
    type(.control("V"))
    #expect(text == "a\nb  c[2Jd")
  }

  @Test("M003 M022 the menu has what can be done: by selection, and by what is on the pasteboard")
  func menuItems() {
    type(.control("E"))
    #expect(!editor.menu.isMenuVisible)
    type("one two" + .control("E"))
    #expect(titles == ["Select", "Select All"])
    type(.escape)
    #expect(!editor.menu.isMenuVisible)
    pasteboard.setData(Data([1]), forType: "com.example.tile")
    #expect(titles == ["Select", "Select All"])
    pasteboard.string = "x"
    #expect(titles == ["Paste", "Select", "Select All"])
    type(.control("A"))
    #expect(titles == ["Cut", "Copy", "Paste", "Delete"])
  }

  @Test("M013 M014 the menu goes after Cut, and stays after Select")
  func menuKeys() {
    type("one two" + .control("E") + "\r")
    #expect(selected == "two")
    #expect(titles == ["Cut", "Copy", "Select All", "Delete"])
    #expect(editor.menuBar.drawing?.text == "[Cut] Copy  Select All  Delete ")
    type(.right + .left + "\r")
    #expect(!editor.menu.isMenuVisible)
    #expect(editor.menuBar.drawing == nil)
    #expect(text == "one ")
    #expect(pasteboard.string == "two")
    type(.control("Z"))
    #expect(text == "one two")
  }

  @Test("M008 the menu is below the first row, and above others")
  func place() {
    type("one" + .control("E"))
    #expect(editor.menuBar.drawing?.row == 2)
    type(.escape + .right + "\rtwo" + .control("E"))
    #expect(editor.menuBar.drawing?.row == 1)
    #expect(editor.menu.menuFrame.minY == 1)
  }

  @Test("M019 a prompt takes the focus, and the menu goes; other keys hide it and do what they do")
  func menuGoes() {
    type("one" + .control("E") + .control("T"))
    #expect(editor.prompt != nil)
    #expect(!editor.menu.isMenuVisible)
    type(.control("A"))
    #expect(selected == "", "key commands of the document are not on the prompt's chain")
    type(.escape + .control("E") + "!")
    #expect(!editor.menu.isMenuVisible)
    #expect(text == "one!")
  }
}
