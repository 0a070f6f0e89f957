// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import GTKSupport
import ResponderKit

/// The field with the text that is searched for.
@MainActor
final class SearchView {
  /// The field.
  let widget: Widget
  private let search: PlacedText
  /// A Boolean value that indicates whether the model is being shown, so that a change is not the
  /// user's.
  private var isShowing = false

  /// A view of `search`.
  init(_ search: PlacedText) {
    self.search = search
    widget = gtk_entry_new()
    gtk_entry_set_placeholder_text(widget.cast(), "Search")
    gtk_editable_set_width_chars(widget.opaque, 14)
    // The undo manager is the model's.
    gtk_editable_set_enable_undo(widget.opaque, 0)
    for signal in ["changed", "notify::cursor-position", "notify::selection-bound"] {
      connect(widget, signal) { [weak self] _ in self?.takeFromField() }
    }
    connect(widget, "activate") { [weak search] _ in search?.insertText("\n") }
    connectResponder({ [weak search] in search }, search.place, to: widget)
  }

  /// Shows what the model has.
  func show() {
    isShowing = true
    defer { isShowing = false }
    if !text.utf8.elementsEqual(search.text.utf8) {
      gtk_editable_set_text(widget.opaque, search.text)
    }
    let scalars = search.scalars
    guard selection != scalars else { return }
    gtk_editable_select_region(
      widget.opaque, Int32(scalars.lowerBound), Int32(scalars.upperBound))
  }

  /// Puts the keyboard's focus into the field.
  func focus() {
    gtk_widget_grab_focus(widget)
  }

  /// Has GTK ask for the desktop's keyboard when the field gets the focus, or not.
  func usesDesktopKeyboard(_ isUsed: Bool) {
    gtk_entry_set_input_hints(
      widget.cast(), isUsed ? GTK_INPUT_HINT_NONE : GTK_INPUT_HINT_INHIBIT_OSK)
  }

  private func takeFromField() {
    guard !isShowing else { return }
    search.userDidEdit(to: text, scalars: selection)
  }

  /// The text that is on the screen.
  var text: String { String(cString: gtk_editable_get_text(widget.opaque)) }

  private var selection: Range<Int> {
    var (start, end) = (Int32(0), Int32(0))
    if gtk_editable_get_selection_bounds(widget.opaque, &start, &end) == 0 {
      start = gtk_editable_get_position(widget.opaque)
      end = start
    }
    return Int(start)..<Int(end)
  }
}
