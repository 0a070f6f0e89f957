// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import ShakeUndo
import Testing
import UndoKit

@Suite("Shake to edit")
@MainActor
struct ShakeToEditTests {
  let stage = Stage()
  let note = Note()

  init() {
    stage.view.becomeFirstResponder()
  }

  /// An edit as one event of its own.
  private func write(_ text: String, named name: String? = nil) {
    note.write(text, named: name, undoManager: stage.view.undoManager)
    UndoManager.endEventGroups()
  }

  @Test("R020 an unhandled shake reaches the application, which asks with names and manager")
  func asksWithNames() throws {
    write("a", named: "Typing")
    write("b", named: "Deletion")
    stage.view.undoManager?.undo()
    var questions: [EditQuestion] = []
    stage.application.onShake = .ask { questions.append($0) }
    stage.shake()
    let question = try #require(questions.first)
    #expect(questions.count == 1)
    #expect(question.history === stage.window.undoManager)
    #expect(question.undo?.actionName == "Typing")
    #expect(question.undo?.title == "Undo Typing")
    #expect(question.redo?.actionName == "Deletion")
    #expect(question.redo?.title == "Redo Deletion")
    #expect(note.text == "a")
  }

  @Test("R020 without names, and with nothing to redo")
  func asksWithoutNames() throws {
    write("a")
    var questions: [EditQuestion] = []
    stage.application.onShake = .ask { questions.append($0) }
    stage.shake()
    let question = try #require(questions.first)
    #expect(question.undo?.actionName == "")
    #expect(question.undo?.title == "Undo")
    #expect(question.redo == nil)
  }

  @Test("R020 the undo manager is the first responder's, or else the key window's")
  func lookup() {
    let editor = Editor()
    editor.next = stage.window
    note.write("window", undoManager: stage.window.undoManager)
    let other = Note()
    other.write("editor", undoManager: editor.undoManager)
    editor.becomeFirstResponder()
    stage.shake()
    #expect(other.text == "")
    #expect(note.text == "window")
    editor.resignFirstResponder()
    stage.shake()
    #expect(note.text == "")
  }

  @Test("Two shakes undo two edits, and never redo")
  func undoesTwice() {
    write("a")
    write("b")
    stage.shake()
    #expect(note.text == "a")
    stage.shake()
    #expect(note.text == "")
    stage.shake()
    #expect(note.text == "")
  }

  @Test("The client is asked if there is something to redo only")
  func asksForRedo() {
    write("a")
    stage.shake()
    var questions: [EditQuestion] = []
    stage.application.onShake = .ask {
      questions.append($0)
      $0.answer(.undo)
    }
    stage.shake()
    #expect(questions.map { $0.undo == nil && $0.redo != nil } == [true])
    #expect(note.text == "", "There is nothing to undo, whatever the answer.")
  }
}

/// A first responder with a history of its own.
private final class Editor: Responder {
  private let history = UndoManager()

  override var undoManager: UndoManager? { history }

  override var canBecomeFirstResponder: Bool { true }
}
