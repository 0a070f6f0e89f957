// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UndoKit

@MainActor
@Suite("10 Notifications: sequences")
struct NotificationTests {
  @Test(
    "What a script posts after another, and at which level",
    arguments: [
      ("U006 undo of an empty stack does nothing", "", "undo", "Checkpoint@0 Checkpoint@0"),
      ("U007 redo of an empty stack does nothing", "", "redo", "Checkpoint@0"),
      ("U115 begin under event grouping", "", "[", "DidOpen@1 Checkpoint@1 DidOpen@2"),
      ("U116 lazy event group", "", "a1", "DidOpen@1"),
      ("U072 a cancelled close leaves the next event group alone", "", "a1 clear end", "DidOpen@1"),
      ("U117 begin at level 0 under manual grouping", "manual", "[", "DidOpen@1"),
      ("U118 nested begin", "manual [", "[", "Checkpoint@1 DidOpen@2"),
      ("U119 end", "manual [ a1", "]", "Checkpoint@1 WillClose@1 DidClose@0"),
      ("U120 end of an empty group", "manual [", "]", "Checkpoint@1 WillClose@1 DidClose@0"),
      (
        "U121 undo of a closed group", "manual [ a1 ]", "undo",
        "Checkpoint@0 Checkpoint@0 WillUndo@0 DidUndo@0"
      ),
      (
        "U122 undo with the event group open", "a1", "undo",
        "Checkpoint@1 Checkpoint@1 WillClose@1 DidClose@0 Checkpoint@0 WillUndo@0 DidUndo@0"
      ),
      (
        "U123 no group opens or closes while undoing", "manual [ ( [ a1 ] ) ]", "undo",
        "Checkpoint@0 Checkpoint@0 WillUndo@0 Checkpoint@1 Checkpoint@2 DidUndo@0"
      ),
      ("U124 redo", "manual [ a1 ] undo", "redo", "Checkpoint@0 WillRedo@0 DidRedo@0"),
      ("U131 a discardable group", "manual [ a1 !", "]", "Checkpoint@1 WillClose@1 DidClose@0!"),
      (
        "U131 its undo and redo", "manual [ a1 ! ]", "undo redo",
        "Checkpoint@0 Checkpoint@0 WillUndo@0 DidUndo@0! Checkpoint@0 WillRedo@0 DidRedo@0!"
      ),
      ("U131 a mixed one", "manual [ a1 ! a2", "]", "Checkpoint@1 WillClose@1 DidClose@0"),
    ])
  func sequence(_ rule: String, before: String, script: String, posted: String) {
    let bench = Bench()
    bench.run(before)
    let log = NotificationLog(bench.manager)
    bench.run(script)
    #expect(log.entries.joined(separator: " ") == posted)
  }

  @Test(
    "What an observer does when it is notified for the first time, or for later ones",
    arguments: [
      (
        "U127 a registration at the checkpoint of end joins the closing group", "manual [",
        "Checkpoint", 1...1, "a1", "]", "a1 @0 1/0"
      ),
      (
        "U128 a registration at the checkpoint of undo is undone", "", "Checkpoint", 1...1, "a1",
        "undo", "a0 @0 0/1"
      ),
      (
        "U128 also when undo closes the event group", "a1", "DidClose", 1...1, "a2", "undo",
        "a1 @0 1/1"
      ),
      (
        "U128 and again when that is closed", "a1", "DidClose", 1...2, "a2", "undo", "a2 @0 2/1"
      ),
      // The checkpoints of undo itself: before the event group is closed, in closing, and after.
      ("U128 and at its second checkpoint", "a1", "Checkpoint", 3...3, "a2", "undo", "a1 @0 1/1"),
      (
        "U130 isUndoing holds while will is posted, at level 0", "a1", "WillUndo", 1...1, "|",
        "undo",
        "a1 @0 1/0 undoing | a0 @0 0/1"
      ),
      ("U130 and did", "a1", "DidUndo", 1...1, "|", "undo", "a0 @0 0/1 undoing | a0 @0 0/1"),
      (
        "U130 isRedoing holds while will is posted", "a1 undo", "WillRedo", 1...1, "|", "redo",
        "a0 @0 0/1 redoing | a1 @0 1/0"
      ),
      ("U130 and did", "a1 undo", "DidRedo", 1...1, "|", "redo", "a1 @0 1/0 redoing | a1 @0 1/0"),
      (
        "U135 a registration at DidUndo is a new change", "a1", "DidUndo", 1...1, "b1", "undo",
        "a0 b1 @1 1/0"
      ),
      (
        "U135 a registration at WillUndo is part of what redo performs", "a1 =N", "WillUndo", 1...1,
        "b1", "undo | redo", "a0 b1 @0 0/1 /N | a1 b0 @0 1/0 N/"
      ),
      (
        "U135 everything may be removed at WillUndo", "a1", "WillUndo", 1...1, "clear", "undo",
        "a1 @0 0/0"
      ),
      (
        "U135 a registration after that leaves no group open", "a1", "WillUndo", 1...1, "clear b1",
        "undo | redo", "a1 b1 @0 0/1 | a1 b0 @0 1/0"
      ),
    ])
  func observer(
    _ rule: String, before: String, label: String, times: ClosedRange<Int>, reaction: String,
    script: String,
    states: String
  ) {
    let bench = Bench()
    bench.run(before)
    var count = 0
    let log = NotificationLog(bench.manager) {
      guard $0 == label else { return }
      count += 1
      if times.contains(count) { bench.run(reaction) }
    }
    bench.run(script + " |")
    withExtendedLifetime(log) {}
    #expect(bench.states.joined(separator: " | ") == states)
  }

  @Test("U125 U126 canRedo posts one checkpoint, canUndo nothing")
  func questions() {
    let manager = UndoManager()
    let log = NotificationLog(manager)
    _ = manager.canUndo
    #expect(log.entries.isEmpty)
    _ = manager.canRedo
    #expect(log.entries == ["Checkpoint@0"])
  }

  @Test("U129 U131 U132 the names are Apple's, also those of messages and of the key")
  func names() {
    let names: [NSNotification.Name] = [
      .NSUndoManagerCheckpoint, .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
      .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
      .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
    ]
    let messages = [
      UndoManager.CheckpointMessage.name, UndoManager.DidOpenUndoGroupMessage.name,
      UndoManager.WillCloseUndoGroupMessage.name, UndoManager.DidCloseUndoGroupMessage.name,
      UndoManager.WillUndoChangeMessage.name, UndoManager.DidUndoChangeMessage.name,
      UndoManager.WillRedoChangeMessage.name, UndoManager.DidRedoChangeMessage.name,
    ]
    let expected = [
      "Checkpoint", "DidOpenUndoGroup", "WillCloseUndoGroup", "DidCloseUndoGroup",
      "WillUndoChange", "DidUndoChange", "WillRedoChange", "DidRedoChange",
    ]
    #expect(names.map(\.rawValue) == expected.map { "NSUndoManager\($0)Notification" })
    #expect(messages == names)
    #expect(NSUndoManagerGroupIsDiscardableKey == "NSUndoManagerGroupIsDiscardableKey")
  }

  @Test("U129 the object is the manager, and observers run at once")
  func object() {
    let (manager, manual) = (UndoManager(), UndoManager.manual())
    let log = NotificationLog(manager)
    let other = NotificationLog(manual)
    Document(0, manager).set(1)
    #expect(log.entries == ["DidOpen@1"])
    #expect(other.entries.isEmpty)
  }
}
