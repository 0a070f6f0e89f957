// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionTestSupport
import ResponderKit
import ShakeUndo
import Testing
import UndoKit

/// The undo of a text of one line, beside that of its window.
@Suite("Undo of text of one line")
@MainActor
struct FieldUndoTests {
  private let application = Application()
  private let window: Window
  private let page: TextResponder
  private let field: TextResponder
  private let dialog = Dialog()

  init() {
    window = Window(application: application)
    page = TextResponder("page", next: window)
    field = TextResponder("field", next: window)
    field.isSingleLine = true
    application.keyWindow = window
    application.onShake = .undo
    type("!", into: page)
  }

  private func type(_ letters: String, into text: TextResponder) {
    text.becomeFirstResponder()
    for letter in letters {
      text.insertText(String(letter))
      UndoManager.endEventGroups()
    }
  }

  private func keepQuestions() {
    application.onShake = .ask { [dialog] in dialog.questions.append($0) }
  }

  @Test("X060 a text of one line has its own undo manager; a shake leaves the page")
  func own() {
    #expect(page.undoManager === window.undoManager)
    #expect(field.undoManager != nil && field.undoManager !== window.undoManager)
    field.becomeFirstResponder()
    application.play(.shake)
    #expect(page.text == "page!" && field.text == "field")
    type("?", into: field)
    application.play(.shake)
    #expect(page.text == "page!" && field.text == "field")
    page.becomeFirstResponder()
    application.play(.shake)
    #expect(page.text == "page")
  }

  @Test("X061 it is empty once the text has resigned, and what was registered in it by others too")
  func cleared() {
    type("?", into: field)
    let note = Note()
    note.write("a", undoManager: field.undoManager)
    field.undoManager?.disableUndoRegistration()
    field.resignFirstResponder()
    #expect(field.undoManager?.canUndo == false && field.undoManager?.canRedo == false)
    #expect(field.undoManager?.isUndoRegistrationEnabled == false)
    field.undoManager?.enableUndoRegistration()
    field.becomeFirstResponder()
    application.play(.shake)
    #expect(field.text == "field?" && page.text == "page!" && note.text == "a")
    type("x", into: field)
    application.play(.shake)
    #expect(field.text == "field?")
  }

  @Test("X062 a question about it keeps it, and its answer undoes the field that was left")
  func asked() throws {
    keepQuestions()
    type("?", into: field)
    application.play(.shake)
    // The dialog has the focus.
    field.resignFirstResponder()
    let question = try #require(dialog.questions.first)
    question.answer(.undo)
    #expect(field.text == "field")
    #expect(field.undoManager?.canUndo == false && field.undoManager?.canRedo == false)
  }

  @Test("X062 an answer while the text is edited again, or a question that is dropped")
  func answeredLater() throws {
    keepQuestions()
    type("?", into: field)
    application.play(.shake)
    field.resignFirstResponder()
    field.becomeFirstResponder()
    try #require(dialog.questions.first).answer(.undo)
    #expect(field.text == "field" && field.undoManager?.canRedo == true)
    type("!", into: field)
    application.play(.shake)
    field.resignFirstResponder()
    #expect(field.undoManager?.canUndo == true)
    dialog.questions = []
    #expect(field.undoManager?.canUndo == false)
  }

  @Test("X063 a text with steps that becomes one of one line, or no longer, forgets them")
  func changed() {
    #expect(window.undoManager?.canUndo == true)
    page.isSingleLine = true
    #expect(window.undoManager?.canUndo == false && page.undoManager?.canUndo == false)
    type("?", into: page)
    let own = page.undoManager
    page.isSingleLine = true
    #expect(own?.canUndo == true)
    page.isSingleLine = false
    #expect(own?.canUndo == false && page.undoManager === window.undoManager)
    #expect(page.text == "page!?")
  }
}
