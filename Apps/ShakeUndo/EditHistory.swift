// SPDX-License-Identifier: Apache-2.0

import UndoKit

/// A history of edits that can be undone: `UndoManager`, or that of a toolkit's document.
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
/// for the history that was asked about.
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
  /// A Boolean value that indicates whether no edit, undo or redo is under way, in which a shake
  /// does nothing; by default true.
  var isBetweenEdits: Bool { get }
  /// The identity of the edit that ``undo()`` reverts: a number that each change of the history
  /// raises; by default nil.
  ///
  /// An answer counts only if this and the titles are still the same. An index is not enough: who
  /// undoes and types is at the same index again.
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

/// An edit that a shake would undo or redo.
struct Edit {
  let change: EditQuestion.Change
  /// The identity of the edit; nil where the history has none.
  private let identity: AnyHashable?
  /// The number of steps that go with it.
  private let depth: Int

  private init(_ title: String, _ actionName: String, _ identity: AnyHashable?, depth: Int = 1) {
    change = EditQuestion.Change(actionName: actionName, title: title)
    (self.identity, self.depth) = (identity, depth)
  }

  private init(_ step: EffectiveStep) {
    self.init(step.title, step.actionName, step.identity, depth: step.depth)
  }

  /// The edit that `history` would undo; nil without one.
  @MainActor
  static func toUndo(in history: any EditHistory) -> Edit? {
    guard let manager = history as? UndoManager else {
      return history.canUndo ? Edit(history.undoTitle, "", history.undoStep) : nil
    }
    return manager.stepToUndo.map(Edit.init)
  }

  /// The edit that `history` would redo; nil without one.
  @MainActor
  static func toRedo(in history: any EditHistory) -> Edit? {
    guard let manager = history as? UndoManager else {
      return history.canRedo ? Edit(history.redoTitle, "", history.undoStep) : nil
    }
    return manager.stepToRedo.map(Edit.init)
  }

  /// A Boolean value that indicates whether this is the edit that `other` was.
  func isSame(as other: Edit) -> Bool {
    identity == other.identity && change == other.change
  }

  /// Undoes it, with the steps above it that change nothing.
  @MainActor
  func undo(in history: any EditHistory) {
    perform {
      history.undo()
    } next: {
      Edit.toUndo(in: history)
    }
  }

  /// Redoes it, with the steps above it that change nothing.
  @MainActor
  func redo(in history: any EditHistory) {
    perform {
      history.redo()
    } next: {
      Edit.toRedo(in: history)
    }
  }

  /// Performs the steps, as long as nobody who hears of one has put another in between.
  @MainActor
  private func perform(_ step: () -> Void, next: () -> Edit?) {
    step()
    for left in stride(from: depth - 1, to: 0, by: -1) {
      guard let next = next(), next.identity == identity, next.depth == left else { return }
      step()
    }
  }
}
