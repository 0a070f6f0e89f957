import MotionCore
import ResponderKit
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
    var offers: [ShakeToEdit] = []
    stage.application.shakeToEdit = {
      offers.append($0)
      return .neither
    }
    stage.shake()
    let offer = try #require(offers.first)
    #expect(offers.count == 1)
    #expect(offer.undoManager === stage.window.undoManager)
    #expect(offer.undo?.actionName == "Typing")
    #expect(offer.undo?.title == "Undo Typing")
    #expect(offer.redo?.actionName == "Deletion")
    #expect(offer.redo?.title == "Redo Deletion")
    #expect(note.text == "a")
  }

  @Test("R020 without names, and with nothing to redo")
  func asksWithoutNames() throws {
    write("a")
    var offers: [ShakeToEdit] = []
    stage.application.shakeToEdit = {
      offers.append($0)
      return .neither
    }
    stage.shake()
    let offer = try #require(offers.first)
    #expect(offer.undo?.actionName == "")
    #expect(offer.undo?.title == "Undo")
    #expect(offer.redo == nil)
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

  @Test("A shake undoes by default")
  func undoes() {
    write("a")
    stage.send(.begun)
    #expect(note.text == "a")
    stage.send(.done)
    #expect(note.text == "")
    #expect(stage.view.undoManager?.canRedo == true)
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

  @Test("The client answers")
  func answers() {
    write("a")
    stage.application.shakeToEdit = { _ in .neither }
    stage.shake()
    #expect(note.text == "a")
    stage.application.shakeToEdit = { _ in .undo }
    stage.shake()
    #expect(note.text == "")
    stage.application.shakeToEdit = { _ in .redo }
    stage.shake()
    #expect(note.text == "a")
    stage.shake()
    #expect(note.text == "a", "Nothing is left to redo.")
  }

  @Test("The client is asked if there is something to redo only")
  func asksForRedo() {
    write("a")
    stage.shake()
    var offers: [ShakeToEdit] = []
    stage.application.shakeToEdit = {
      offers.append($0)
      return .undo
    }
    stage.shake()
    #expect(offers.map { $0.undo == nil && $0.redo != nil } == [true])
    #expect(note.text == "", "There is nothing to undo, whatever the answer.")
  }

  @Test("The answer is followed as far as it still can be")
  func lateAnswer() {
    write("a")
    let manager = stage.view.undoManager
    stage.application.shakeToEdit = { _ in
      manager?.beginUndoGrouping()
      return .undo
    }
    stage.shake()
    #expect(note.text == "a")
    manager?.endUndoGrouping()
  }
}

/// A first responder with a history of its own.
private final class Editor: Responder {
  private let history = UndoManager()

  override var undoManager: UndoManager? { history }

  override var canBecomeFirstResponder: Bool { true }
}
