// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UndoKit

@MainActor
@Suite("1 Initial state")
struct InitialStateTests {
  let manager = UndoManager()

  @Test("U001 flags at init")
  func flags() {
    #expect(manager.groupsByEvent)
    #expect(!manager.isUndoing)
    #expect(!manager.isRedoing)
    #expect(manager.isUndoRegistrationEnabled)
    #expect(manager.levelsOfUndo == 0)
    #expect(manager.groupingLevel == 0)
  }

  @Test("U002 stacks are empty at init")
  func stacks() {
    #expect(!manager.canUndo)
    #expect(!manager.canRedo)
    #expect(manager.undoCount == 0)
    #expect(manager.redoCount == 0)
  }

  @Test("U003 run loop modes are the default one")
  func runLoopModes() {
    #expect(manager.runLoopModes == [.default])
  }

  @Test("U004 names are empty at init")
  func names() {
    #expect(manager.undoActionName == "")
    #expect(manager.redoActionName == "")
  }

  @Test("U005 menu titles are plain at init")
  func titles() {
    #expect(manager.undoMenuItemTitle == "Undo")
    #expect(manager.redoMenuItemTitle == "Redo")
  }

  @Test("U006 undo of an empty stack does nothing")
  func undoNothing() {
    let log = NotificationLog(manager)
    manager.undo()
    #expect(!log.entries.contains("WillUndo@0"))
    #expect(!log.entries.contains("DidUndo@0"))
  }

  @Test("U007 redo of an empty stack does nothing")
  func redoNothing() {
    let log = NotificationLog(manager)
    manager.redo()
    #expect(!log.entries.contains("WillRedo@0"))
    #expect(!log.entries.contains("DidRedo@0"))
  }
}
