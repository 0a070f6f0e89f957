// SPDX-License-Identifier: Apache-2.0

import CGTK
import GTKSupport
import ResponderKit

/// The question of a shake above the notes, with a button for each answer.
@MainActor
final class QuestionBar {
  /// The bar, which is there while there is a question.
  let widget: Widget
  private let label: Widget
  private let buttons: Widget
  private let focus: @MainActor () -> Void
  private weak var shown: Question?

  /// A bar; `focus` gives the keyboard's focus back when a question was answered.
  init(focus: @escaping @MainActor () -> Void) {
    self.focus = focus
    widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    gtk_widget_add_css_class(widget, "question")
    gtk_widget_set_visible(widget, 0)
    label = gtk_label_new("")
    gtk_widget_set_hexpand(label, 1)
    gtk_label_set_xalign(label.opaque, 0)
    buttons = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6)
    for part in [label, buttons] { gtk_box_append(widget.cast(), part) }
  }

  /// Shows `question`, or hides the bar.
  func show(_ question: Question?) {
    guard let question else {
      guard text != nil else { return }
      // First, or GTK would look for a widget that has it from now on.
      focus()
      return gtk_widget_set_visible(widget, 0)
    }
    guard question !== shown else { return }
    shown = question
    for button in Array(buttons.children) { gtk_box_remove(buttons.cast(), button) }
    gtk_label_set_text(label.opaque, question.title)
    for choice in question.choices {
      guard let button = gtk_button_new_with_label(choice.title) else { continue }
      connect(button, "clicked") { _ in question.answer(choice.answer) }
      gtk_box_append(buttons.cast(), button)
    }
    gtk_widget_set_visible(widget, 1)
    // The last is the one that a shake is about.
    guard let last = gtk_widget_get_last_child(buttons) else { return }
    gtk_widget_add_css_class(last, "suggested-action")
    gtk_widget_grab_focus(last)
  }

  /// The text that is on the screen; nil if no question is.
  var text: String? {
    guard gtk_widget_get_visible(widget) != 0 else { return nil }
    return String(cString: gtk_label_get_text(label.opaque))
  }

  /// The buttons that are on the screen.
  var choices: [Widget] { text == nil ? [] : Array(buttons.children) }
}
