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
