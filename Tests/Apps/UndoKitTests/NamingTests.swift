// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

@MainActor
@Suite("9 Names and counts")
struct NamingTests {
  let manager = UndoManager()
  let manual = UndoManager.manual()

  @Test("U096 the name is visible while the group is open")
  func visibleWhileOpen() {
    Document(0, manager).set(1)
    manager.setActionName("N")
    #expect(manager.undoActionName == "N")
    #expect(manager.undoMenuItemTitle == "Undo N")
  }

  @Test("U097 the name moves to redo and back")
  func movesToRedoAndBack() {
    let document = Document(0, manager)
    document.set(1)
    manager.setActionName("N")
    manager.undo()
    #expect(manager.redoActionName == "N")
    #expect(manager.redoMenuItemTitle == "Redo N")
    manager.redo()
    #expect(manager.undoActionName == "N")
    #expect(manager.redoActionName == "")
  }

  @Test("U098 a name set in the handler wins")
  func handlerNameWins() {
    let document = Document(0, manager)
    manager.registerUndo(withTarget: document) { [manager] document in
      document.set(1)
      manager.setActionName("R")
    }
    manager.setActionName("N")
    manager.undo()
    #expect(manager.redoActionName == "R")
  }

  @Test("U099 a name set in a nested group names the step")
  func nestedNameNamesStep() async {
    manager.group {
      Document(0, manager).set(1)
      manager.setActionName("N")
    }
    await mainQueueRoundTrip()
    #expect(manager.groupingLevel == 0)
    #expect(manager.undoActionName == "N")
  }

  @Test("U100 the name set last wins, whatever its depth")
  func lastNameWins() {
    manual.group {
      manual.setActionName("outer")
      manual.group {
        manual.setActionName("inner")
        #expect(manual.undoActionName == "inner")
      }
      #expect(manual.undoActionName == "inner")
    }
    #expect(manual.undoActionName == "inner")
    manual.group {
      manual.group { manual.setActionName("inner") }
      manual.setActionName("outer")
    }
    #expect(manual.undoActionName == "outer")
  }

  @Test("U100 undoNestedGroup takes the nested name along")
  func nestedNameMovesToRedo() {
    let document = Document(0, manager)
    for name in ["first", "second"] {
      manager.group { document.set(document.value + 1) }
      manager.setActionName(name)
    }
    manager.undoNestedGroup()
    #expect(manager.undoActionName == "first")
    #expect(manager.redoActionName == "second")
  }

  @Test("U101 an empty name clears")
  func emptyNameClears() {
    Document(0, manager).set(1)
    manager.setActionName("N")
    manager.setActionName("")
    #expect(manager.undoActionName == "")
    #expect(manager.undoMenuItemTitle == "Undo")
  }

  @Test("U103 naming opens the event group")
  func namingOpensEventGroup() {
    manager.setActionName("N")
    #expect(manager.groupingLevel == 1)
    Document(0, manager).set(1)
    #expect(manager.undoActionName == "N")
    #expect(manager.undoCount == 1)
  }

  @Test("U104 no name is left after undoing the only group")
  func noNameLeft() {
    let document = Document(0, manager)
    document.set(1)
    manager.setActionName("N")
    manager.undo()
    #expect(manager.undoActionName == "")
  }

  @Test("U105 menu titles")
  func menuTitles() {
    #expect(manager.undoMenuTitle(forUndoActionName: "") == "Undo")
    #expect(manager.undoMenuTitle(forUndoActionName: "Paste") == "Undo Paste")
    #expect(manager.redoMenuTitle(forUndoActionName: "") == "Redo")
    #expect(manager.redoMenuTitle(forUndoActionName: "Paste") == "Redo Paste")
  }

  @Test("U106 menu titles can be overridden")
  func menuTitlesOverridden() {
    let manager = GermanUndoManager()
    Document(0, manager).set(1)
    manager.setActionName("Einfügen")
    #expect(manager.undoMenuItemTitle == "Einfügen widerrufen")
    #expect(manager.redoMenuItemTitle == "Wiederholen")
  }

  @Test("U110 undoCount and redoCount")
  func counts() {
    let document = Document(0, manual)
    for value in 1...3 { manual.group { document.set(value) } }
    manual.undo()
    #expect(manual.undoCount == 2)
    #expect(manual.redoCount == 1)
  }

  @Test("U111 undoCount includes the open event group")
  func countWithOpenGroup() {
    Document(0, manager).set(1)
    #expect(manager.undoCount == 1)
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
