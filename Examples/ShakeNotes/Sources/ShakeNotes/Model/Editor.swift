// SPDX-License-Identifier: Apache-2.0

import Foundation
import PasteboardKit
import ResponderKit
import ShakeUndo

/// The whole program but for its looks: the chain of responders, the menu, and perhaps a question.
///
/// ```
/// note ───┐
/// list ───┼─▶ notes ─▶ window ─▶ application
/// search ─┘              ▲
/// question ──────────────┘
/// ```
@MainActor
final class Editor {
  let application = Application()
  let window: NotesWindow
  let notes: Notes
  let list: ListResponder
  /// The text that is searched for, which other programs have on their Find board too.
  let search: PlacedText
  let menu: EditMenu

  /// The question that a shake has raised, until it is answered.
  private(set) var question: Question?

  /// Called after each change of what the window shows.
  var onChange: @MainActor () -> Void = {}

  private var observation: NotificationCenter.ObservationToken?

  /// Called when the note has what was searched for.
  var onFound: @MainActor () -> Void = {}

  private let searching = SearchDelegate()

  /// An editor of notes that copies to `pasteboard`.
  init(_ texts: [String], _ pasteboard: Pasteboard = .general, find: Pasteboard = .find) {
    application.pasteboard = pasteboard
    application.findPasteboard = find
    window = NotesWindow(application: application)
    menu = EditMenu(application: application)
    menu.menuItems = [
      EditMenu.Item(title: "New Note", action: .newNote),
      EditMenu.Item(title: "Open Link", action: .openLink),
    ]
    notes = Notes(texts, of: application, menu: menu)
    notes.next = window
    list = ListResponder(notes, menu: menu)
    search = PlacedText(find.string ?? "", in: notes, WidgetPlace(menu), searching)
    search.isSingleLine = true
    notes.openNote.becomeFirstResponder()
    application.delegate = self
    searching.editor = self
    application.onShake = reaction
    notes.onChange = { [weak self] in self?.changed() }
    window.onChange = { [weak self] in self?.changed() }
    // Whether there is something to paste may change at any time.
    observation = NotificationCenter.default.addObserver(of: pasteboard, for: .changed) {
      [weak self] _ in self?.menu.update()
    }
  }

  /// A shake asks.
  var reaction: ShakeReaction { .ask { [weak self] in self?.ask($0) } }

  /// A Boolean value that indicates whether the user's focus is in this program; only then a shake
  /// counts.
  var isActive: Bool {
    get { application.keyWindow != nil }
    set { application.keyWindow = newValue ? window : nil }
  }

  /// Searches the open note for what is in the search field, which other texts and programs search
  /// for from now on.
  fileprivate func find() {
    guard application.findPasteboard.setString(search.text) else { return }
    notes.openNote.becomeFirstResponder()
    notes.openNote.select(nextMatchOf: search.text)
    onFound()
  }

  fileprivate func changed() {
    menu.update()
    onChange()
  }

  /// Puts the question to the user, who answers it later.
  private func ask(_ shake: EditQuestion) {
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

/// What the search field does: Return searches.
@MainActor
private final class SearchDelegate: TextDelegate {
  weak var editor: Editor?

  func textDidChange(_ text: TextResponder) { editor?.changed() }
  func textDidChangeSelection(_ text: TextResponder) { editor?.changed() }
  func textDidReturn(_ text: TextResponder) { editor?.find() }
}
