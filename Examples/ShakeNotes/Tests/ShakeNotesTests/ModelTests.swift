import Foundation
import MotionCore
import MotionTestSupport
import PasteboardKit
import ResponderKit
import Testing
import UndoKit

@testable import ShakeNotes

/// The program without a window: responders, commands, undo.
@MainActor @Suite struct ModelTests {
  let pasteboard: Pasteboard
  let editor: Editor

  init() {
    pasteboard = TestPasteboards.unique()
    editor = Editor(Notebook(["one two", "second"]), pasteboard)
    editor.isActive = true
  }

  private var notebook: Notebook { editor.notes.notebook }
  private var titles: [String] { editor.menu.items.map(\.title) }

  private func press(_ key: String, _ modifiers: KeyModifierFlags = .control) -> Bool {
    editor.application.sendKey(key, modifiers: modifiers, at: Timestamp(nanoseconds: 0))
  }

  /// Types letter by letter, as a text view tells it.
  private func type(_ text: String) {
    for letter in text {
      let end = notebook.text.unicodeScalars.count + 1
      type(as: notebook.text + String(letter), end)
    }
  }

  /// Makes the text `text`, with the caret at `caret`, as one event does.
  private func type(as text: String, _ caret: Int) {
    editor.notes.type(text, selection: caret..<caret)
    UndoManager.endEventGroups()
  }

  @Test("typing is undone to the end of the line before, and redone")
  func typing() {
    type("!\nabc")
    #expect(press("z"))
    #expect(notebook.text == "one two!\n")
    #expect(press("z"))
    #expect(notebook.text == "one two")
    #expect(!press("z"))
    #expect(press("z", [.control, .shift]) && press("z", [.control, .shift]))
    #expect(notebook.text == "one two!\nabc")
  }

  @Test("a moved caret ends a step, and a deletion is one of its own")
  func steps() {
    type("ab")
    type(as: "one twoa", 8)
    type(as: "one two", 7)
    editor.notes.move { $0.select(0..<0) }
    type(as: "xone two", 1)
    #expect(editor.notes.undoManager?.undoMenuItemTitle == "Undo Typing")
    #expect(press("z"))
    #expect(notebook.text == "one two")
    #expect(editor.notes.undoManager?.undoMenuItemTitle == "Undo Delete")
    #expect(press("z"))
    #expect(notebook.text == "one twoab")
  }

  @Test("a shake asks, Escape leaves everything as it is, and undo undoes")
  func shake() throws {
    type("!")
    editor.application.play(.shake)
    var question = try #require(editor.question)
    #expect(question.title == "Undo Typing?")
    #expect(question.choices.map(\.title) == ["Cancel", "Undo"])
    editor.application.play(.shake)
    #expect(editor.question === question)
    #expect(press(KeyCommand.inputEscape, []))
    #expect(editor.question == nil && editor.text.isFirstResponder)
    #expect(notebook.text == "one two!")
    editor.application.play(.shake)
    question = try #require(editor.question)
    question.answer(.undo)
    #expect(notebook.text == "one two")
    editor.application.play(.shake)
    #expect(editor.question?.choices.map(\.title) == ["Cancel", "Redo Typing"])
  }

  @Test("while another program has the focus a shake does nothing")
  func inactive() {
    type("!")
    editor.isActive = false
    editor.application.play(.shake)
    #expect(editor.question == nil)
  }

  @Test("the menu has what can be done to what is selected")
  func menu() {
    #expect(titles == ["Select", "Select All", "New Note"])
    editor.menu.show(from: editor.text, rect: .zero)
    editor.menu.perform(EditMenu.Item(title: "Select", action: .select))
    #expect(notebook.selected == "one")
    #expect(titles == ["Cut", "Copy", "Select All", "Delete", "New Note"])
    pasteboard.string = "x"
    #expect(titles == ["Cut", "Copy", "Paste", "Select All", "Delete", "New Note"])
    editor.menu.perform(EditMenu.Item(title: "Cut", action: .cut))
    #expect(!editor.menu.isMenuVisible)
    #expect(notebook.text == " two" && pasteboard.string == "one")
  }

  @Test("in the list the same keys are about whole notes")
  func list() {
    editor.list.becomeFirstResponder()
    #expect(press("x"))
    #expect(notebook.notes == ["second"] && pasteboard.string == "one two")
    #expect(press("v"))
    #expect(notebook.notes == ["second", "one two"] && notebook.current == 1)
    #expect(press("Delete", []) && press("Delete", []))
    #expect(notebook.notes == [""])
    #expect(!press("c"))
    for _ in 0..<4 { #expect(press("z")) }
    #expect(notebook == Notebook(["one two", "second"]))
    #expect(press("n"))
    #expect(notebook.titles == ["one two", "New Note", "second"])
  }

  @Test("text is replaced by Unicode scalars, as GTK counts")
  func scalars() {
    var notebook = Notebook(["ae\u{301}日😀z"])
    notebook.select(2..<5)
    #expect(notebook.selected == "\u{301}日😀")
    notebook.replaceSelection(with: "é")
    #expect(notebook.text.unicodeScalars.elementsEqual("aeéz".unicodeScalars))
    #expect(notebook.selection == 3..<3)
    notebook.select(3..<Int.max)
    #expect(notebook.selected == "z")
  }
}

/// Pasteboards of the tests' own, which leave those of the user alone.
enum TestPasteboards {
  /// The folder that they are in.
  static let folder: String = {
    // In memory, where PasteboardKit keeps secrets for all processes.
    let folder = "/dev/shm/ShakeNotesTests-\(UUID().uuidString)"
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
