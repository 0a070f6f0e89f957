import Foundation
import PasteboardKit
import ResponderKit

/// The whole program but for its looks: the chain of responders, the menu, and perhaps a question.
///
/// ```
/// text ─┬─▶ notes ─▶ window ─▶ application
/// list ─┘              ▲
/// question ────────────┘
/// ```
@MainActor
final class Editor {
  let application = Application()
  let window: NotesWindow
  let notes: Notes
  let text: TextResponder
  let list: ListResponder
  let menu: EditMenu

  /// The question that a shake has raised, until it is answered.
  private(set) var question: Question?

  /// Called after each change of what is to be shown.
  var onChange: @MainActor () -> Void = {}

  private var observation: NotificationCenter.ObservationToken?

  /// An editor of `notebook` that copies to `pasteboard`.
  init(_ notebook: Notebook, _ pasteboard: Pasteboard = .general) {
    window = NotesWindow(application: application)
    menu = EditMenu(application: application)
    menu.menuItems = [EditMenu.Item(title: "New Note", action: .newNote)]
    notes = Notes(notebook)
    notes.next = window
    text = TextResponder(notes, pasteboard, menu: menu)
    list = ListResponder(notes, pasteboard, menu: menu)
    text.becomeFirstResponder()
    application.shakeToEdit = { [weak self] in self?.ask($0) }
    notes.onChange = { [weak self] in self?.changed() }
    window.onChange = { [weak self] in self?.changed() }
    // Whether there is something to paste may change at any time.
    observation = NotificationCenter.default.addObserver(of: pasteboard, for: .changed) {
      [weak self] _ in self?.menu.update()
    }
  }

  /// A Boolean value that indicates whether the user's focus is in this program; only then a shake
  /// counts.
  var isActive: Bool {
    get { application.keyWindow != nil }
    set { application.keyWindow = newValue ? window : nil }
  }

  private func changed() {
    menu.update()
    onChange()
  }

  /// Puts the question to the user, who answers it later.
  private func ask(_ shake: ShakeToEdit) {
    let former = window.firstResponder
    let question = Question(shake, next: window) { [weak self] answer in
      self?.question = nil
      former?.becomeFirstResponder()
      shake.answer(answer)
      self?.onChange()
    }
    self.question = question
    question.becomeFirstResponder()
    onChange()
  }
}
