// SPDX-License-Identifier: Apache-2.0

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
private final class Hider: Responder {
  override var undoManager: UndoManager? { nil }
  override var canBecomeFirstResponder: Bool { true }
}
