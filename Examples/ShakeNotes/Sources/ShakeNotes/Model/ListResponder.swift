// SPDX-License-Identifier: Apache-2.0

import Foundation
import ResponderKit

/// The responder of the list: the same commands, about the open note as a whole.
final class ListResponder: Responder {
  let notes: Notes
  let place: WidgetPlace

  /// The responder of the list of `notes`, which shows `menu`.
  init(_ notes: Notes, menu: EditMenu) {
    self.notes = notes
    place = WidgetPlace(menu)
    super.init()
    next = notes
  }

  override var canBecomeFirstResponder: Bool { true }

  override func convertToWindow(_ rect: CGRect) -> CGRect {
    super.convertToWindow(place.toWindow(rect))
  }

  override var keyCommands: [KeyCommand]? {
    [KeyCommand(input: "Delete", action: .delete)]
  }

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case .cut: { _, _ in if self.copy() { self.notes.remove("Cut") } }
    case .copy: { _, _ in _ = self.copy() }
    case .paste: { _, _ in self.paste() }
    case .delete: { _, _ in self.notes.remove("Delete Note") }
    case .showMenu: { _, _ in self.place.showMenu(of: self) }
    default: super.method(for: action)
    }
  }

  override func canPerformAction(_ action: Action, withSender sender: Any?) -> Bool {
    switch action {
    case .cut, .copy: notes.openNote.hasText
    case .paste: board.hasStrings
    default: super.canPerformAction(action, withSender: sender)
    }
  }

  private var board: any TextBoard { notes.application.pasteboard }

  private func copy() -> Bool {
    board.setString(notes.openNote.text)
  }

  private func paste() {
    if let text = board.string { notes.add(text, "Paste") }
  }
}
