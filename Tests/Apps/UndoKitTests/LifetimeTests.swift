// SPDX-License-Identifier: Apache-2.0

import TestTraits
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

extension UndoManager.UserInfoKey {
  fileprivate static let icon: UndoManager.UserInfoKey = "icon"
}

@MainActor
@Suite("9 User info: lifetime")
struct UserInfoLifetimeTests {
  let manager = UndoManager()
  let manual = UndoManager.manual()

  @Test("U114 a value is held, not copied, and nil removes it")
  func heldAndRemoved() {
    let document = Document(0, manager)
    let held = Document(0, manual)
    document.set(1)
    manager.setActionUserInfoValue(held, forKey: .icon)
    manual.group { held.set(7) }
    #expect((manager.undoActionUserInfoValue(forKey: .icon) as? Document)?.value == 7)
    manager.setActionUserInfoValue(nil, forKey: .icon)
    #expect(manager.undoActionUserInfoValue(forKey: .icon) == nil)
    manager.undo()
    #expect(manager.redoActionUserInfoValue(forKey: .icon) == nil)
  }

  /// Sets a value that calls back as it is released, and then calls `released`.
  private func setMourned(_ document: Document, _ released: @escaping @MainActor () -> Void) {
    let value = Mourned { [manager] _ in
      manager.removeAllActions(withTarget: document)
      released()
    }
    manager.setActionUserInfoValue(value, forKey: .icon)
  }

  @Test("U114 a replaced value is released, and may call back")
  func replacedValueIsReleased() {
    let document = Document(0, manager)
    var isGone = false
    document.set(1)
    setMourned(document) { isGone = true }
    #expect(!isGone)
    manager.setActionUserInfoValue(nil, forKey: .icon)
    #expect(isGone)
  }

  @Test("U114 a value that goes with its nested group may call back")
  func nestedValueIsReleased() {
    let document = Document(0, manager)
    var isGone = false
    manager.group {
      manager.registerUndo(withTarget: document) { _ in }
      setMourned(document) { isGone = true }
    }
    manager.setActionUserInfoValue("after", forKey: .icon)
    manager.undoNestedGroup()
    #expect(isGone)
    #expect(!manager.canRedo)
  }

  @Test("U046 user info that outlived its nested groups hides no change below it", .exits)
  nonisolated func undoNestedAfterRemoval() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      let manager = UndoManager()
      let kept = Document(0, manager)
      let removed = Document(0, manager)
      kept.set(1)
      for value in 1...2 {
        manager.setActionUserInfoValue(value, forKey: .icon)
        manager.group { removed.set(value) }
      }
      manager.removeAllActions(withTarget: removed)
      manager.group { kept.set(2) }
      manager.undoNestedGroup()
      manager.undoNestedGroup()
    }
    #expect(result?.printed("undoNestedGroup was called with an open undo group") == true)
  }
}
