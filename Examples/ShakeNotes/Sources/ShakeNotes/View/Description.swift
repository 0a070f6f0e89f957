// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import GTKSupport

/// What can be seen in the window, read from its widgets; for tests.
struct Description: Codable, Hashable {
  var text: String
  /// What is selected in the text, from and to.
  var selection: [Int]
  /// What the search field has.
  var search: String
  var titles: [String]
  var open: Int
  var question: String?
  /// The buttons of question and menu.
  var buttons: [Button]
  /// The keys on the screen.
  var keys: [Button]
  var status: String
  var isActive: Bool

  struct Button: Codable, Hashable {
    var title: String
    /// The middle, in pixels from the top left of the window's surface.
    var x: Int
    var y: Int
  }

  /// The picture as a line of JSON.
  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let data = (try? encoder.encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self)
  }
}

extension NotesView {
  /// What can be seen now.
  var description: Description {
    let selection = text.selection
    let shadow = window.placeOnSurface
    let asked = question.choices.map { button($0, on: window, at: shadow) }
    let popover = menu.widget.placeOnSurface
    let start = menu.choices.isEmpty ? .zero : menu.placeOnParent
    let offered = menu.choices.map {
      button($0, on: menu.widget, at: CGPoint(x: popover.x + start.x, y: popover.y + start.y))
    }
    return Description(
      text: text.text, selection: [selection.lowerBound, selection.upperBound],
      search: search.text, titles: list.titles, open: list.selected, question: question.text,
      buttons: asked + offered,
      keys: panel.buttons.map { button($0, on: window, at: shadow) }, status: statusText,
      isActive: gtk_window_is_active(window.cast()) != 0)
  }

  private func button(
    _ widget: Widget, on top: Widget, at place: CGPoint
  ) -> Description.Button {
    let middle = CGPoint(
      x: Double(gtk_widget_get_width(widget)) / 2, y: Double(gtk_widget_get_height(widget)) / 2)
    let point = widget.convert(middle, to: top)
    let title = gtk_button_get_label(widget.cast()).map { String(cString: $0) } ?? ""
    return Description.Button(title: title, x: Int(point.x + place.x), y: Int(point.y + place.y))
  }
}
