import Foundation
import PasteboardKit
import ResponderKit
import UndoKit

/// The text being edited: it takes keys and commands, and registers what undoes them.
final class Document: Responder, KeyResponder {
  /// The text, and where the caret is.
  private(set) var buffer = TextBuffer()

  /// What the user is in the middle of: more of the same belongs to the same undo step.
  private var run: Edit?

  private let pasteboard: Pasteboard

  private enum Edit: String {
    case typing = "Typing"
    case deleting = "Delete"
    case cutting = "Cut"
    case pasting = "Paste"
  }

  /// A document that copies to `pasteboard` and pastes from it.
  init(_ pasteboard: Pasteboard) {
    self.pasteboard = pasteboard
  }

  override var canBecomeFirstResponder: Bool { true }

  override func resignFirstResponder() -> Bool {
    run = nil
    return super.resignFirstResponder()
  }

  // MARK: Keys

  override var keyCommands: [KeyCommand]? {
    [
      KeyCommand(input: "z", modifiers: .control, action: .undo),
      KeyCommand(input: "z", modifiers: [.control, .shift], action: .redo),
      KeyCommand(input: "y", modifiers: .control, action: .redo),
      KeyCommand(input: "x", modifiers: .control, action: .cut),
      KeyCommand(input: "c", modifiers: .control, action: .copy),
      KeyCommand(input: "v", modifiers: .control, action: .paste),
      KeyCommand(input: "a", modifiers: .control, action: .selectAll),
    ]
  }

  func press(_ key: Key) -> Bool {
    switch key {
    case .text(let text):
      edit(.typing) { $0.insert(text) }
    case .newline:
      edit(.typing) { $0.insert("\n") }
      run = nil
    case .backspace:
      if !(buffer.before + buffer.selected).isEmpty { edit(.deleting) { $0.deleteBackward() } }
    case .left:
      move { $0.moveLeft() }
    case .right:
      move { $0.moveRight() }
    case .shiftLeft:
      move { $0.extendLeft() }
    case .shiftRight:
      move { $0.extendRight() }
    case .escape, .control, .shiftControl:
      return false
    }
    return true
  }

  // MARK: Commands

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case .cut: { _, _ in if self.copy() { self.editOnce(.cutting) { $0.deleteSelection() } } }
    case .copy: { _, _ in _ = self.copy() }
    case .paste: { _, _ in self.paste() }
    case .delete: { _, _ in self.editOnce(.deleting) { $0.deleteSelection() } }
    case .select: { _, _ in self.move { $0.selectWord() } }
    case .selectAll: { _, _ in self.move { $0.selectAll() } }
    default: super.method(for: action)
    }
  }

  override func canPerformAction(_ action: Action, withSender sender: Any?) -> Bool {
    switch action {
    case .cut, .copy, .delete: !buffer.selected.isEmpty
    case .paste: pasteboard.hasStrings
    case .select: buffer.selected.isEmpty && buffer.isInWord
    case .selectAll: buffer.selected != buffer.text
    default: super.canPerformAction(action, withSender: sender)
    }
  }

  /// Puts the selection on the pasteboard.
  ///
  /// - Returns: whether it is there, so that nothing is cut that would be lost
  private func copy() -> Bool {
    pasteboard.setValue(buffer.selected, forType: Pasteboard.StandardType.text)
  }

  private func paste() {
    guard let string = pasteboard.string else { return }
    // Other programs copy what would confuse the screen, such as tabs and escape sequences.
    let lines = string.replacingOccurrences(of: "\r\n", with: "\n")
      .replacingOccurrences(of: "\t", with: "  ")
    let scalars = lines.unicodeScalars.filter {
      $0 == "\n" || $0.properties.generalCategory != .control
    }
    editOnce(.pasting) { $0.insert(String(String.UnicodeScalarView(scalars))) }
  }

  // MARK: Edits

  /// Changes the text; only the first edit of a run registers what undoes it, and the others with
  /// it.
  private func edit(_ kind: Edit, _ change: (inout TextBuffer) -> Void) {
    if run != kind {
      registerUndo()
      undoManager?.setActionName(kind.rawValue)
      run = kind
    }
    change(&buffer)
  }

  /// Changes the text in a step of its own.
  private func editOnce(_ kind: Edit, _ change: (inout TextBuffer) -> Void) {
    run = nil
    edit(kind, change)
    run = nil
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

  // MARK: Place

  /// The text begins in the second row of the screen, below the title.
  override func convertToWindow(_ rect: CGRect) -> CGRect {
    super.convertToWindow(rect.offsetBy(dx: 0, dy: 1))
  }
}
