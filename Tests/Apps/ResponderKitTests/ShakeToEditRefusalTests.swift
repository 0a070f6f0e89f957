// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionTestSupport
import ResponderKit
import Testing
import UndoKit

@Suite("What does not lead to shake to edit")
@MainActor
struct ShakeToEditRefusalTests {
  let stage = Stage()
  let note = Note()
  let questions = Journal()

  init() {
    stage.answerUndo(noting: questions)
    stage.write(to: note)
  }

  /// Why the shake does not ask.
  enum Reason: CaseIterable {
    case off, nothing, handled, noKeyWindow, group, groupOutsideOfEvents
    /// Groups that are alone at their level, as those of events are.
    case groupBegunWhileDisabled, groupBegunByHand
  }

  @Test("R021 the stage asks, but for a reason, and again without it", arguments: Reason.allCases)
  func refused(reason: Reason) throws {
    let (application, key) = (stage.application, stage.window)
    let manager = try #require(stage.view.undoManager)
    #expect(application.applicationSupportsShakeToEdit)
    switch reason {
    case .off: application.applicationSupportsShakeToEdit = false
    case .nothing: application.keyWindow = Window(application: application)
    case .handled: stage.panel.handler = {}
    case .noKeyWindow: application.keyWindow = nil
    case .group: manager.beginUndoGrouping()
    case .groupOutsideOfEvents:
      manager.groupsByEvent = false
      manager.beginUndoGrouping()
    case .groupBegunWhileDisabled:
      manager.disableUndoRegistration()
      manager.beginUndoGrouping()
      manager.enableUndoRegistration()
    case .groupBegunByHand:
      manager.groupsByEvent = false
      manager.beginUndoGrouping()
      manager.groupsByEvent = true
    }
    stage.shake()
    #expect(
      stage.journal.drain().last == (reason == .handled ? "panel.ended" : "application.ended"))
    #expect(questions.drain().isEmpty)
    #expect(note.text == "a")
    application.applicationSupportsShakeToEdit = true
    application.keyWindow = key
    stage.panel.handler = nil
    if manager.groupingLevel > 0 { manager.endUndoGrouping() }
    stage.shake()
    #expect(questions.drain() == ["asked"])
  }

  @Test("Only the beginning was handled: the shake undoes")
  func beginningHandled() {
    stage.panel.handler = {}
    stage.send(.began)
    stage.panel.handler = nil
    stage.send(.ended)
    #expect(note.text == "")
  }

  @Test("The motion was not a shake")
  func otherMotion() {
    for phase in [MotionEvent.Phase.began, .ended] {
      let flip = MotionEvent.of(MotionKind(rawValue: "flip"), phase)
      stage.application.sendEvent(Event(flip))
    }
    #expect(stage.journal.drain().last == "application.ended")
    #expect(questions.drain().isEmpty)
    #expect(note.text == "a")
  }

  @Test("No window is key, and the application has a history of its own")
  func inactiveApplication() {
    let application = Editor()
    let questions = questions
    application.onShake = .ask { _ in questions.note("asked") }
    note.write("b", undoManager: application.undoManager)
    application.play(.shake)
    #expect(questions.drain().isEmpty)
    let window = PlainWindow(application: application)
    application.keyWindow = window
    application.play(.shake)
    #expect(questions.drain() == ["asked"])
  }

  @Test("The shake comes in the middle of undoing")
  func whileUndoing() throws {
    let manager = try #require(stage.view.undoManager)
    let stage = stage
    note.write("b", undoManager: manager)
    manager.registerUndo(withTarget: note) { _ in stage.shake() }
    manager.undo()
    #expect(questions.drain().isEmpty)
    #expect(note.text == "a")
  }

  @Test("The shake comes in the middle of redoing")
  func whileRedoing() throws {
    let manager = try #require(stage.view.undoManager)
    let stage = stage
    manager.registerUndo(withTarget: note) { [weak manager] note in
      manager?.registerUndo(withTarget: note) { _ in stage.shake() }
    }
    manager.undo()
    manager.redo()
    #expect(stage.journal.drain().contains("application.ended"))
    #expect(questions.drain().isEmpty)
  }

  @Test("What is behind the application gets the shakes it has no use for")
  func behindApplication() {
    let delegate = Witness("delegate", stage.journal)
    stage.application.next = delegate
    stage.shake()
    #expect(!stage.journal.drain().contains("delegate.ended"))
    stage.application.applicationSupportsShakeToEdit = false
    stage.shake()
    #expect(stage.journal.drain().last == "delegate.ended")
  }

  @Test("R021 shake to edit is off for the first responder, and for it alone")
  func offForResponder() {
    let canvas = Canvas()
    canvas.next = stage.panel
    canvas.becomeFirstResponder()
    stage.shake()
    #expect(stage.journal.drain().contains("application.ended"))
    #expect(questions.drain().isEmpty)
    stage.view.becomeFirstResponder()
    stage.shake()
    #expect(questions.drain() == ["asked"])
  }

  @Test("R021 it is off within a responder for which it is off, unless one within says otherwise")
  func offWithin() {
    let canvas = Canvas()
    canvas.next = stage.panel
    stage.view.next = canvas
    stage.view.becomeFirstResponder()
    stage.shake()
    #expect(questions.drain().isEmpty)
    let field = Canvas()
    field.editingInteractionConfiguration = .default
    field.next = canvas
    field.becomeFirstResponder()
    stage.shake()
    #expect(questions.drain() == ["asked"])
  }

  @Test("R001 editing interactions work by default")
  func editingInteractions() {
    #expect(Responder().editingInteractionConfiguration == .default)
    #expect(stage.view.editingInteractionConfiguration == .default)
  }
}

/// An application with a history of its own.
private final class Editor: Application {
  private let history = UndoManager()

  override var undoManager: UndoManager? { history }
}

/// A window that leaves undoing to its application.
private final class PlainWindow: Window {
  override var undoManager: UndoManager? { next?.undoManager }
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
