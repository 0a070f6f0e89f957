import ResponderKit
import Testing
import UndoKit

@Suite("R021 shake to edit is off for a responder")
@MainActor
struct EditingInteractionTests {
  let stage = Stage()
  let note = Note()
  let questions = Journal()

  init() {
    stage.answerUndo(noting: questions)
    stage.write(to: note)
  }

  @Test("R021 shake to edit is off for the first responder, and for it alone")
  func offForResponder() {
    let canvas = Canvas()
    canvas.next = stage.panel
    canvas.becomeFirstResponder()
    stage.shake()
    #expect(stage.journal.take().contains("application.ended"))
    #expect(questions.take().isEmpty)
    stage.view.becomeFirstResponder()
    stage.shake()
    #expect(questions.take() == ["asked"])
  }

  @Test("R021 it is off within a responder for which it is off, unless one within says otherwise")
  func offWithin() {
    let canvas = Canvas()
    canvas.next = stage.panel
    stage.view.next = canvas
    stage.view.becomeFirstResponder()
    stage.shake()
    #expect(questions.take().isEmpty)
    let field = Canvas()
    field.editingInteractionConfiguration = .default
    field.next = canvas
    field.becomeFirstResponder()
    stage.shake()
    #expect(questions.take() == ["asked"])
  }

  @Test("R001 editing interactions work by default")
  func editingInteractions() {
    #expect(Responder().editingInteractionConfiguration == .default)
    #expect(stage.view.editingInteractionConfiguration == .default)
  }
}

/// A responder with which shakes do not undo.
private final class Canvas: Responder {
  private var configuration = EditingInteractionConfiguration.none

  override var canBecomeFirstResponder: Bool { true }

  override var editingInteractionConfiguration: EditingInteractionConfiguration {
    get { configuration }
    set { configuration = newValue }
  }
}
