// SPDX-License-Identifier: Apache-2.0

import Testing
import UndoKit

@MainActor
@Suite("2 Registration: methods and invocations")
struct MethodRegistrationTests {
  let manager = UndoManager.manual()

  private func keep(_ token: Token, in keeper: Keeper) {
    manager.group {
      manager.registerUndo(withTarget: keeper, method: Keeper.take, object: token)
    }
  }

  @Test("U014 the object is retained until undone, or dropped", arguments: [true, false])
  func objectIsReleased(isUndone: Bool) {
    let keeper = Keeper()
    var token: Token? = Token()
    weak let observed = token
    if let token { keep(token, in: keeper) }
    token = nil
    #expect(observed != nil)
    if isUndone { manager.undo() } else { manager.removeAllActions() }
    #expect(keeper.taken == (isUndone ? 1 : 0))
    #expect(observed == nil)
  }

  @Test("U014 the target of a method is not retained, and skipped once it is gone")
  func targetIsNotRetained() {
    var keeper: Keeper? = Keeper()
    weak let observed = keeper
    if let keeper { keep(Token(), in: keeper) }
    keeper = nil
    #expect(observed == nil)
    manager.undo()
    #expect(!manager.canUndo)
  }

  @Test("U014 a target may belong to no actor")
  func nonisolatedTarget() {
    let counter = Counter()
    manager.group {
      manager.registerUndo(withTarget: counter, method: Counter.add, object: 1)
    }
    manager.undo()
    #expect(counter.value == 1)
  }

  @Test("U018 handlers and methods share one stack")
  func mixedForms() {
    let shape = Shape(manager)
    let steps = [Shape.setByHandler, Shape.setByMethod]
    for value in 1...6 {
      manager.group { steps[value % 2](shape)(value) }
    }
    for expected in [5, 4, 3, 2, 1, 0] {
      manager.undo()
      #expect(shape.width == expected)
    }
    for expected in 1...6 {
      manager.redo()
      #expect(shape.width == expected)
    }
  }

  @Test("U019 a scalar survives as the object of a method")
  func scalarSurvives() {
    let shape = Shape(manager)
    manager.group { shape.setByMethod(.min) }
    manager.undo()
    #expect(shape.width == 0)
    manager.redo()
    #expect(shape.width == .min)
  }
}

@MainActor
private final class Keeper {
  private(set) var taken = 0
  func take(_ token: Token) { taken += 1 }
}

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
