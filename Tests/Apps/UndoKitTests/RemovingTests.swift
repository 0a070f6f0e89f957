// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

@MainActor
@Suite("8 Removing")
struct RemovingTests {
  let manager = UndoManager()
  let manual = UndoManager.manual()

  @Test("U085 removeAllActions clears both stacks")
  func clearsBoth() {
    let document = Document(0, manual)
    for value in 1...2 {
      manual.group {
        document.set(value)
        manual.setActionName("N")
      }
    }
    manual.undo()
    manual.removeAllActions()
    #expect(!manual.canUndo)
    #expect(!manual.canRedo)
    #expect(manual.undoActionName == "")
    #expect(manual.redoActionName == "")
  }

  @Test("U086 removeAllActions enables registration")
  func enables() {
    manager.disableUndoRegistration()
    manager.disableUndoRegistration()
    manager.removeAllActions()
    #expect(manager.isUndoRegistrationEnabled)
  }

  @Test("U087 removeAllActions closes open groups")
  func closesOpenGroups() {
    manager.beginUndoGrouping()
    manager.beginUndoGrouping()
    manager.removeAllActions()
    #expect(manager.groupingLevel == 0)
    #expect(!manager.canUndo)
  }

  @Test("U088 removeAllActions inside a handler empties both stacks")
  func insideHandler() {
    let target = Token()
    var performed: [Int] = []
    manager.registerUndo(withTarget: target) { _ in performed.append(1) }
    manager.registerUndo(withTarget: target) { [manager] target in
      performed.append(2)
      manager.registerUndo(withTarget: target) { _ in }
      manager.removeAllActions()
    }
    manager.undo()
    #expect(performed == [2])
    #expect(!manager.canUndo)
    #expect(!manager.canRedo)
    #expect(manager.groupingLevel == 0)
  }

  @Test("U088 a change after removeAllActions inside a handler can be redone")
  func changeAfterRemovalInsideHandler() {
    let document = Document(0, manager)
    manager.registerUndo(withTarget: document) { [manager] document in
      manager.removeAllActions()
      document.set(1)
    }
    manager.undo()
    #expect(manager.counts == [0, 1])
    #expect(manager.groupingLevel == 0)
    manager.redo()
    #expect(document.value == 0)
  }

  @Test("U089 removal by target drops the groups that it empties")
  func dropsEmptiedGroups() {
    let kept = Document(0, manual)
    let removed = Document(0, manual)
    manual.group { kept.set(1) }
    manual.group { removed.set(1) }
    manual.removeAllActions(withTarget: removed)
    manual.undo()
    #expect(kept.value == 0)
    #expect(removed.value == 1)
    #expect(!manual.canUndo)
  }

  @Test("U089 removal by target keeps groups that were empty before")
  func keepsEmptyGroups() {
    manual.group {}
    manual.removeAllActions(withTarget: Token())
    #expect(manual.undoCount == 1)
  }

  @Test("U090 removal by target leaves the other targets of a group")
  func mixedGroup() {
    let kept = Document(0, manual)
    let removed = Document(0, manual)
    manual.group {
      kept.set(1)
      removed.set(1)
    }
    manual.removeAllActions(withTarget: removed)
    manual.undo()
    #expect(kept.value == 0)
    #expect(removed.value == 1)
  }

  @Test("U091 removal by target reaches nested groups")
  func nestedGroups() {
    let document = Document(0, manual)
    manual.group { manual.group { document.set(1) } }
    manual.removeAllActions(withTarget: document)
    #expect(!manual.canUndo)
  }

  @Test("U092 removal by target reaches the redo stack")
  func redoStack() {
    let document = Document(0, manual)
    manual.group { document.set(1) }
    manual.undo()
    manual.removeAllActions(withTarget: document)
    #expect(!manual.canRedo)
  }

  @Test("U093 removal by target reaches the open group, which stays open")
  func openGroup() {
    let kept = Document(0, manager)
    let removed = Document(0, manager)
    kept.set(1)
    removed.set(1)
    manager.removeAllActions(withTarget: removed)
    #expect(manager.groupingLevel == 1)
    manager.undo()
    #expect(kept.value == 0)
    #expect(removed.value == 1)
  }

  @Test("U093 removal by target reaches the group being undone")
  func groupBeingUndone() {
    let removed = Document(0, manager)
    let target = Token()
    removed.set(1)
    manager.registerUndo(withTarget: target) { [manager] _ in
      manager.removeAllActions(withTarget: removed)
    }
    manager.undo()
    #expect(removed.value == 1)
  }

  @Test("U094 removal by target does not enable registration")
  func doesNotEnable() {
    manager.disableUndoRegistration()
    manager.removeAllActions(withTarget: Token())
    #expect(!manager.isUndoRegistrationEnabled)
  }
}
