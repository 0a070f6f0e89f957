// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UndoKit

@MainActor
@Suite("2 Registration")
struct RegistrationTests {
  let manager = UndoManager()

  @Test("U009 the handler receives the target")
  func handlerReceivesTarget() {
    let target = Token()
    var received: Token?
    manager.registerUndo(withTarget: target) { received = $0 }
    manager.undo()
    #expect(received === target)
  }

  @Test("U010 the target is not retained")
  func targetIsNotRetained() {
    var target: Token? = Token()
    weak let observed = target
    if let target { manager.registerUndo(withTarget: target) { _ in } }
    target = nil
    #expect(observed == nil)
  }

  @Test("U011 a dead target is skipped")
  func deadTargetIsSkipped() {
    let survivor = Token()
    var performed: [String] = []
    var target: Token? = Token()
    manager.registerUndo(withTarget: survivor) { _ in performed.append("survivor") }
    if let target { manager.registerUndo(withTarget: target) { _ in performed.append("dead") } }
    target = nil
    manager.undo()
    #expect(performed == ["survivor"])
  }

  @Test(
    "U012 U013 what the handler captures is retained until removed, or undone",
    arguments: [true, false])
  func captures(isUndone: Bool) {
    let target = Token()
    weak let observed = registerCapture(target: target)
    #expect(observed != nil)
    if isUndone { manager.undo() } else { manager.removeAllActions() }
    #expect(observed == nil)
  }

  private func registerCapture(target: Token) -> Token {
    let captured = Token()
    manager.registerUndo(withTarget: target) { _ in _ = captured }
    return captured
  }
}

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
