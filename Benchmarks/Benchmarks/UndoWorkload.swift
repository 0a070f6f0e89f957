// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ShakeUndo
import UndoKit

/// A way to use an undo manager.
@MainActor
enum UndoWorkload: String, CaseIterable {
  /// Each change in an event of its own, under a loop that the manager does not know.
  case steps
  /// Each change in an event of its own, the last hundred kept.
  case limited
  /// All changes in one group.
  case group
  /// Each change in a group of its own, all in one event.
  case nested
  /// Each change in an event of its own, its object gone: a shake passes over all to the first.
  case gone

  /// Makes, undoes and redoes `count` changes with a new manager; calls `full` when it holds most.
  func run(_ count: Int, full: () -> Void) {
    let manager = UndoManager()
    let target = Target(manager)
    manager.levelsOfUndo = self == .limited ? 100 : 0
    switch self {
    case .steps, .limited:
      for value in 1...count {
        target.set(value)
        UndoManager.endEventGroups()
      }
    case .group:
      for value in 1...count { target.set(value) }
    case .nested:
      for value in 1...count {
        manager.beginUndoGrouping()
        target.set(value)
        manager.endUndoGrouping()
      }
    case .gone:
      target.set(1)
      UndoManager.endEventGroups()
      for value in 1..<count {
        Target(manager).set(value)
        UndoManager.endEventGroups()
      }
      full()
      let shakes = ShakeToUndo(.undo) { manager }
      for phase in [MotionEvent.Phase.began, .ended] {
        shakes.send(MotionEvent(.shake, phase, at: Timestamp(nanoseconds: 0)))
      }
      precondition(target.value == 0 && !manager.canUndo)
      return
    }
    full()
    let kept = self == .limited ? count - 100 : 0
    while manager.canUndo { manager.undo() }
    precondition(target.value == kept)
    while manager.canRedo { manager.redo() }
    precondition(target.value == count)
  }
}

@MainActor
private final class Target {
  private unowned let manager: UndoManager
  private(set) var value = 0

  init(_ manager: UndoManager) {
    self.manager = manager
  }

  func set(_ newValue: Int) {
    let oldValue = value
    manager.registerUndo(withTarget: self) { $0.set(oldValue) }
    value = newValue
  }
}
