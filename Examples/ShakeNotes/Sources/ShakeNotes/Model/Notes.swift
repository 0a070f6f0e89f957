import ResponderKit
import UndoKit

/// The notes as a responder: it keeps the notebook, and registers what undoes each change.
///
/// Text and list are before it on the chain, the window is after it.
final class Notes: Responder {
  /// What there is now.
  private(set) var notebook: Notebook {
    didSet { if notebook != oldValue { onChange() } }
  }

  /// Called after each change.
  var onChange: @MainActor () -> Void = {}

  /// The edit that the user is in the middle of: more of the same belongs to the same undo step.
  private var run: Edit?

  /// A kind of edit, with the name that the user reads.
  enum Edit: String {
    case typing = "Typing"
    case deleting = "Delete"
    case cutting = "Cut"
    case pasting = "Paste"
    case adding = "New Note"
    case removing = "Delete Note"
  }

  /// The notes of `notebook`.
  init(_ notebook: Notebook) {
    self.notebook = notebook
  }

  // MARK: Keys and commands

  override var keyCommands: [KeyCommand]? {
    [
      KeyCommand(input: "z", modifiers: .control, action: .undo),
      KeyCommand(input: "z", modifiers: [.control, .shift], action: .redo),
      KeyCommand(input: "x", modifiers: .control, action: .cut),
      KeyCommand(input: "c", modifiers: .control, action: .copy),
      KeyCommand(input: "v", modifiers: .control, action: .paste),
      KeyCommand(input: "a", modifiers: .control, action: .selectAll),
      KeyCommand(input: "n", modifiers: .control, action: .newNote),
      KeyCommand(input: "e", modifiers: .control, action: .showMenu),
      KeyCommand(input: "Menu", action: .showMenu),
    ]
  }

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case .newNote: { _, _ in self.editOnce(.adding) { $0.add("") } }
    default: super.method(for: action)
    }
  }

  // MARK: Changes

  /// Changes what is selected or open, which ends what the user is in the middle of.
  func move(_ change: (inout Notebook) -> Void) {
    var changed = notebook
    change(&changed)
    guard changed != notebook else { return }
    run = nil
    notebook = changed
  }

  /// Takes the text that the user typed; typing goes on until a line ends or the caret moves.
  func type(_ text: String, selection: Range<Int>) {
    guard text != notebook.text else { return move { $0.select(selection) } }
    let isLonger = text.unicodeScalars.count > notebook.text.unicodeScalars.count
    edit(isLonger ? .typing : .deleting) { $0.setText(text, selection: selection) }
    if notebook.endsLine { run = nil }
  }

  /// Changes the notebook in an undo step of its own.
  func editOnce(_ kind: Edit, _ change: (inout Notebook) -> Void) {
    run = nil
    edit(kind, change)
    run = nil
  }

  private func edit(_ kind: Edit, _ change: (inout Notebook) -> Void) {
    if run != kind {
      registerUndo()
      undoManager?.setActionName(kind.rawValue)
      run = kind
    }
    change(&notebook)
  }

  /// Registers the way back to what there is now.
  private func registerUndo() {
    let old = notebook
    undoManager?.registerUndo(withTarget: self) { notes in
      // While undoing this registers what redoes, and the other way round.
      notes.registerUndo()
      notes.run = nil
      notes.notebook = old
    }
  }
}

extension Notebook {
  /// A Boolean value that indicates whether the caret is behind the end of a line.
  fileprivate var endsLine: Bool {
    selection.lowerBound > 0
      && text.unicodeScalars.dropFirst(selection.lowerBound - 1).first == "\n"
  }
}

extension Action {
  /// Add a note.
  static let newNote = Action(rawValue: "newNote")
  /// Show the menu of what can be done.
  static let showMenu = Action(rawValue: "showMenu")
  /// Leave the question as it is.
  static let cancelQuestion = Action(rawValue: "cancelQuestion")
}
