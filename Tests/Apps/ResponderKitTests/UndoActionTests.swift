// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing
import UndoKit

@Suite("The actions undo and redo")
@MainActor
struct UndoActionTests {
  let stage = Stage()
  let note = Note()

  init() {
    stage.write(to: note)
  }

  private func send(_ action: Action) -> Bool {
    stage.application.sendAction(action, to: nil, from: nil, for: nil)
  }

  @Test("The application undoes and redoes while the first responder's undo manager can")
  func undoesAndRedoes() {
    #expect(stage.view.target(forAction: .undo, withSender: nil) === stage.application)
    #expect(!send(.redo))
    #expect(send(.undo))
    #expect(note.text == "")
    #expect(!send(.undo))
    #expect(send(.redo))
    #expect(note.text == "a")
  }

  @Test("While no window is key nothing is undone")
  func inactive() {
    let delegate = Document()
    stage.application.next = delegate
    note.write("b", undoManager: delegate.undoManager)
    stage.application.keyWindow = nil
    #expect(!send(.undo))
    #expect(note.text == "b")
  }

  @Test("R023 a first responder with nothing to undo does not have others' edits undone")
  func ownManager() {
    let document = Document()
    document.next = stage.panel
    document.becomeFirstResponder()
    #expect(!send(.undo))
    #expect(note.text == "a")
    let other = Note()
    other.write("b", undoManager: document.undoManager)
    #expect(send(.undo))
    #expect(other.text == "")
    #expect(note.text == "a")
  }

  @Test("R034 a responder whose undo manager is nil is passed over, by a shake, undo and redo")
  func hidden() {
    let hider = Hider()
    hider.next = stage.panel
    hider.becomeFirstResponder()
    #expect(hider.undoManager == nil)
    #expect(send(.undo))
    #expect(note.text == "")
    #expect(send(.redo))
    #expect(note.text == "a")
    stage.shake()
    #expect(note.text == "")
  }

  @Test("In the middle of an edit of the client's nothing is undone or redone")
  func groupOpen() throws {
    let manager = try #require(stage.view.undoManager)
    note.write("b", undoManager: manager)
    manager.undo()
    manager.beginUndoGrouping()
    #expect(!send(.undo))
    #expect(!send(.redo))
    manager.endUndoGrouping()
    #expect(send(.undo))
  }
}

/// A responder without undo.
private final class Hider: Able {
  override var undoManager: UndoManager? { nil }
}

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
