// SPDX-License-Identifier: Apache-2.0

import UndoKit

/// A thing whose changes are registered in each of the typed forms that replace selectors.
@MainActor
final class Shape {
  let manager: UndoManager
  var width = 0
  private(set) var place = [0, 0]
  private(set) var isHidden = false

  init(_ manager: UndoManager) {
    self.manager = manager
  }

  func setByHandler(_ newWidth: Int) {
    let oldWidth = width
    manager.registerUndo(withTarget: self) { $0.setByHandler(oldWidth) }
    width = newWidth
  }

  func setByMethod(_ newWidth: Int) {
    manager.registerUndo(withTarget: self, method: Shape.setByMethod, object: width)
    width = newWidth
  }

  func move(toX x: Int, y: Int) {
    let recorder = manager.prepare(withInvocationTarget: self)
    recorder.record(Shape.move(toX:y:), place[0], place[1])
    place = [x, y]
  }

  func toggle() {
    manager.prepare(withInvocationTarget: self).record(Shape.toggle)
    isHidden.toggle()
  }
}

/// A target that belongs to no actor.
final class Counter {
  var value = 0
  func add(_ number: Int) { value += number }
}
