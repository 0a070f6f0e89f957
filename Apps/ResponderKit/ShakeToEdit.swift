// SPDX-License-Identifier: Apache-2.0

import UndoKit

/// The question whether a shake is to undo or redo, which the client answers at once or later.
///
/// The application asks when a shake has ended, no responder handled it, and there is something to
/// undo or redo. It stands for the alert that UIKit shows ("Undo Typing", "Redo Typing", "Cancel"):
///
/// ```swift
/// application.shakeToEdit = { question in
///   let titles = [question.undo?.title, question.redo?.title].compactMap { $0 }
///   showDialog(titles) { pressed in
///     switch pressed {
///     case nil: question.answer(.neither)
///     case question.undo?.title: question.answer(.undo)
///     default: question.answer(.redo)
///     }
///   }
/// }
/// ```
///
/// While it is open, further shakes do nothing. It is open until it is answered or released.
@MainActor
public final class ShakeToEdit {
  /// The undo manager found from the first responder, or else from the key window.
  public let undoManager: UndoManager

  /// The edit that can be undone; `nil` if there is nothing to undo.
  public let undo: Change?

  /// The edit that can be redone; `nil` if there is nothing to redo.
  public let redo: Change?

  /// A Boolean value that indicates whether the question has not been answered yet.
  public private(set) var isOpen = true

  /// Called once it is answered or released.
  var whenClosed: () -> Void = {}
  /// The questions of all applications that may be open.
  private static var all: [Weak] = []

  private struct Weak {
    weak var question: ShakeToEdit?
  }

  /// The open question about `undoManager`; nil if there is none.
  static func open(about undoManager: UndoManager) -> ShakeToEdit? {
    all.lazy.compactMap(\.question).first { $0.isOpen && $0.undoManager === undoManager }
  }

  /// The answer unless the client gives another: undo, and never redo.
  ///
  /// If the second of two shakes redid what the first had undone, a user who goes on shaking would
  /// get nowhere.
  public var defaultAnswer: Answer { undo == nil ? .neither : .undo }

  /// An edit that can be undone or redone, as it is shown to the user.
  public struct Change: Hashable, Sendable {
    /// The name given to the edit (`"Typing"`); empty if it was given none.
    public let actionName: String

    /// The text for a menu or a button (`"Undo Typing"`).
    public let title: String
  }

  /// An answer to the question.
  public enum Answer: Hashable, Sendable, CaseIterable {
    /// Undo the last edit.
    case undo
    /// Redo what was undone last.
    case redo
    /// Leave everything as it is.
    case neither
  }

  /// The question for `undoManager`; `nil` if there is nothing to undo or redo now.
  init?(of undoManager: UndoManager) {
    guard undoManager.isBetweenEdits else { return nil }
    self.undoManager = undoManager
    // First this: asking for it posts a checkpoint, at which clients register what was pending.
    redo =
      undoManager.canRedo
      ? Change(actionName: undoManager.redoActionName, title: undoManager.redoMenuItemTitle) : nil
    undo =
      undoManager.canUndo
      ? Change(actionName: undoManager.undoActionName, title: undoManager.undoMenuItemTitle) : nil
    if undo == nil && redo == nil { return nil }
    Self.all.removeAll { $0.question?.isOpen != true }
    Self.all.append(Weak(question: self))
  }

  isolated deinit {
    if isOpen { whenClosed() }
  }

  /// Answers the question, and undoes or redoes if that is still possible; a second answer is
  /// ignored.
  ///
  /// The user may have gone on editing meanwhile: without anything to undo or redo, or in the
  /// middle of an edit, nothing is done.
  ///
  /// - Parameter answer: the answer; ``Answer/neither`` also if the user closed the dialog
  public func answer(_ answer: Answer) {
    guard isOpen else { return }
    isOpen = false
    switch answer {
    case .undo: undoManager.undoMethod?(self, nil)
    case .redo: undoManager.redoMethod?(self, nil)
    case .neither: break
    }
    whenClosed()
  }
}

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
