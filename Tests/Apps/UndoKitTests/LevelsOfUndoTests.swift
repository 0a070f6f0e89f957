// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

@MainActor
@Suite("6 Levels of undo")
struct LevelsOfUndoTests {
  let manager = UndoManager.manual()

  private func steps(_ count: Int) -> Document {
    let document = Document(0, manager)
    for value in 1...count { manager.group { document.set(value) } }
    return document
  }

  @Test("U074 the oldest step is dropped on close")
  func oldestIsDropped() {
    manager.levelsOfUndo = 3
    let document = steps(4)
    for _ in 0..<3 { manager.undo() }
    #expect(document.value == 1)
    #expect(!manager.canUndo)
    manager.undo()
    #expect(document.value == 1)
  }

  @Test("U075 lowering drops at once, the oldest first")
  func loweringTrims() {
    let document = steps(4)
    manager.levelsOfUndo = 1
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(document.value == 3)
  }

  @Test("U076 the redo side is limited too")
  func redoIsLimited() {
    let document = steps(4)
    manager.undo()
    manager.undo()
    manager.levelsOfUndo = 1
    #expect(manager.redoCount == 1)
    manager.redo()
    #expect(document.value == 3)
  }

  @Test("U077 zero means unlimited")
  func zeroIsUnlimited() {
    manager.levelsOfUndo = 0
    let document = steps(1000)
    #expect(manager.undoCount == 1000)
    #expect(document.value == 1000)
  }

  @Test("U078 only top-level groups count")
  func onlyTopLevelCounts() {
    manager.levelsOfUndo = 1
    let document = Document(0, manager)
    manager.group {
      for value in 1...5 { manager.group { document.set(value) } }
    }
    #expect(manager.undoCount == 1)
    manager.undo()
    #expect(document.value == 0)
  }
}
