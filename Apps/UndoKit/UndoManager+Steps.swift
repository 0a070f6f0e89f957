// SPDX-License-Identifier: Apache-2.0

extension UndoManager {
  /// Runs `body`, and makes what it registers a step of its own.
  ///
  /// ```swift
  /// undoManager.step("Typing") {
  ///   undoManager.registerUndo(withTarget: note) { $0.text = "" }
  ///   note.text = "Dear Ada"
  /// }
  /// ```
  ///
  /// The event group is closed before and after it, so two steps of one event are two undos. Inside
  /// a group of yours, or while undoing, it becomes part of the open group. A body that registers
  /// nothing leaves no step, and one that throws leaves the step of what it registered before.
  ///
  /// - Parameters:
  ///   - actionName: the name of the step, as ``setActionName(_:)`` sets it
  ///   - body: makes the change, and registers what reverts it
  /// - Returns: what `body` returns
  /// - Throws: what `body` throws
  public func step<Result, Failure: Error>(
    _ actionName: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let isAlone = isBetweenEdits
    if isAlone { closeEventGroup() }
    beginUndoGrouping()
    let level = groupingLevel
    defer {
      // A body that throws may leave groups of its own open, and one may have forgotten all
      // actions.
      while groupingLevel > level { closeGroup(keepingEmpty: false) }
      if groupingLevel == level {
        setActionName(actionName)
        closeGroup(keepingEmpty: false)
      }
      if isAlone { closeEventGroup() }
      sealStep()
    }
    return try body()
  }
}

/// A step that a shake undoes or redoes: the newest that changes anything.
///
/// A step all of whose targets are gone reverts nothing. It is undone together with the next one
/// that does.
package struct EffectiveStep {
  /// The identity of the step; nil if a subclass of the manager has none.
  package let identity: AnyHashable?
  /// The name that the step was given.
  package let actionName: String
  /// The title of a menu item for it.
  package let title: String
  /// The number of steps to undo, or to redo, with it.
  package let depth: Int
  /// The title that names its target, if the user does not see that; otherwise nil.
  package var titleOffScreen: String?
}

extension UndoManager {
  /// The step that a shake undoes; nil if it would change nothing.
  package var stepToUndo: EffectiveStep? {
    guard canUndo else { return nil }
    return effectiveStep(of: undoStack, undoActionName, undoMenuItemTitle) {
      undoMenuTitle(forUndoActionName: $0)
    }
  }

  /// The step that is redone after a question; nil if it would change nothing.
  package var stepToRedo: EffectiveStep? {
    guard canRedo else { return nil }
    return effectiveStep(of: redoStack, redoActionName, redoMenuItemTitle) {
      redoMenuTitle(forUndoActionName: $0)
    }
  }

  /// Returns whether the step with that identity is the next one that changes anything, and
  /// `depth` undos or redos revert it.
  ///
  /// - Complexity: O(*n*) in the actions of the newest step alone.
  package func leads(to identity: AnyHashable, after depth: Int, redoing: Bool) -> Bool {
    let stack = redoing ? redoStack : undoStack
    guard stack.level == 0, let step = stack.closed(atDepth: depth),
      AnyHashable(step.number) == identity
    else { return false }
    return depth == 1 || stack.closed(atDepth: 1)?.effect.isNone == true
  }

  private func effectiveStep(
    of stack: UndoStack, _ newestName: String, _ newestTitle: String, titled: (String) -> String
  ) -> EffectiveStep? {
    // A subclass may have a history of its own.
    guard stack.count > 0 else {
      return EffectiveStep(
        identity: undoStep, actionName: newestName, title: newestTitle, depth: 1)
    }
    guard let (group, depth, effect) = stack.newestEffective else { return nil }
    let name = depth == 1 ? newestName : group.labels.name ?? ""
    var step = EffectiveStep(
      identity: group.number, actionName: name, title: depth == 1 ? newestTitle : titled(name),
      depth: depth)
    if case .offScreen(let target) = effect {
      step.titleOffScreen = titled(name.isEmpty ? "in \(target)" : "\(name) in \(target)")
    }
    return step
  }
}
