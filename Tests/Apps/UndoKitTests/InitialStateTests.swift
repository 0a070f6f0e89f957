// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UndoKit

@MainActor
@Suite("1 Initial state")
struct InitialStateTests {
  @Test("U001 U002 U003 U004 a new manager groups by event, and has nothing to undo or redo")
  func initial() {
    let manager = UndoManager()
    #expect(manager.groupsByEvent && manager.isUndoRegistrationEnabled)
    #expect(!manager.isUndoing && !manager.isRedoing && !manager.canUndo && !manager.canRedo)
    #expect(manager.levelsOfUndo == 0 && manager.groupingLevel == 0 && manager.counts == [0, 0])
    #expect(manager.runLoopModes == [.default])
    #expect(manager.undoActionName == "" && manager.redoActionName == "")
  }
}
