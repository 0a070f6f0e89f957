// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

@MainActor
@Suite("4 Grouping: nested and empty groups")
struct NestedGroupTests {
  let manual = UndoManager.manual()

  /// One event with three nested groups: 0 -> 1 -> 2 -> 3.
  private func eventOfThree() -> (UndoManager, Document) {
    let manager = UndoManager()
    let document = Document(0, manager)
    for value in 1...3 { manager.group { document.set(value) } }
    return (manager, document)
  }

  @Test("U047 undoNestedGroup undoes the last group closed inside the open event group")
  func undoNestedInsideEvent() {
    let (manager, document) = eventOfThree()
    manager.undoNestedGroup()
    #expect(document.value == 2)
    #expect(manager.groupingLevel == 1)
  }

  @Test("U048 repeated undoNestedGroup walks back one by one")
  func undoNestedRepeated() {
    let (manager, document) = eventOfThree()
    for expected in [2, 1, 0] {
      manager.undoNestedGroup()
      #expect(document.value == expected)
    }
    manager.undoNestedGroup()
    #expect(document.value == 0)
  }

  @Test("U049 redo works inside the open event group")
  func redoInsideEvent() {
    let (manager, document) = eventOfThree()
    manager.undoNestedGroup()
    manager.undoNestedGroup()
    manager.redo()
    #expect(document.value == 2)
    manager.redo()
    #expect(document.value == 3)
    #expect(manager.groupingLevel == 1)
    manager.undoNestedGroup()
    #expect(document.value == 2)
  }

  @Test("U050 undo after undoNestedGroup reverts the rest in one step")
  func undoTheRest() {
    let (manager, document) = eventOfThree()
    manager.undoNestedGroup()
    manager.undo()
    #expect(document.value == 0)
    #expect(!manager.canUndo)
    #expect(manager.redoCount == 2)
  }

  @Test("U051 undoNestedGroup undoes a closed top-level group like undo")
  func undoNestedTopLevel() {
    let document = Document(0, manual)
    for value in 1...3 { manual.group { document.set(value) } }
    manual.undoNestedGroup()
    #expect(document.value == 2)
    manual.undoNestedGroup()
    #expect(document.value == 1)
  }

  @Test("U052 undo reverts nested groups at once")
  func nestedGroupsAtOnce() {
    let document = Document(2, manual)
    manual.group {
      manual.group { document.set(3) }
      document.set(4)
    }
    manual.undo()
    #expect(document.value == 2)
    #expect(!manual.canUndo)
  }

  @Test("U053 nested groups are undone in reverse order")
  func nestedOrder() {
    let target = Token()
    var performed: [Int] = []
    func register(_ number: Int) {
      manual.registerUndo(withTarget: target) { _ in performed.append(number) }
    }
    manual.group {
      register(1)
      manual.group {
        register(2)
        register(3)
      }
      register(4)
    }
    manual.undo()
    #expect(performed == [4, 3, 2, 1])
  }

  @Test("U054 an empty closed group stays on the undo stack")
  func emptyGroupStays() {
    manual.group {}
    #expect(manual.canUndo)
    #expect(manual.undoCount == 1)
    manual.undo()
    #expect(!manual.canUndo)
    #expect(!manual.canRedo)
  }

  @Test("U055 an empty group nested in the event group counts")
  func emptyNestedGroup() {
    let manager = UndoManager()
    manager.group {}
    #expect(manager.canUndo)
  }

  @Test("U056 an empty open group reports canUndo")
  func emptyOpenGroup() {
    manual.beginUndoGrouping()
    #expect(manual.canUndo)
  }

  @Test("U043 undo closes the one open group, and undoes it")
  func openGroupIsUndone() {
    let document = Document(0, manual)
    manual.beginUndoGrouping()
    document.set(1)
    manual.undo()
    #expect(document.value == 0 && manual.groupingLevel == 0 && manual.counts == [0, 1])
  }

  @Test("U057 an open group with changes reports canUndo")
  func openGroup() {
    manual.beginUndoGrouping()
    Document(0, manual).set(1)
    #expect(manual.canUndo)
  }

  @Test("U058 an empty group does not clear redo")
  func emptyGroupKeepsRedo() {
    let document = Document(0, manual)
    manual.group { document.set(1) }
    manual.undo()
    manual.group {}
    #expect(manual.canRedo)
  }
}
