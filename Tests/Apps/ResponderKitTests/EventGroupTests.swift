// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing
import UndoKit

@Suite("Events and undo groups")
@MainActor
struct EventGroupTests {
  let stage = Stage()
  let note = Note()

  init() {
    let (view, note) = (stage.view, note)
    view.becomeFirstResponder()
    view.handler = {
      note.write(note.text + "x", undoManager: view.undoManager)
      note.write(note.text + "y", undoManager: view.undoManager)
    }
  }

  @Test("Edits in one event are undone as one")
  func oneGroup() {
    stage.send(.began)
    stage.send(.tooLong)
    #expect(note.text == "xyxy")
    stage.view.handler = nil
    stage.shake()
    #expect(note.text == "xy")
    stage.shake()
    #expect(note.text == "")
  }

  @Test("Edits before an event are not undone with it")
  func editsBefore() {
    note.write("a", undoManager: stage.view.undoManager)
    stage.send(.began)
    #expect(note.text == "axy")
    stage.view.undoManager?.undo()
    #expect(note.text == "a")
  }

  @Test("Edits after an event are not undone with it")
  func editsAfter() {
    stage.send(.began)
    #expect(stage.view.undoManager?.groupingLevel == 0)
    note.write("a", undoManager: stage.view.undoManager)
    stage.view.undoManager?.undo()
    #expect(note.text == "xy")
  }

  @Test("The event's own group is no hindrance, even if grouping by event was turned off")
  func eventGroup() throws {
    let manager = try #require(stage.view.undoManager)
    for text in ["a", "b"] {
      UndoManager.endEventGroups()
      note.write(text, undoManager: manager)
    }
    manager.groupsByEvent = false
    stage.view.handler = nil
    stage.shake()
    #expect(note.text == "a")
  }

  @Test("An edit made on the way up is the one that the shake undoes")
  func editDuringShake() {
    let editor = EditingWindow(application: stage.application)
    stage.application.keyWindow = editor
    stage.shake()
    #expect(editor.note.text == "")
    #expect(editor.undoManager?.canRedo == true)
  }
}

/// A window that edits on a shake, yet does not keep the shake to itself.
private final class EditingWindow: Window {
  let note = Note()

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    note.write("a", undoManager: undoManager)
    super.motionEnded(motion, with: event)
  }
}
