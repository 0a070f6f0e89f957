import UndoKit

/// What a shake could undo and redo.
///
/// The application makes one when a shake has ended, nobody handled it, and there is something to
/// undo or redo; its ``Application/shakeToEdit`` decides. It stands for the alert that UIKit shows
/// ("Undo Typing", "Redo Typing", "Cancel").
public struct ShakeToEdit: Sendable {
  /// The undo manager found from the first responder, or else from the key window.
  public let undoManager: UndoManager

  /// What would be undone; `nil` if there is nothing to undo.
  public let undo: Change?

  /// What would be redone; `nil` if there is nothing to redo.
  public let redo: Change?

  /// What a shake does unless the client says otherwise: undo, and never redo.
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

  /// What is to be done.
  public enum Answer: Hashable, Sendable, CaseIterable {
    /// Undo the last edit.
    case undo
    /// Redo what was undone last.
    case redo
    /// Leave everything as it is.
    case neither
  }
}

extension ShakeToEdit {
  /// What `undoManager` could do now; `nil` if that is nothing.
  @MainActor
  init?(of undoManager: UndoManager) {
    guard undoManager.isBetweenEdits else { return nil }
    self.undoManager = undoManager
    undo =
      undoManager.canUndo
      ? Change(actionName: undoManager.undoActionName, title: undoManager.undoMenuItemTitle) : nil
    redo =
      undoManager.canRedo
      ? Change(actionName: undoManager.redoActionName, title: undoManager.redoMenuItemTitle) : nil
    if undo == nil && redo == nil { return nil }
  }

  /// Does what was answered, as far as it is possible now.
  ///
  /// The answer may come out of a dialog's own event loop, in which the user went on editing. With
  /// nothing to undo or redo, the undo manager does nothing.
  @MainActor
  func perform(_ answer: Answer) {
    guard undoManager.isBetweenEdits else { return }
    switch answer {
    case .undo:
      undoManager.undo()
    case .redo:
      undoManager.redo()
    case .neither:
      break
    }
  }
}

extension UndoManager {
  /// Whether nobody is in the middle of an edit, an undo or a redo.
  ///
  /// A shake may come while an application keeps a group open, during a drag for instance. To undo
  /// then would be misuse of the undo manager, or close the group before its time.
  fileprivate var isBetweenEdits: Bool {
    !hasExplicitGroup && !isUndoing && !isRedoing
  }
}
