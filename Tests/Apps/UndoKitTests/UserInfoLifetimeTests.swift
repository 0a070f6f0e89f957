// SPDX-License-Identifier: Apache-2.0

import TestTraits
import Testing
import UndoKit

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

  @Test("U114 a replaced value is released, and may call back")
  func replacedValueIsReleased() {
    let document = Document(0, manager)
    var isGone = false
    document.set(1)
    manager.setActionUserInfoValue(
      Mourned { [manager] _ in
        manager.removeAllActions(withTarget: document)
        isGone = true
      }, forKey: .icon)
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
      manager.setActionUserInfoValue(
        Mourned { [manager] _ in
          manager.removeAllActions(withTarget: document)
          isGone = true
        }, forKey: .icon)
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
