// SPDX-License-Identifier: Apache-2.0

import UndoKit

extension UndoManager {
  /// The implementation of ``Action/undo``; `nil` if there is nothing to undo now.
  var undoMethod: Action.Method? {
    guard isBetweenEdits, canUndo else { return nil }
    return { _, _ in self.undo() }
  }

  /// The implementation of ``Action/redo``; `nil` if there is nothing to redo now.
  var redoMethod: Action.Method? {
    guard isBetweenEdits, canRedo else { return nil }
    return { _, _ in self.redo() }
  }
}

/// The system's ways of editing that work in a responder, such as shake to undo.
///
/// UIKit's `UIEditingInteractionConfiguration`. There it is also about gestures of the fingers,
/// which this library does not know.
public enum EditingInteractionConfiguration: Hashable, Sendable {
  /// A shake does not undo or redo anything.
  case none
  /// An unhandled shake leads to undo and redo.
  case `default`
}
