// SPDX-License-Identifier: Apache-2.0

import MotionTestSupport
import ResponderKit
import ShakeUndo
import Testing
import UndoKit

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
private final class Dialog {
  var questions: [EditQuestion] = []
}

extension EditQuestion {
  /// The titles of its choices.
  var titles: [String] { choices.map(\.title) }
}
