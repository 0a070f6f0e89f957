// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UndoKit

@MainActor
@Suite("10 Notifications: sequences")
struct NotificationTests {
  let manager = UndoManager()
  let manual = UndoManager.manual()

  @Test("U115 begin under event grouping")
  func beginUnderEventGrouping() {
    let log = NotificationLog(manager)
    manager.beginUndoGrouping()
    #expect(log.entries == ["DidOpen@1", "Checkpoint@1", "DidOpen@2"])
  }

  @Test("U116 lazy event group")
  func lazyEventGroup() {
    let log = NotificationLog(manager)
    Document(0, manager).set(1)
    #expect(log.entries == ["DidOpen@1"])
  }

  @Test("U117 begin at level 0 under manual grouping")
  func beginUnderManualGrouping() {
    let log = NotificationLog(manual)
    manual.beginUndoGrouping()
    #expect(log.entries == ["DidOpen@1"])
  }

  @Test("U118 nested begin")
  func nestedBegin() {
    manual.beginUndoGrouping()
    let log = NotificationLog(manual)
    manual.beginUndoGrouping()
    #expect(log.entries == ["Checkpoint@1", "DidOpen@2"])
  }

  @Test("U119 end")
  func end() {
    manual.beginUndoGrouping()
    Document(0, manual).set(1)
    let log = NotificationLog(manual)
    manual.endUndoGrouping()
    #expect(log.entries == ["Checkpoint@1", "WillClose@1", "DidClose@0"])
  }

  @Test("U120 end of an empty group posts the same")
  func endOfEmptyGroup() {
    manual.beginUndoGrouping()
    let log = NotificationLog(manual)
    manual.endUndoGrouping()
    #expect(log.entries == ["Checkpoint@1", "WillClose@1", "DidClose@0"])
  }

  @Test("U121 undo of a closed group")
  func undoOfClosedGroup() {
    let document = Document(0, manual)
    manual.group { document.set(1) }
    let log = NotificationLog(manual)
    manual.undo()
    #expect(log.entries == ["Checkpoint@0", "Checkpoint@0", "WillUndo@0", "DidUndo@0"])
  }

  @Test("U122 undo with the event group open")
  func undoOfOpenEventGroup() {
    let document = Document(0, manager)
    document.set(1)
    let log = NotificationLog(manager)
    manager.undo()
    #expect(
      log.entries == [
        "Checkpoint@1",
        "Checkpoint@1", "WillClose@1", "DidClose@0",
        "Checkpoint@0", "WillUndo@0", "DidUndo@0",
      ])
  }

  @Test("U123 no group opens or closes while undoing")
  func noGroupNotificationsWhileUndoing() throws {
    let document = Document(0, manual)
    manual.group {
      manual.registerUndo(withTarget: document) { [manual] document in
        manual.group { document.set(1) }
      }
    }
    let log = NotificationLog(manual)
    manual.undo()
    let will = try #require(log.entries.firstIndex(of: "WillUndo@0"))
    let did = try #require(log.entries.firstIndex(of: "DidUndo@0"))
    let between = log.entries[will...did].filter { $0.contains("Open") || $0.contains("Close") }
    #expect(between.isEmpty)
  }

  @Test("U124 redo")
  func redo() {
    let document = Document(0, manual)
    manual.group { document.set(1) }
    manual.undo()
    let log = NotificationLog(manual)
    manual.redo()
    #expect(log.entries == ["Checkpoint@0", "WillRedo@0", "DidRedo@0"])
  }

  @Test("U125 canRedo posts one checkpoint")
  func canRedoPostsCheckpoint() {
    let log = NotificationLog(manager)
    _ = manager.canRedo
    #expect(log.entries == ["Checkpoint@0"])
  }

  @Test("U126 canUndo posts nothing")
  func canUndoPostsNothing() {
    let log = NotificationLog(manager)
    _ = manager.canUndo
    #expect(log.entries.isEmpty)
  }

  @Test("U129 the names are Apple's")
  func names() {
    let names: [NSNotification.Name] = [
      .NSUndoManagerCheckpoint, .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
      .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
      .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
    ]
    let expected = [
      "Checkpoint", "DidOpenUndoGroup", "WillCloseUndoGroup", "DidCloseUndoGroup",
      "WillUndoChange", "DidUndoChange", "WillRedoChange", "DidRedoChange",
    ]
    #expect(names.map(\.rawValue) == expected.map { "NSUndoManager\($0)Notification" })
  }

  @Test("U129 the object is the manager, and observers run at once")
  func object() {
    let log = NotificationLog(manager)
    let other = NotificationLog(manual)
    Document(0, manager).set(1)
    #expect(log.entries == ["DidOpen@1"])
    #expect(other.entries.isEmpty)
  }
}
