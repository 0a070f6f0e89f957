import ResponderKit
import UndoKit

/// The text being edited: it takes keys, and registers what undoes them.
final class Document: Responder, KeyResponder {
  /// The text, and where the caret is.
  private(set) var buffer = TextBuffer()

  /// What the user is in the middle of: more of the same belongs to the same undo step.
  private var run: Edit?

  private enum Edit: String {
    case typing = "Typing"
    case deleting = "Delete"
  }

  override var canBecomeFirstResponder: Bool { true }

  override func resignFirstResponder() -> Bool {
    run = nil
    return super.resignFirstResponder()
  }

  func press(_ key: Key) -> Bool {
    switch key {
    case .text(let text):
      edit(.typing) { $0.insert(text) }
    case .newline:
      edit(.typing) { $0.insert("\n") }
      run = nil
    case .backspace:
      if !buffer.before.isEmpty { edit(.deleting) { $0.deleteBackward() } }
    case .left:
      move { $0.moveLeft() }
    case .right:
      move { $0.moveRight() }
    case .control("Z"):
      undoManager?.undo()
    case .control("Y"):
      undoManager?.redo()
    case .escape, .control:
      return false
    }
    return true
  }

  /// Changes the text; only the first edit of a run registers what undoes it, and the others with it.
  private func edit(_ kind: Edit, _ change: (inout TextBuffer) -> Void) {
    if run != kind {
      registerUndo()
      undoManager?.setActionName(kind.rawValue)
      run = kind
    }
    change(&buffer)
  }

  private func move(_ change: (inout TextBuffer) -> Void) {
    change(&buffer)
    run = nil
  }

  /// Registers the way back to what the text is now.
  private func registerUndo() {
    let old = buffer
    undoManager?.registerUndo(withTarget: self) { document in
      // While undoing this registers what redoes, and the other way round.
      document.registerUndo()
      document.buffer = old
      document.run = nil
    }
  }
}
