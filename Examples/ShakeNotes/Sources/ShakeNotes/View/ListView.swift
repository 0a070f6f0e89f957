// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import GTKSupport
import ResponderKit

/// The list of the notes by their first lines.
@MainActor
final class ListView {
  /// The list within its scrollbars.
  let widget: Widget
  private let list: Widget
  private let responder: ListResponder
  /// A Boolean value that indicates whether the model is being shown, so that a change is not the
  /// user's.
  private var isShowing = false

  /// A view of the notes of `responder`.
  init(_ responder: ListResponder) {
    self.responder = responder
    widget = gtk_scrolled_window_new()
    list = gtk_list_box_new()
    gtk_scrolled_window_set_child(widget.opaque, list)
    gtk_widget_set_size_request(widget, 140, -1)
    connect(list, "row-selected") { [weak self] arguments in
      guard let self, !self.isShowing, let row = arguments.object(1) else { return }
      let position = gtk_list_box_row_get_index(row.assumingMemoryBound(to: GtkListBoxRow.self))
      self.responder.notes.open(Int(position))
    }
    let asList: @MainActor () -> Responder? = { [weak responder] in responder }
    connectResponder(asList, responder.place, to: list)
    responder.place.selectionRect = { [weak self] in self?.selectionRect ?? .zero }
    connectMenu(of: asList, to: list) { [weak self] _, y in
      guard let self else { return }
      let row = gtk_list_box_get_row_at_y(self.list.opaque, Int32(y))
      if let row { gtk_list_box_select_row(self.list.opaque, row) }
    }
  }

  /// Shows what the model has.
  func show() {
    let notes = responder.notes
    isShowing = true
    defer { isShowing = false }
    let titles = notes.titles
    while titles.count < labels.count, let last = row(labels.count - 1) {
      gtk_list_box_remove(list.opaque, last)
    }
    while titles.count > labels.count {
      let label = gtk_label_new("")
      gtk_label_set_xalign(label?.opaque, 0)
      gtk_label_set_ellipsize(label?.opaque, PANGO_ELLIPSIZE_END)
      gtk_list_box_append(list.opaque, label)
    }
    for (label, title) in zip(labels, titles) { gtk_label_set_text(label.opaque, title) }
    guard let current = row(notes.current), selected != notes.current else { return }
    gtk_list_box_select_row(list.opaque, current.cast())
  }

  /// Puts the keyboard's focus into the list.
  func focus() {
    if let row = row(responder.notes.current) { gtk_widget_grab_focus(row) }
  }

  /// The titles that are on the screen.
  var titles: [String] { labels.map { String(cString: gtk_label_get_text($0.opaque)) } }

  /// The position of the title that is marked; -1 for none.
  var selected: Int {
    guard let row = gtk_list_box_get_selected_row(list.opaque) else { return -1 }
    return Int(gtk_list_box_row_get_index(row))
  }

  private var labels: [Widget] {
    list.children.compactMap { gtk_list_box_row_get_child($0.cast()) }
  }

  private func row(_ index: Int) -> Widget? {
    gtk_list_box_get_row_at_index(list.opaque, Int32(index)).map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self)
    }
  }

  private var selectionRect: CGRect {
    var rect = graphene_rect_t()
    guard let row = row(responder.notes.current),
      gtk_widget_compute_bounds(row, list, &rect) != 0
    else { return .zero }
    return CGRect(rect)
  }
}
