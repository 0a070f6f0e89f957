// SPDX-License-Identifier: Apache-2.0

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
    editor = Editor(["one two", "second"], pasteboard, find: TestPasteboards.unique())
    editor.isActive = true
  }

  private var notes: Notes { editor.notes }
  private var text: String { notes.openNote.text }
  private var titles: [String] { editor.menu.items.map(\.title) }

  private func press(_ key: String, _ modifiers: KeyModifierFlags = .control) -> Bool {
    editor.application.sendKey(key, modifiers: modifiers, at: Timestamp(nanoseconds: 0))
  }

  /// Types letter by letter at the end, as a text view tells it.
  private func type(_ letters: String) {
    for letter in letters { type(as: text + String(letter), text.unicodeScalars.count + 1) }
  }

  /// Makes the text `text`, with the caret at `caret`, as one event does.
  private func type(as text: String, _ caret: Int) {
    notes.openNote.userDidEdit(to: text, scalars: caret..<caret)
    UndoManager.endEventGroups()
  }

  @Test("typing is undone to the end of the line before, and redone")
  func typing() {
    type("!\nabc")
    #expect(press("z"))
    #expect(text == "one two!\n")
    #expect(press("z"))
    #expect(text == "one two")
    #expect(!press("z"))
    #expect(press("z", [.control, .shift]) && press("z", [.control, .shift]))
    #expect(text == "one two!\nabc")
  }

  @Test("a moved caret ends a step, and what is deleted while typing belongs to it")
  func steps() {
    type("ab")
    type(as: "one twoa", 8)
    notes.openNote.moveCaret(by: -100)
    type(as: "xone twoa", 1)
    #expect(notes.undoManager?.undoMenuItemTitle == "Undo Typing")
    #expect(press("z"))
    #expect(text == "one twoa")
    #expect(press("z"))
    #expect(text == "one two")
    #expect(!press("z"))
  }

  @Test("undo opens the note that it changes")
  func undoElsewhere() {
    type("!")
    notes.open(1)
    #expect(text == "second" && notes.openNote.isFirstResponder)
    type("?")
    #expect(press("z") && press("z"))
    #expect(notes.current == 0 && notes.texts == ["one two", "second"])
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
    #expect(editor.question == nil && notes.openNote.isFirstResponder)
    #expect(text == "one two!")
    editor.application.play(.shake)
    question = try #require(editor.question)
    question.answer(.undo)
    #expect(text == "one two")
    editor.application.play(.shake)
    #expect(editor.question?.choices.map(\.title) == ["Cancel", "Redo Typing"])
  }

  @Test("a shake that was too long asks for a briefer one, until the next")
  func tooLong() {
    func send(_ phases: MotionEvent.Phase...) -> String? {
      for phase in phases {
        let event = MotionEvent(.shake, phase, at: Timestamp(nanoseconds: 0))
        editor.application.sendEvent(Event(event))
      }
      return editor.window.hint
    }
    #expect(send(.began) == "Shaking …")
    #expect(send(.cancelled(.tooLong)) == "Too long: shake more briefly.")
    #expect(send(.began) == "Shaking …")
    #expect(send(.cancelled(.notAShake)) == nil)
    #expect(send(.began, .cancelled(.tooLong), .began, .ended) == nil)
    _ = send(.began, .cancelled(.tooLong))
    editor.window.dropHint()
    #expect(editor.window.hint == nil)
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
    editor.menu.show(from: notes.openNote, rect: .zero)
    editor.menu.perform(EditMenu.Item(title: "Select", action: .select))
    #expect(notes.openNote.selectedText == "one")
    #expect(titles == ["Cut", "Copy", "Select All", "Delete", "New Note"])
    pasteboard.string = "x"
    #expect(titles == ["Cut", "Copy", "Paste", "Select All", "Delete", "New Note"])
    editor.menu.perform(EditMenu.Item(title: "Cut", action: .cut))
    #expect(!editor.menu.isMenuVisible)
    #expect(text == " two" && pasteboard.string == "one")
  }

  @Test("in the list the same keys are about whole notes")
  func list() {
    editor.list.becomeFirstResponder()
    #expect(press("x"))
    #expect(notes.texts == ["second"] && pasteboard.string == "one two")
    #expect(press("v"))
    #expect(notes.texts == ["second", "one two"] && notes.current == 1)
    #expect(press("Delete", []) && press("Delete", []))
    #expect(notes.texts == [""])
    #expect(!press("c"))
    for _ in 0..<4 { #expect(press("z")) }
    #expect(notes.texts == ["one two", "second"] && notes.current == 0)
    #expect(press("n"))
    #expect(notes.titles == ["one two", "New Note", "second"])
  }

  @Test("what is selected is counted by Unicode scalars, as GTK does, and holds whole characters")
  func scalars() {
    notes.openNote.userDidEdit(to: "ae\u{301}日😀z", scalars: 2..<5)
    #expect(notes.openNote.selectedText == "e\u{301}日😀" && notes.openNote.scalars == 1..<5)
    notes.openNote.userDidEdit(to: text, scalars: 3..<1000)
    #expect(notes.openNote.selectedText == "日😀z")
  }

  @Test("Return in the search writes to the Find board, and selects the match in the note")
  func search() {
    editor.search.becomeFirstResponder()
    for letter in "TWO" { editor.search.insertText(String(letter)) }
    editor.search.insertText("\n")
    #expect(editor.application.findPasteboard.string == "TWO")
    #expect(notes.openNote.isFirstResponder && notes.openNote.selectedText == "two")
    notes.open(1)
    #expect(press("g") && notes.openNote.selectedText == "")
  }

  @Test("the program's URL adds a note, and a shake takes it back; other URLs add none")
  func links() throws {
    let urls = try [
      "shakenotes:new?text=Milk%20%26%20bread", "shakenotes://new?text=x",
      "shakenotes:///new?text=y",
      "shakenotes:delete", "https://example.org/new?text=z",
    ].map { try #require(URL(string: $0)) }
    #expect(editor.application.receive(urls) == Array(urls[3...]))
    #expect(notes.titles == ["one two", "Milk & bread", "x", "y", "second"])
    editor.application.play(.shake)
    editor.question?.answer(.undo)
    #expect(notes.titles == ["one two", "Milk & bread", "x", "second"])
    let long = try #require(
      URL(string: "shakenotes:new?text=" + String(repeating: "a", count: 65_537)))
    #expect(editor.application.receive([long]) == [long])
  }

  @Test("a link is the word at the caret, or what is selected")
  func link() {
    let note = notes.openNote
    note.text = "see https://example.org/a?b=c, or mail"
    #expect(note.link == nil)
    note.moveCaret(by: -20)
    #expect(note.link?.host == "example.org")
    #expect(titles.contains("Open Link"))
    note.select(nextMatchOf: "https://example.org")
    #expect(note.link?.absoluteString == "https://example.org")
  }

  @Test("what the user is doing is taken up by another editor")
  func activity() throws {
    var stored: UserActivity.State?
    editor.application.saveUserActivity = { stored = $0.state }
    notes.userActivity = UserActivity(activityType: Notes.activityType)
    notes.open(1)
    type("!")
    notes.openNote.selectWord()
    editor.application.saveUserActivities()
    let other = Editor([], pasteboard, find: TestPasteboards.unique())
    other.isActive = true
    other.application.restoreUserActivity(UserActivity(try #require(stored)))
    #expect(other.notes.texts == ["one two", "second!"] && other.notes.current == 1)
    #expect(other.notes.openNote.scalars == notes.openNote.scalars)
    other.application.restoreUserActivity(UserActivity(activityType: "org.example.other"))
    #expect(other.notes.current == 1)
  }

  @Test("without a keyboard the program shows its own keys for texts, and none for the list")
  func keyPad() throws {
    let pad = KeyPad(of: editor.application)
    notes.keyPad = pad
    notes.openNote.reloadInputViews()
    guard case .custom(let part) = editor.application.inputViews.input else {
      Issue.record("no input view")
      return
    }
    #expect(part.view === pad)
    for key: KeyPad.Key in [.shift, .letter("A"), .letter("b"), .delete, .letter(" "), .newline] {
      pad.press(key)
    }
    #expect(text == "A \none two")
    #expect(pad.rows[0].first == .letter("q"))
    pad.press(.shift)
    #expect(pad.rows[0].first == .letter("Q"))
    editor.list.becomeFirstResponder()
    #expect(editor.application.inputViews.isEmpty)
  }
}

/// Pasteboards for the tests alone, which leave the user's alone.
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
