// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import Testing
import UndoKit

/// A shake while a group is open: who opened it decides, not how deep it is.
@Suite("A shake while a group of the client's is open")
@MainActor
struct ExplicitGroupTests {
  let stage = Stage()
  let note = Note()

  init() {
    stage.write(to: note)
  }

  @Test("A group begun while registration was disabled, so alone at its level")
  func begunWhileDisabled() throws {
    let manager = try #require(stage.view.undoManager)
    manager.disableUndoRegistration()
    manager.beginUndoGrouping()
    manager.enableUndoRegistration()
    stage.shake()
    #expect(note.text == "a")
  }

  @Test("A group begun by hand before grouping by event was turned on")
  func begunByHand() throws {
    let manager = try #require(stage.view.undoManager)
    manager.groupsByEvent = false
    manager.beginUndoGrouping()
    manager.groupsByEvent = true
    stage.shake()
    #expect(note.text == "a")
  }

  @Test("The event's own group is no hindrance, even if grouping by event was turned off")
  func eventGroup() throws {
    let manager = try #require(stage.view.undoManager)
    note.write("b", undoManager: manager)
    manager.groupsByEvent = false
    stage.shake()
    #expect(note.text == "a")
  }
}
