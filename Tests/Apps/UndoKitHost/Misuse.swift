// SPDX-License-Identifier: Apache-2.0

import UndoKit

/// Every way to misuse an undo manager, under the number of its case; MisuseTests has the messages.
enum Misuse: String {
  case u015RegisterWithoutGroup
  case u032RedoWhileUndoing, u033UndoWhileUndoing, u033UndoNestedGroupWhileUndoing
  case u034UndoWhileRedoing, u034RedoWhileRedoing
  case u040EndWithoutBegin, u041EndTooMany, u060EndInHandler
  case u044UndoInNestedGroup, u045UndoInGroupOfEvent
  case u046UndoNestedGroupInGroup, u046UndoNestedGroupBelowChanges
  case u080EnableWithoutDisable
  case u102NameWithoutGroup, u109DiscardableWithoutGroup, u113UserInfoWithoutGroup

  @MainActor
  func commit() {
    let (manual, automatic) = (UndoManager(), UndoManager())
    manual.groupsByEvent = false
    let target = Target()
    /// Undoes, and redoes if asked, an action that makes `call` at that moment.
    func replay(redoing: Bool = false, _ call: @escaping @MainActor () -> Void) {
      automatic.registerUndo(withTarget: target) { target in
        if redoing { automatic.registerUndo(withTarget: target) { _ in call() } } else { call() }
      }
      automatic.undo()
      if redoing { automatic.redo() }
    }
    func begin(_ count: Int) {
      for _ in 0..<count { manual.beginUndoGrouping() }
    }
    switch self {
    case .u015RegisterWithoutGroup: manual.registerUndo(withTarget: target) { _ in }
    case .u032RedoWhileUndoing: replay { automatic.redo() }
    case .u033UndoWhileUndoing: replay { automatic.undo() }
    case .u033UndoNestedGroupWhileUndoing: replay { automatic.undoNestedGroup() }
    case .u034UndoWhileRedoing: replay(redoing: true) { automatic.undo() }
    case .u034RedoWhileRedoing: replay(redoing: true) { automatic.redo() }
    case .u040EndWithoutBegin: manual.endUndoGrouping()
    case .u041EndTooMany:
      begin(2)
      for _ in 0..<3 { manual.endUndoGrouping() }
    case .u060EndInHandler: replay { automatic.endUndoGrouping() }
    case .u044UndoInNestedGroup:
      begin(2)
      manual.registerUndo(withTarget: target) { _ in }
      manual.undo()
    case .u045UndoInGroupOfEvent:
      automatic.beginUndoGrouping()
      automatic.undo()
    case .u046UndoNestedGroupInGroup:
      begin(1)
      manual.registerUndo(withTarget: target) { _ in }
      manual.undoNestedGroup()
    case .u046UndoNestedGroupBelowChanges:
      automatic.beginUndoGrouping()
      automatic.endUndoGrouping()
      automatic.registerUndo(withTarget: target) { _ in }
      automatic.undoNestedGroup()
    case .u080EnableWithoutDisable: automatic.enableUndoRegistration()
    case .u102NameWithoutGroup: manual.setActionName("N")
    case .u109DiscardableWithoutGroup: manual.setActionIsDiscardable(true)
    case .u113UserInfoWithoutGroup: manual.setActionUserInfoValue(1, forKey: "key")
    }
    withExtendedLifetime(target) {}
  }
}

/// Something to be a target.
@MainActor
private final class Target {}
