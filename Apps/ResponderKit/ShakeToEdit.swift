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

extension Responder {
  /// Runs `body`, and makes what it registers with ``undoManager`` a step of its own.
  ///
  /// ```swift
  /// note.step("Typing") { note.setText("Dear Ada") }
  /// ```
  ///
  /// `UndoManager.step(_:_:)` says what a step is. Without an undo manager the body runs, and that
  /// it cannot be undone is reported once.
  ///
  /// - Parameters:
  ///   - actionName: the name of the step (`"Typing"`)
  ///   - body: makes the change, and registers what reverts it
  /// - Returns: what `body` returns
  /// - Throws: what `body` throws
  public func step<Result, Failure: Error>(
    _ actionName: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let undoManager = nearestUndoManager else {
      (application ?? .shared).reportOnce(.stepWithoutUndoManager(of: "\(type(of: self))"))
      return try body()
    }
    return try undoManager.step(actionName, body)
  }
}
