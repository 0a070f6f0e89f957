// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

@MainActor
@Suite("3 Undo and redo: order")
struct UndoOrderTests {
  let manager = UndoManager.manual()

  @Test("U027 a group is undone in reverse order")
  func reverseOrder() {
    let target = Token()
    var performed = ""
    manager.group {
      for letter in ["a", "b", "c"] {
        manager.registerUndo(withTarget: target) { _ in performed += letter }
      }
    }
    manager.undo()
    #expect(performed == "cba")
  }

  @Test("U028 redo applies the original order")
  func redoOrder() {
    let document = Document(0, manager)
    manager.group { (1...4).forEach(document.set) }
    manager.undo()
    manager.redo()
    #expect(document.history.suffix(4) == [1, 2, 3, 4])
  }

  @Test("U030 redo keeps the remaining redo groups")
  func redoKeepsRemaining() {
    let document = Document(0, manager)
    manager.group { document.set(1) }
    manager.group { document.set(2) }
    manager.undo()
    manager.undo()
    manager.redo()
    #expect(manager.redoCount == 1)
    #expect(manager.undoCount == 1)
    #expect(document.value == 1)
  }

  @Test("U031 several levels of undo and redo")
  func multiLevel() {
    let document = Document(0, manager)
    for value in 1...3 { manager.group { document.set(value) } }
    for expected in [2, 1, 0] {
      manager.undo()
      #expect(document.value == expected)
    }
    for expected in [1, 2, 3] {
      manager.redo()
      #expect(document.value == expected)
    }
  }

  @Test("U035 one group may change several targets")
  func severalTargets() {
    let documents = [Document(1, manager), Document(2, manager), Document(3, manager)]
    manager.group { documents.forEach { $0.set($0.value * 10) } }
    manager.undo()
    #expect(documents.map(\.value) == [1, 2, 3])
    manager.redo()
    #expect(documents.map(\.value) == [10, 20, 30])
  }
}
