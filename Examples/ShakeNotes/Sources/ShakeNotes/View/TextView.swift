// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import GTKSupport
import ResponderKit

/// The text of the open note.
///
/// GTK draws it, and makes text of keys, input methods and the pointer.
@MainActor
final class TextView {
  /// The view within its scrollbars.
  let widget: Widget
  private let view: Widget
  private let buffer: UnsafeMutablePointer<GtkTextBuffer>
  private let notes: Notes
  /// A Boolean value that indicates whether the model is being shown, so that a change is not the
  /// user's.
  private var isShowing = false

  /// A view of the open one of `notes`.
  init(_ notes: Notes) {
    self.notes = notes
    widget = gtk_scrolled_window_new()
    view = gtk_text_view_new()
    buffer = gtk_text_view_get_buffer(view.cast())
    // The undo manager is the model's.
    gtk_text_buffer_set_enable_undo(buffer, 0)
    // Tab goes on to the list, for those who have no pointer.
    gtk_text_view_set_accepts_tab(view.cast(), 0)
    gtk_text_view_set_wrap_mode(view.cast(), GTK_WRAP_WORD_CHAR)
    for set in [
      gtk_text_view_set_left_margin, gtk_text_view_set_right_margin, gtk_text_view_set_top_margin,
    ] {
      set(view.cast(), 10)
    }
    gtk_scrolled_window_set_child(widget.opaque, view)
    gtk_widget_set_hexpand(widget, 1)
    for signal in ["changed", "mark-set"] {
      connect(buffer, signal) { [weak self] _ in self?.takeFromBuffer() }
    }
    let open: @MainActor () -> Responder? = { [weak notes] in notes?.openNote }
    connectResponder(open, notes.place, to: view)
    notes.place.selectionRect = { [weak self] in self?.selectionRect ?? .zero }
    connectMenu(of: open, to: view) { [weak self] x, y in self?.moveCaret(x, y) }
  }

  /// Shows what the model has.
  func show() {
    let note = notes.openNote
    isShowing = true
    defer { isShowing = false }
    if !text.utf8.elementsEqual(note.text.utf8) { gtk_text_buffer_set_text(buffer, note.text, -1) }
    let scalars = note.scalars
    guard selection != scalars else { return }
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_iter_at_offset(buffer, &start, Int32(scalars.lowerBound))
    gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(scalars.upperBound))
    gtk_text_buffer_select_range(buffer, &end, &start)
    gtk_text_view_scroll_mark_onscreen(view.cast(), gtk_text_buffer_get_insert(buffer))
  }

  /// Puts the keyboard's focus into the text.
  func focus() {
    gtk_widget_grab_focus(view)
  }

  /// Has GTK ask for the desktop's keyboard when the text gets the focus, or not.
  func usesDesktopKeyboard(_ isUsed: Bool) {
    gtk_text_view_set_input_hints(
      view.cast(), isUsed ? GTK_INPUT_HINT_NONE : GTK_INPUT_HINT_INHIBIT_OSK)
  }

  /// Tells the model what the user did.
  private func takeFromBuffer() {
    guard !isShowing else { return }
    notes.openNote.userDidEdit(to: text, scalars: selection)
  }

  /// The text that is on the screen.
  var text: String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 1) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }

  /// What is selected on the screen, in Unicode scalars.
  var selection: Range<Int> {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_selection_bounds(buffer, &start, &end)
    return Int(gtk_text_iter_get_offset(&start))..<Int(gtk_text_iter_get_offset(&end))
  }

  /// Puts the caret where the user points, unless that is selected.
  private func moveCaret(_ x: Double, _ y: Double) {
    var (place, bufferX, bufferY) = (GtkTextIter(), Int32(0), Int32(0))
    gtk_text_view_window_to_buffer_coords(
      view.cast(), GTK_TEXT_WINDOW_WIDGET, Int32(x), Int32(y), &bufferX, &bufferY)
    gtk_text_view_get_iter_at_location(view.cast(), &place, bufferX, bufferY)
    guard !selection.contains(Int(gtk_text_iter_get_offset(&place))) else { return }
    gtk_text_buffer_place_cursor(buffer, &place)
  }

  private var selectionRect: CGRect {
    let selection = selection
    return [selection.lowerBound, selection.upperBound].map { offset -> CGRect in
      var (place, rect, x, y) = (GtkTextIter(), GdkRectangle(), Int32(0), Int32(0))
      gtk_text_buffer_get_iter_at_offset(buffer, &place, Int32(offset))
      gtk_text_view_get_iter_location(view.cast(), &place, &rect)
      gtk_text_view_buffer_to_window_coords(
        view.cast(), GTK_TEXT_WINDOW_WIDGET, rect.x, rect.y, &x, &y)
      return CGRect(x: Int(x), y: Int(y), width: 1, height: Int(rect.height))
    }.reduce(CGRect.null) { $0.union($1) }
  }
}
