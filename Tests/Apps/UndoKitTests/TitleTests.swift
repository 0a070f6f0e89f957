// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

@MainActor
@Suite("9 Menu titles")
struct TitleTests {
  @Test("U005 U096 U105 menu titles")
  func titles() {
    let manager = UndoManager()
    #expect(manager.undoMenuItemTitle == "Undo")
    #expect(manager.redoMenuItemTitle == "Redo")
    #expect(manager.undoMenuTitle(forUndoActionName: "") == "Undo")
    #expect(manager.redoMenuTitle(forUndoActionName: "Paste") == "Redo Paste")
    Document(0, manager).set(1)
    manager.setActionName("N")
    #expect(manager.undoMenuItemTitle == "Undo N")
  }

  @Test("U106 menu titles can be overridden")
  func overridden() {
    let manager = GermanUndoManager()
    Document(0, manager).set(1)
    manager.setActionName("Einfügen")
    #expect(manager.undoMenuItemTitle == "Einfügen widerrufen")
    #expect(manager.redoMenuItemTitle == "Wiederholen")
  }
}

private final class GermanUndoManager: UndoManager {
  override func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Widerrufen" : "\(actionName) widerrufen"
  }

  override func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Wiederholen" : "\(actionName) wiederholen"
  }
}
