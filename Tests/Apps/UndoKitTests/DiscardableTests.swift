// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

@MainActor
@Suite("9 Discardable actions")
struct DiscardableTests {
  let manager = UndoManager()
  let manual = UndoManager.manual()

  @Test("U107 a step is discardable if set so, and not by default")
  func defaultAndSet() {
    #expect(!manager.undoActionIsDiscardable)
    #expect(!manager.redoActionIsDiscardable)
    Document(0, manager).set(1)
    #expect(!manager.undoActionIsDiscardable)
    manager.setActionIsDiscardable(true)
    #expect(manager.undoActionIsDiscardable)
    manager.endUndoGrouping()
    #expect(manager.undoActionIsDiscardable)
  }

  @Test("U107 a step may be set back")
  func setBack() {
    Document(0, manager).set(1)
    manager.setActionIsDiscardable(true)
    manager.setActionIsDiscardable(false)
    #expect(!manager.undoActionIsDiscardable)
  }

  @Test("U107 undo and redo hand it on")
  func movesToRedoAndBack() {
    let document = Document(0, manager)
    document.set(1)
    manager.setActionIsDiscardable(true)
    manager.undo()
    #expect(!manager.undoActionIsDiscardable)
    #expect(manager.redoActionIsDiscardable)
    manager.redo()
    #expect(manager.undoActionIsDiscardable)
    #expect(!manager.redoActionIsDiscardable)
  }

  @Test("U107 what a handler sets wins")
  func handlerWins() {
    let target = Token()
    manager.registerUndo(withTarget: target) { [manager] target in
      manager.registerUndo(withTarget: target) { _ in }
      manager.setActionIsDiscardable(false)
    }
    manager.setActionIsDiscardable(true)
    manager.undo()
    #expect(manager.redoCount == 1)
    #expect(!manager.redoActionIsDiscardable)
  }

  @Test("U108 a group is discardable only if all its actions are", arguments: [false, true])
  func mixedGroup(plainFirst: Bool) {
    let document = Document(0, manual)
    let log = DiscardabilityLog(manual)
    manual.group {
      if plainFirst { document.set(1) }
      document.set(2)
      manual.setActionIsDiscardable(true)
      if !plainFirst { document.set(3) }
    }
    #expect(!manual.undoActionIsDiscardable)
    #expect(log.entries == ["DidClose plain"])
  }

  @Test("U108 the actions of nested and open groups count")
  func nestedGroups() {
    let document = Document(0, manual)
    manual.group {
      manual.group {
        document.set(1)
        manual.setActionIsDiscardable(true)
        #expect(manual.undoActionIsDiscardable)
      }
      #expect(manual.undoActionIsDiscardable)
      manual.group { document.set(2) }
      #expect(!manual.undoActionIsDiscardable)
      manual.setActionIsDiscardable(true)
      #expect(manual.undoActionIsDiscardable)
      document.set(3)
      manual.group {
        document.set(4)
        manual.setActionIsDiscardable(true)
        #expect(!manual.undoActionIsDiscardable)
      }
    }
    #expect(!manual.undoActionIsDiscardable)
  }

  @Test("U108 a group without actions is not discardable")
  func emptyGroup() {
    manual.group { manual.setActionIsDiscardable(true) }
    #expect(manual.canUndo)
    #expect(!manual.undoActionIsDiscardable)
  }

  @Test("U108 removing the plain actions leaves a discardable group")
  func removal() {
    let kept = Document(0, manual)
    let removed = Document(0, manual)
    manual.group {
      kept.set(1)
      manual.setActionIsDiscardable(true)
      removed.set(1)
    }
    manual.removeAllActions(withTarget: removed)
    #expect(manual.undoActionIsDiscardable)
  }

  @Test("U109 without a group it opens the event group, and is about what comes first")
  func opensEventGroup() {
    let document = Document(0, manager)
    manager.setActionIsDiscardable(true)
    #expect(manager.groupingLevel == 1)
    document.set(1)
    #expect(manager.undoActionIsDiscardable)
    document.set(2)
    #expect(!manager.undoActionIsDiscardable)
  }
}
