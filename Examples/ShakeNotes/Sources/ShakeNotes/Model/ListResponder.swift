import PasteboardKit
import ResponderKit

/// The responder of the list: the same commands, about the open note as a whole.
final class ListResponder: WidgetResponder {
  let notes: Notes
  private let pasteboard: Pasteboard

  /// The responder of the list of `notes`, which copies to `pasteboard`.
  init(_ notes: Notes, _ pasteboard: Pasteboard, menu: EditMenu) {
    self.notes = notes
    self.pasteboard = pasteboard
    super.init(next: notes, menu: menu)
  }

  override var keyCommands: [KeyCommand]? {
    [KeyCommand(input: "Delete", action: .delete)]
  }

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case .cut: { _, _ in if self.copy() { self.remove(.cutting) } }
    case .copy: { _, _ in _ = self.copy() }
    case .paste: { _, _ in self.paste() }
    case .delete: { _, _ in self.remove(.removing) }
    default: super.method(for: action)
    }
  }

  override func canPerformAction(_ action: Action, withSender sender: Any?) -> Bool {
    switch action {
    case .cut, .copy: !notes.notebook.text.isEmpty
    case .paste: pasteboard.hasStrings
    default: super.canPerformAction(action, withSender: sender)
    }
  }

  private func copy() -> Bool {
    pasteboard.setValue(notes.notebook.text, forType: Pasteboard.StandardType.text)
  }

  private func paste() {
    guard let text = pasteboard.string else { return }
    notes.editOnce(.pasting) { $0.add(text) }
  }

  private func remove(_ kind: Notes.Edit) {
    notes.editOnce(kind) { $0.remove() }
  }
}
