// SPDX-License-Identifier: Apache-2.0

import UndoKit

/// A history of edits that can be undone: `UndoManager`, or the history of a toolkit's document.
///
/// GTK's text buffer, for instance, keeps a history of its own:
///
/// ```swift
/// final class BufferHistory: EditHistory {
///   let buffer: TextBuffer
///   init(_ buffer: TextBuffer) { self.buffer = buffer }
///   var canUndo: Bool { buffer.canUndo }
///   var canRedo: Bool { buffer.canRedo }
///   func undo() { buffer.undo() }
///   func redo() { buffer.redo() }
/// }
/// ```
///
/// The object stands for the document: hand out the same one each time, as an answer counts only
/// for the history in the question.
@MainActor
public protocol EditHistory: AnyObject {
  /// A Boolean value that indicates whether there is an edit to undo.
  var canUndo: Bool { get }
  /// A Boolean value that indicates whether there is an edit to redo.
  var canRedo: Bool { get }
  /// Undoes the last edit.
  func undo()
  /// Redoes the edit undone last.
  func redo()
  /// The title of a button that undoes, such as "Undo Typing"; by default "Undo".
  var undoTitle: String { get }
  /// The title of a button that redoes, such as "Redo Typing"; by default "Redo".
  var redoTitle: String { get }
  /// A Boolean value that indicates whether no edit, undo or redo is under way, when a shake does
  /// nothing; by default true.
  var isBetweenEdits: Bool { get }
  /// The identity of the edit that ``undo()`` reverts: a number that each change of the history
  /// raises; by default nil.
  ///
  /// An answer counts only if this and the titles are still the same. An index is not enough: a
  /// user who undoes and types is at the same index again.
  var undoStep: AnyHashable? { get }
}

extension EditHistory {
  /// "Undo".
  public var undoTitle: String { "Undo" }
  /// "Redo".
  public var redoTitle: String { "Redo" }
  /// True.
  public var isBetweenEdits: Bool { true }
  /// Nil.
  public var undoStep: AnyHashable? { nil }
}

extension UndoManager: EditHistory {
  /// The title of the menu item for undo.
  public var undoTitle: String { undoMenuItemTitle }
  /// The title of the menu item for redo.
  public var redoTitle: String { redoMenuItemTitle }
}

/// A history that is not owned.
struct WeakHistory {
  weak var history: (any EditHistory)?
}

/// An edit that a shake would undo or redo.
struct Edit {
  /// The direction of an edit's change.
  enum Direction {
    case undo
    case redo
  }

  let change: EditQuestion.Change
  /// A Boolean value that indicates whether the user would not see the change.
  let isOffScreen: Bool
  private let direction: Direction
  /// The title without what is off the screen, which may come back before the answer.
  private let title: String
  /// The identity of the edit; nil where the history has none.
  private let identity: AnyHashable?
  /// The number of steps that go with it.
  private let depth: Int

  /// The edit that `history` would undo or redo; nil without one.
  @MainActor
  init?(_ direction: Direction, in history: any EditHistory) {
    self.direction = direction
    if let manager = history as? UndoManager {
      guard let step = direction == .undo ? manager.stepToUndo : manager.stepToRedo else {
        return nil
      }
      title = step.title
      change = EditQuestion.Change(
        actionName: step.actionName, title: step.titleOffScreen ?? title)
      (identity, depth, isOffScreen) = (step.identity, step.depth, step.titleOffScreen != nil)
    } else {
      guard direction == .undo ? history.canUndo : history.canRedo else { return nil }
      title = direction == .undo ? history.undoTitle : history.redoTitle
      change = EditQuestion.Change(actionName: "", title: title)
      (identity, depth, isOffScreen) = (history.undoStep, 1, false)
    }
  }

  /// A Boolean value that indicates whether this is the edit that `other` was.
  func isSame(as other: Edit) -> Bool {
    identity == other.identity && title == other.title
      && change.actionName == other.change.actionName
  }

  /// Undoes or redoes it, with the steps above it that change nothing, as long as nobody who hears
  /// of one has put another in between.
  @MainActor
  func perform(in history: any EditHistory) {
    let manager = history as? UndoManager
    for left in stride(from: depth, to: 0, by: -1) {
      if left < depth, let identity,
        manager?.leads(to: identity, after: left, redoing: direction == .redo) == false
      {
        return
      }
      switch direction {
      case .undo: history.undo()
      case .redo: history.redo()
      }
    }
  }
}
