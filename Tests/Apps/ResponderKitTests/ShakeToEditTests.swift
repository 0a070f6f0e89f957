// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionTestSupport
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

  /// The one question of a shake.
  private func ask() throws -> EditQuestion {
    let dialog = Dialog()
    stage.application.onShake = .ask { dialog.questions.append($0) }
    stage.shake()
    try #require(dialog.questions.count == 1)
    return dialog.questions[0]
  }

  @Test("R020 an unhandled shake reaches the application, which asks with names and manager")
  func asksWithNames() throws {
    write("a", named: "Typing")
    write("b", named: "Deletion")
    stage.view.undoManager?.undo()
    let question = try ask()
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
    let question = try ask()
    #expect(question.undo?.actionName == "")
    #expect(question.undo?.title == "Undo")
    #expect(question.redo == nil)
  }

  @Test("R020 the undo manager is the first responder's, or else the key window's")
  func lookup() {
    let editor = Document()
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

@Suite("A question that is answered later")
@MainActor
struct ShakeToEditQuestionTests {
  let stage = Stage()
  let note = Note()
  private let dialog = Dialog()

  init() {
    let dialog = dialog
    stage.application.onShake = .ask { dialog.questions.append($0) }
    stage.view.becomeFirstResponder()
    write("a")
    write("b")
  }

  private func write(_ text: String) {
    note.write(text, undoManager: stage.view.undoManager)
    UndoManager.endEventGroups()
  }

  @Test("Each answer", arguments: zip(EditQuestion.Answer.allCases, ["", "b", "a"]))
  func answers(answer: EditQuestion.Answer, text: String) throws {
    stage.view.undoManager?.undo()
    stage.shake()
    let question = try #require(dialog.questions.first)
    question.answer(answer)
    #expect(note.text == text)
  }

  @Test("A shake while a question is open asks no second one, and goes no further")
  func oneAtATime() throws {
    let delegate = Witness("delegate", stage.journal)
    stage.application.next = delegate
    stage.shake()
    _ = stage.journal.drain()
    stage.shake()
    #expect(dialog.questions.count == 1)
    #expect(stage.journal.drain().last == "application.ended")
    #expect(note.text == "b")
  }

  @Test("The answer is followed as far as it still can be")
  func noLongerPossible() throws {
    let manager = try #require(stage.view.undoManager)
    stage.shake()
    let question = try #require(dialog.questions.first)
    manager.beginUndoGrouping()
    question.answer(.undo)
    #expect(note.text == "b")
    manager.endUndoGrouping()

    stage.shake()
    manager.removeAllActions()
    dialog.questions.last?.answer(.undo)
    #expect(note.text == "b")
  }

  @Test("An answer does nothing once the focus is in another document, and undoes if it is nowhere")
  func focusElsewhere() throws {
    stage.shake()
    let other = Document()
    other.next = stage.window
    other.becomeFirstResponder()
    try #require(dialog.questions.first).answer(.undo)
    #expect(note.text == "b")
    stage.view.becomeFirstResponder()
    stage.shake()
    stage.application.keyWindow = nil
    try #require(dialog.questions.last).answer(.undo)
    #expect(note.text == "a")
  }

  @Test("What the question itself does to the focus does not count")
  func focusOfTheDialog() throws {
    let (stage, dialog) = (stage, dialog)
    let panel = Document()
    panel.next = stage.window
    stage.application.onShake = .ask { question in
      dialog.questions.append(question)
      panel.becomeFirstResponder()
    }
    stage.shake()
    try #require(dialog.questions.first).answer(.undo)
    #expect(note.text == "a")
  }

  @Test("The choices are the answers that do something, with the titles of their buttons")
  func choices() throws {
    stage.view.undoManager?.undo()
    stage.shake()
    let question = try #require(dialog.questions.last)
    #expect(
      question.titles == ["Undo", "Redo"] && question.choices.map(\.answer) == [.undo, .redo])
    question.answer(try #require(question.choices.last).answer)
    #expect(note.text == "b")
  }
}

/// Where questions wait for the user.
@MainActor
final class Dialog {
  var questions: [EditQuestion] = []
}

extension EditQuestion {
  /// The titles of its choices.
  var titles: [String] { choices.map(\.title) }
}
