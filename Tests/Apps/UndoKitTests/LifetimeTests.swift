// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

/// What the manager lets go of may call back into it at that moment.
@MainActor
@Suite("11 Lifetime")
struct LifetimeTests {
  let manager = UndoManager()

  /// Registers, in a group of its own, an action that captures something that calls back when
  /// released.
  private func registerCapture(_ target: Token) {
    let captured = Mourned { [manager] mourned in
      manager.removeAllActions(withTarget: mourned)
      manager.removeAllActions(withTarget: target)
    }
    manager.group { manager.registerUndo(withTarget: target) { _ in _ = captured } }
  }

  @Test("U095 a target may remove its actions when it deinitializes")
  func removalFromDeinit() {
    let bystander = Token()
    var target: Mourned? = Mourned { [manager] in manager.removeAllActions(withTarget: $0) }
    manager.groupsByEvent = false
    if let target { manager.group { manager.registerUndo(withTarget: target) { _ in } } }
    manager.group { manager.registerUndo(withTarget: bystander) { _ in } }
    #expect(manager.undoCount == 2)
    target = nil
    #expect(manager.undoCount == 1)
  }

  @Test("U095 what removeAllActions releases may call back")
  func callBackFromRemoveAll() {
    let target = Token()
    registerCapture(target)
    manager.removeAllActions()
    #expect(!manager.canUndo)
  }

  @Test("U095 what removal by target releases may call back")
  func callBackFromRemovalByTarget() {
    let target = Token()
    registerCapture(target)
    registerCapture(target)
    manager.removeAllActions(withTarget: target)
    #expect(manager.groupingLevel == 1)
  }

  @Test("U095 what a limit drops may call back")
  func callBackFromLimit() {
    let target = Token()
    manager.groupsByEvent = false
    for _ in 0..<3 { registerCapture(target) }
    manager.levelsOfUndo = 1
    #expect(manager.undoCount == 0)
    for _ in 0..<2 { registerCapture(target) }
    #expect(manager.undoCount == 0)
  }

  @Test("U095 what undo and a new change release may call back")
  func callBackFromUndo() {
    let target = Token()
    manager.groupsByEvent = false
    registerCapture(target)
    manager.undo()
    #expect(!manager.canUndo)
    manager.group {
      manager.registerUndo(withTarget: target) { [self] target in registerCapture(target) }
    }
    manager.undo()
    #expect(manager.redoCount == 1)
    let other = Token()
    manager.group { manager.registerUndo(withTarget: other) { _ in } }
    #expect(manager.counts == [1, 0])
  }
}
