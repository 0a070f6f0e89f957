import ResponderKit
import UndoKit

/// A text that can be edited and undone.
@MainActor
final class Note {
  private(set) var text = ""

  /// Changes the text, so that `undoManager` can take it back.
  func write(_ newText: String, named name: String? = nil, undoManager: UndoManager?) {
    let oldText = text
    undoManager?.registerUndo(withTarget: self) { [weak undoManager] note in
      note.write(oldText, undoManager: undoManager)
    }
    if let name { undoManager?.setActionName(name) }
    text = newText
  }
}

/// A first responder whose history hides that of its window.
@MainActor
final class Document: Responder {
  private let history = UndoManager()

  override var undoManager: UndoManager? { history }

  override var canBecomeFirstResponder: Bool { true }
}
