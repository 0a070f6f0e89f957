import PasteboardKit
import ResponderKit

/// The responder of the text: commands about what is selected in the open note.
final class TextResponder: WidgetResponder {
  let notes: Notes
  private let pasteboard: Pasteboard

  /// The responder of the text of `notes`, which copies to `pasteboard`.
  init(_ notes: Notes, _ pasteboard: Pasteboard, menu: EditMenu) {
    self.notes = notes
    self.pasteboard = pasteboard
    super.init(next: notes, menu: menu)
  }

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case .cut: { _, _ in if self.copy() { self.replaceSelection(.cutting) } }
    case .copy: { _, _ in _ = self.copy() }
    case .paste: { _, _ in self.replaceSelection(.pasting, with: self.pasteboard.string ?? "") }
    case .delete: { _, _ in self.replaceSelection(.deleting) }
    case .select: { _, _ in self.notes.move { $0.select($0.word) } }
    case .selectAll: { _, _ in self.notes.move { $0.select(0..<Int.max) } }
    default: super.method(for: action)
    }
  }

  override func canPerformAction(_ action: Action, withSender sender: Any?) -> Bool {
    let notebook = notes.notebook
    return switch action {
    case .cut, .copy, .delete: !notebook.selection.isEmpty
    case .paste: pasteboard.hasStrings
    case .select: notebook.selection.isEmpty && !notebook.word.isEmpty
    case .selectAll: notebook.selection.count < notebook.text.unicodeScalars.count
    default: super.canPerformAction(action, withSender: sender)
    }
  }

  /// Puts the selection on the pasteboard.
  ///
  /// - Returns: whether it is there, so that nothing is cut that would be lost
  private func copy() -> Bool {
    pasteboard.setValue(notes.notebook.selected, forType: Pasteboard.StandardType.text)
  }

  private func replaceSelection(_ kind: Notes.Edit, with text: String = "") {
    notes.editOnce(kind) { $0.replaceSelection(with: text) }
  }
}
