// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

@MainActor
@Suite("3 Undo and redo")
struct UndoRedoTests {
  let manager = UndoManager()
  let target = Token()

  @Test("U020 isUndoing holds in the handler")
  func isUndoing() {
    var flags: [Bool] = []
    manager.registerUndo(withTarget: target) { [manager] _ in
      flags = [manager.isUndoing, manager.isRedoing]
    }
    manager.undo()
    #expect(flags == [true, false])
    #expect(!manager.isUndoing)
  }

  @Test("U021 isRedoing holds in the handler")
  func isRedoing() {
    var flags: [Bool] = []
    manager.registerUndo(withTarget: target) { [manager] target in
      manager.registerUndo(withTarget: target) { _ in
        flags = [manager.isUndoing, manager.isRedoing]
      }
    }
    manager.undo()
    manager.redo()
    #expect(flags == [false, true])
    #expect(!manager.isRedoing)
  }

  @Test("U022 registration during undo goes to redo")
  func registrationDuringUndo() {
    let document = Document(0, manager)
    document.set(1)
    manager.undo()
    #expect(manager.canRedo)
    #expect(manager.redoCount == 1)
    #expect(!manager.canUndo)
  }

  @Test("U023 registration during redo goes to undo")
  func registrationDuringRedo() {
    let document = Document(0, manager)
    document.set(1)
    manager.undo()
    manager.redo()
    #expect(manager.canUndo)
    #expect(!manager.canRedo)
    #expect(document.value == 1)
  }

  @Test("U024 undo and redo alternate")
  func cycles() {
    let document = Document(0, manager)
    document.set(1)
    for _ in 0..<4 {
      manager.undo()
      #expect(document.value == 0)
      #expect(manager.counts == [0, 1])
      manager.redo()
      #expect(document.value == 1)
      #expect(manager.counts == [1, 0])
    }
  }

  @Test("U025 a handler without inverse leaves nothing to redo")
  func handlerWithoutInverse() {
    var performed = 0
    manager.registerUndo(withTarget: target) { _ in performed += 1 }
    manager.undo()
    #expect(!manager.canRedo)
    #expect(manager.redoCount == 0)
    manager.redo()
    #expect(performed == 1)
  }

  @Test("U026 a redo without inverse leaves nothing to undo")
  func redoWithoutInverse() {
    manager.registerUndo(withTarget: target) { [manager] target in
      manager.registerUndo(withTarget: target) { _ in }
    }
    manager.undo()
    manager.redo()
    #expect(!manager.canUndo)
    #expect(!manager.canRedo)
  }

  @Test("U029 a new registration clears redo")
  func registrationClearsRedo() {
    let document = Document(0, manager)
    document.set(1)
    manager.undo()
    #expect(manager.redoCount == 1)
    manager.registerUndo(withTarget: target) { _ in }
    #expect(!manager.canRedo)
    #expect(manager.redoCount == 0)
  }
}
