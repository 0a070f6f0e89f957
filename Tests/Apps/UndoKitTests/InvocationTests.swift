// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

@MainActor
@Suite("2 Registration: prepared invocations")
struct InvocationTests {
  let manager = UndoManager.manual()

  @Test("U018 a prepared invocation takes any number of arguments")
  func preparedInvocations() {
    let shape = Shape(manager)
    manager.group {
      shape.move(toX: 1, y: 2)
      shape.toggle()
    }
    manager.undo()
    #expect(shape.place == [0, 0])
    #expect(!shape.isHidden)
    manager.redo()
    #expect(shape.place == [1, 2])
    #expect(shape.isHidden)
  }

  @Test("U018 a prepared property is read now and set by undo")
  func preparedProperty() {
    let shape = Shape(manager)
    shape.width = 5
    manager.group { manager.prepare(withInvocationTarget: shape).width += 2 }
    #expect(shape.width == 5)
    shape.width = 100
    manager.undo()
    #expect(shape.width == 7)
  }

  @Test("U018 prepared invocations do not retain their target")
  func preparedTargetIsNotRetained() {
    var shape: Shape? = Shape(manager)
    weak let observed = shape
    manager.group {
      shape?.toggle()
      if let shape { manager.prepare(withInvocationTarget: shape).width = 1 }
    }
    shape = nil
    #expect(observed == nil)
    manager.undo()
    #expect(!manager.canRedo)
  }

  @Test("U018 a prepared invocation may be of a target that belongs to no actor")
  func nonisolatedTarget() {
    let counter = Counter()
    manager.group { manager.prepare(withInvocationTarget: counter).record(Counter.add, 2) }
    manager.undo()
    #expect(counter.value == 2)
  }
}
