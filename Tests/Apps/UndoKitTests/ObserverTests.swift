// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UndoKit

@MainActor
@Suite("10 Notifications: observers that call back")
struct ObserverTests {
  let manager = UndoManager()
  let manual = UndoManager.manual()

  @Test("U127 a registration at the checkpoint of end joins the closing group")
  func registrationAtCheckpointOfEnd() {
    let document = Document(0, manual)
    manual.beginUndoGrouping()
    let log = NotificationLog(manual) { label in
      if label == "Checkpoint" { document.set(1) }
    }
    manual.endUndoGrouping()
    withExtendedLifetime(log) {}
    #expect(manual.undoCount == 1)
    #expect(document.value == 1)
  }

  @Test("U128 a registration at the checkpoint of undo is undone")
  func registrationAtCheckpointOfUndo() {
    let document = Document(0, manager)
    let log = NotificationLog(manager) { label in
      if label == "Checkpoint", document.history.isEmpty { document.set(1) }
    }
    manager.undo()
    withExtendedLifetime(log) {}
    #expect(document.history == [1, 0])
    #expect(manager.redoCount == 1)
  }

  @Test(
    "U128 a registration when undo closes the event group, or at its second checkpoint, is undone",
    arguments: ["DidClose", "Checkpoint"])
  func registrationWhileUndoCloses(_ place: String) {
    let document = Document(0, manager)
    document.set(1)
    var count = 0
    let log = NotificationLog(manager) { label in
      guard label == place else { return }
      count += 1
      // The checkpoints of undo itself: before the event group is closed, in closing, and after.
      if count == (place == "Checkpoint" ? 3 : 1) { document.set(2) }
    }
    manager.undo()
    withExtendedLifetime(log) {}
    #expect(document.value == 1)
    #expect(manager.groupingLevel == 0)
    #expect(manager.undoCount == 1)
  }

  @Test("U130 isUndoing holds while will and did are posted, at level 0")
  func isUndoingWhilePosting() {
    let document = Document(0, manager)
    document.set(1)
    var flags: [String: [Bool]] = [:]
    let log = NotificationLog(manager) { [manager] label in
      flags[label] = [manager.isUndoing, manager.isRedoing]
    }
    manager.undo()
    manager.redo()
    #expect(flags["WillUndo"] == [true, false])
    #expect(flags["DidUndo"] == [true, false])
    #expect(flags["WillRedo"] == [false, true])
    #expect(flags["DidRedo"] == [false, true])
    let changes = log.entries.filter { $0.hasSuffix("do@0") }
    #expect(changes == ["WillUndo@0", "DidUndo@0", "WillRedo@0", "DidRedo@0"])
  }

  @Test("U135 a registration at DidUndo is a new change")
  func registrationAtDidUndo() {
    let document = Document(0, manager)
    let other = Document(0, manager)
    document.set(1)
    let log = NotificationLog(manager) { label in
      if label == "DidUndo" { other.set(1) }
    }
    manager.undo()
    withExtendedLifetime(log) {}
    #expect(manager.groupingLevel == 1)
    #expect(manager.counts == [1, 0])
  }

  @Test("U135 a registration at WillUndo is part of what redo performs")
  func registrationAtWillUndo() {
    let document = Document(0, manager)
    let other = Document(0, manager)
    document.set(1)
    manager.setActionName("N")
    let log = NotificationLog(manager) { label in
      if label == "WillUndo" { other.set(1) }
    }
    manager.undo()
    withExtendedLifetime(log) {}
    #expect(manager.counts == [0, 1])
    #expect(manager.redoActionName == "N")
    manager.redo()
    #expect(document.value == 1)
    #expect(other.value == 0)
  }

  @Test("U135 everything may be removed at WillUndo")
  func removalAtWillUndo() {
    let document = Document(0, manager)
    document.set(1)
    let log = NotificationLog(manager) { [manager] label in
      if label == "WillUndo" { manager.removeAllActions() }
    }
    manager.undo()
    withExtendedLifetime(log) {}
    #expect(document.value == 1)
    #expect(manager.counts == [0, 0])
    #expect(!manager.isUndoing)
  }

  @Test("U135 a registration after removing everything at WillUndo leaves no group open")
  func removalAndRegistrationAtWillUndo() {
    let document = Document(0, manager)
    let other = Document(0, manager)
    document.set(1)
    let log = NotificationLog(manager) { [manager] label in
      guard label == "WillUndo", other.history.isEmpty else { return }
      manager.removeAllActions()
      other.set(1)
    }
    manager.undo()
    withExtendedLifetime(log) {}
    #expect(manager.counts == [0, 1])
    manager.redo()
    #expect(other.value == 0)
    #expect(manager.counts == [1, 0])
  }
}
