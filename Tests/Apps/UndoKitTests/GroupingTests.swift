// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

@MainActor
@Suite("4 Grouping: levels and misuse")
struct GroupingTests {
  @Test("U036 an explicit begin under event grouping opens two groups")
  func beginOpensTwo() {
    let manager = UndoManager()
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 2)
  }

  @Test("U037 end leaves the event group open")
  func endLeavesEventGroup() {
    let manager = UndoManager()
    manager.group {}
    #expect(manager.groupingLevel == 1)
  }

  @Test("U038 an explicit begin under manual grouping opens one group")
  func beginOpensOne() {
    let manager = UndoManager.manual()
    manager.beginUndoGrouping()
    #expect(manager.groupingLevel == 1)
  }

  @Test("U039 deep nesting counts")
  func deepNesting() {
    let manager = UndoManager()
    for _ in 0..<3 { manager.beginUndoGrouping() }
    #expect(manager.groupingLevel == 4)
    for level in [3, 2, 1] {
      manager.endUndoGrouping()
      #expect(manager.groupingLevel == level)
    }
  }

  @Test("U039 closing deeply nested groups takes as long for each", .timeLimit(.minutes(1)))
  func deeperNesting() {
    let manager = UndoManager.manual()
    let document = Document(0, manager)
    for _ in 0..<20_000 { manager.beginUndoGrouping() }
    document.set(1)
    for _ in 0..<20_000 { manager.endUndoGrouping() }
    #expect(manager.groupingLevel == 0)
    #expect(manager.undoCount == 1)
    // Kept: to release so many groups in one another takes more stack than a test has.
    _ = Unmanaged.passRetained(manager)
  }

  @Test("U042 undo closes the event group")
  func undoClosesEventGroup() {
    let manager = UndoManager()
    let document = Document(0, manager)
    document.set(1)
    #expect(manager.groupingLevel == 1)
    manager.undo()
    #expect(document.value == 0)
    #expect(manager.groupingLevel == 0)
  }

  @Test("U059 groupingLevel counts the redo side while undoing")
  func levelWhileUndoing() {
    let manager = UndoManager()
    let target = Token()
    var level = -1
    manager.registerUndo(withTarget: target) { _ in level = manager.groupingLevel }
    manager.undo()
    #expect(level == 1)
  }

  @Test("U060 groups of a handler become part of the one redo group")
  func groupsInHandler() {
    let manager = UndoManager()
    let target = Token()
    manager.registerUndo(withTarget: target) { target in
      manager.group { manager.registerUndo(withTarget: target) { _ in } }
    }
    manager.undo()
    #expect(manager.redoCount == 1)
    #expect(manager.groupingLevel == 0)
  }

  @Test("U061 a group that a handler leaves open is closed for it")
  func unbalancedBeginInHandler() {
    let manager = UndoManager()
    let document = Document(0, manager)
    manager.registerUndo(withTarget: document) { document in
      manager.beginUndoGrouping()
      document.set(1)
    }
    manager.undo()
    #expect(manager.groupingLevel == 0)
    #expect(manager.redoCount == 1)
    manager.redo()
    #expect(document.value == 0)
    #expect(manager.groupingLevel == 0)
    #expect(manager.counts == [1, 0])
  }
}
