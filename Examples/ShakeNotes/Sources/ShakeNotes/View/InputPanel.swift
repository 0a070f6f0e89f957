// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import GTKSupport
import ResponderKit

/// The keys to type with: the app's own below the notes, or the desktop's keyboard.
///
/// GTK asks for the desktop's keyboard by itself (on Wayland by the protocol text-input) whenever
/// a text gets the focus; where the app shows its own keys, the panel has GTK not ask.
@MainActor
final class InputPanel: InputPresenter {
  /// The panel, which is there while keys of our own are in force.
  let widget: Widget
  private let application: Application
  private let usesDesktopKeyboard: @MainActor (Bool) -> Void
  private var pad: KeyPad?
  private var keys: [(key: KeyPad.Key, button: Widget)] = []

  /// A panel for the texts of `application`.
  init(_ application: Application, usesDesktopKeyboard: @escaping @MainActor (Bool) -> Void) {
    self.application = application
    self.usesDesktopKeyboard = usesDesktopKeyboard
    widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2)
    gtk_widget_set_visible(widget, 0)
  }

  func show(_ views: InputViews) {
    update(views)
  }

  func update(_ views: InputViews) {
    switch views.input {
    case .custom(let part):
      usesDesktopKeyboard(false)
      if let pad = part.view as? KeyPad { show(pad) }
    case .keyboard, .none:
      usesDesktopKeyboard(true)
      hide()
    }
  }

  func hide() {
    gtk_widget_set_visible(widget, 0)
    place(in: nil)
  }

  /// Reports where GTK has put the panel, in the coordinates of `content`.
  func place(in content: Widget?) {
    var bounds = graphene_rect_t()
    var frame = CGRect.null
    if let content, gtk_widget_get_mapped(widget) != 0,
      gtk_widget_compute_bounds(widget, content, &bounds) != 0
    {
      frame = CGRect(bounds)
    }
    application.keyboardWillMove(to: frame)
    application.keyboardDidMove()
  }

  /// The buttons that are on the screen.
  var buttons: [Widget] { gtk_widget_get_mapped(widget) != 0 ? keys.map(\.button) : [] }

  private func show(_ pad: KeyPad) {
    if pad !== self.pad {
      self.pad = pad
      pad.onChange = { [weak self, weak pad] in if let pad { self?.draw(pad) } }
      draw(pad)
    }
    gtk_widget_set_visible(widget, 1)
  }

  private func draw(_ pad: KeyPad) {
    let keys = pad.rows.flatMap { $0 }
    guard keys.count != self.keys.count else {
      for index in keys.indices {
        self.keys[index].key = keys[index]
        gtk_button_set_label(self.keys[index].button.cast(), keys[index].title)
      }
      return
    }
    for row in pad.rows {
      guard let box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 2) else { continue }
      gtk_box_set_homogeneous(box.cast(), 1)
      gtk_box_append(widget.cast(), box)
      for key in row {
        guard let button = gtk_button_new_with_label(key.title) else { continue }
        // The focus stays in the text.
        gtk_widget_set_focusable(button, 0)
        gtk_widget_set_hexpand(button, 1)
        let index = self.keys.count
        connect(button, "clicked") { [weak self, weak pad] _ in
          if let self { pad?.press(self.keys[index].key) }
        }
        self.keys.append((key, button))
        gtk_box_append(box.cast(), button)
      }
    }
  }
}
