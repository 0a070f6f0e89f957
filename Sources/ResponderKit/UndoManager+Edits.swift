import UndoKit

extension UndoManager {
  /// Whether nobody is in the middle of an edit, an undo or a redo.
  ///
  /// A shake may come while an application keeps a group open, during a drag for instance. To undo
  /// then would be misuse of the undo manager, or close the group before its time.
  var isBetweenEdits: Bool {
    !hasExplicitGroup && !isUndoing && !isRedoing
  }

  /// What ``Action/undo`` does; `nil` if there is nothing to undo now.
  var undoMethod: Action.Method? {
    guard isBetweenEdits, canUndo else { return nil }
    return { _, _ in self.undo() }
  }

  /// What ``Action/redo`` does; `nil` if there is nothing to redo now.
  var redoMethod: Action.Method? {
    guard isBetweenEdits, canRedo else { return nil }
    return { _, _ in self.redo() }
  }
}
