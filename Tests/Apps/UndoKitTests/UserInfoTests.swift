// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

extension UndoManager.UserInfoKey {
  static let icon: UndoManager.UserInfoKey = "icon"
  static let time = UndoManager.UserInfoKey("time")
}

@MainActor
@Suite("9 User info")
struct UserInfoTests {
  let manager = UndoManager()
  let manual = UndoManager.manual()

  private func undoInfo(_ key: UndoManager.UserInfoKey) -> String? {
    manager.undoActionUserInfoValue(forKey: key) as? String
  }

  private func redoInfo(_ key: UndoManager.UserInfoKey) -> String? {
    manager.redoActionUserInfoValue(forKey: key) as? String
  }

  @Test("U112 user info is carried to redo, and back")
  func movesToRedoAndBack() {
    let document = Document(0, manual)
    manual.group {
      document.set(1)
      manual.setActionUserInfoValue("v", forKey: .icon)
    }
    #expect(manual.undoActionUserInfoValue(forKey: .icon) as? String == "v")
    manual.undo()
    #expect(manual.redoActionUserInfoValue(forKey: .icon) as? String == "v")
    #expect(manual.undoActionUserInfoValue(forKey: .icon) == nil)
    manual.redo()
    #expect(manual.undoActionUserInfoValue(forKey: .icon) as? String == "v")
    #expect(manual.redoActionUserInfoValue(forKey: .icon) == nil)
  }

  @Test("U112 each key has its value, and each step its own")
  func keysAndSteps() {
    let document = Document(0, manager)
    document.set(1)
    manager.setActionUserInfoValue("1", forKey: .icon)
    manager.setActionUserInfoValue("noon", forKey: .time)
    manager.endUndoGrouping()
    document.set(2)
    #expect(undoInfo(.icon) == nil)
    manager.setActionUserInfoValue("2", forKey: .icon)
    #expect(undoInfo(.icon) == "2")
    manager.undo()
    #expect(undoInfo(.icon) == "1")
    #expect(undoInfo(.time) == "noon")
    #expect(redoInfo(.icon) == "2")
    #expect(redoInfo(.time) == nil)
  }

  @Test("U112 a value set in the handler wins, for its key alone")
  func handlerWins() {
    let target = Token()
    manager.registerUndo(withTarget: target) { [manager] target in
      manager.registerUndo(withTarget: target) { _ in }
      manager.setActionUserInfoValue("handler", forKey: .icon)
    }
    manager.setActionUserInfoValue("client", forKey: .icon)
    manager.setActionUserInfoValue("noon", forKey: .time)
    manager.undo()
    #expect(redoInfo(.icon) == "handler")
    #expect(redoInfo(.time) == "noon")
  }

  @Test("U112 undoNestedGroup takes along what was set with its group")
  func nestedGroups() {
    let document = Document(0, manager)
    for value in ["first", "second"] {
      manager.group {
        document.set(document.value + 1)
        manager.setActionUserInfoValue("inside \(value)", forKey: .icon)
      }
      manager.setActionUserInfoValue("after \(value)", forKey: .icon)
    }
    manager.undoNestedGroup()
    #expect(undoInfo(.icon) == "after first")
    #expect(redoInfo(.icon) == "after second")
  }

  @Test("U112 what was set before a nested group that is removed counts again")
  func removalOfNestedGroups() {
    let kept = Document(0, manager)
    let removed = Document(0, manager)
    kept.set(1)
    manager.setActionUserInfoValue("kept", forKey: .time)
    for value in ["one", "two"] {
      manager.setActionUserInfoValue("before \(value)", forKey: .icon)
      manager.group {
        removed.set(1)
        manager.setActionUserInfoValue("inside", forKey: .icon)
      }
    }
    manager.removeAllActions(withTarget: removed)
    #expect(undoInfo(.icon) == "before two")
    #expect(undoInfo(.time) == "kept")
    manager.group { kept.set(2) }
    manager.undoNestedGroup()
    #expect(kept.value == 1)
    #expect(undoInfo(.icon) == "before two")
  }

  @Test("U113 without a group it opens the event group")
  func opensEventGroup() {
    manager.setActionUserInfoValue("v", forKey: .icon)
    #expect(manager.groupingLevel == 1)
    #expect(undoInfo(.icon) == "v")
  }
}
