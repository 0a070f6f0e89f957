// SPDX-License-Identifier: Apache-2.0

import CGTK
import Foundation
import GTKSupport
import MotionBus
import ResponderKit

/// The window of the editor on the screen.
@MainActor
final class NotesView {
  /// The window.
  let window: Widget
  let text: TextView
  let list: ListView
  let question: QuestionBar
  let menu: MenuPopover
  let search: SearchView
  let panel: InputPanel
  private let editor: Editor
  private let content: Widget
  private let status: Widget
  private var shakes = "Waiting for motiond."

  /// Called when the focus comes into the window or leaves it.
  var onActivation: @MainActor (Bool) -> Void = { _ in }
  /// Called when the window is closed.
  var onClose: @MainActor () -> Void = {}
  /// Called after each picture of the window.
  var onPicture: @MainActor () -> Void = {}

  /// A window of `editor`, which `present()` shows.
  init(_ editor: Editor) {
    self.editor = editor
    window = gtk_window_new()
    gtk_window_set_title(window.cast(), "Shake Notes")
    gtk_window_set_default_size(window.cast(), 520, 300)
    let header = gtk_header_bar_new()
    search = SearchView(editor.search)
    gtk_header_bar_pack_start(header?.opaque, search.widget)
    gtk_window_set_titlebar(window.cast(), header)
    content = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0)
    (text, list) = (TextView(editor.notes), ListView(editor.list))
    let focus: @MainActor () -> Void = { [weak editor, text, list, search] in
      guard let editor, editor.question == nil else { return }
      if editor.list.isFirstResponder {
        list.focus()
      } else if editor.search.isFirstResponder {
        search.focus()
      } else {
        text.focus()
      }
    }
    panel = InputPanel(editor.application) { [text, search] isUsed in
      text.usesDesktopKeyboard(isUsed)
      search.usesDesktopKeyboard(isUsed)
    }
    question = QuestionBar(focus: focus)
    status = gtk_label_new("")
    gtk_label_set_xalign(status.opaque, 0)
    gtk_widget_add_css_class(status, "status")
    let notes = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0)
    gtk_widget_set_vexpand(notes, 1)
    for part in [list.widget, gtk_separator_new(GTK_ORIENTATION_VERTICAL), text.widget] {
      gtk_box_append(notes?.cast(), part)
    }
    for part in [question.widget, notes, panel.widget, status] {
      gtk_box_append(content.cast(), part)
    }
    gtk_window_set_child(window.cast(), content)
    menu = MenuPopover(over: content)
    editor.menu.presenter = menu
    editor.application.inputPresenter = panel
    editor.notes.onFind = { [search] in search.focus() }
    editor.onFound = { [text] in text.focus() }
    useStyle()
    connectWindow()
    editor.onChange = { [weak self] in self?.show() }
    show()
  }

  /// Puts the window on the screen.
  func present() {
    gtk_window_present(window.cast())
    text.focus()
    let clock = gdk_surface_get_frame_clock(gtk_native_get_surface(gtk_widget_get_native(window)))
    connect(clock.map(UnsafeMutableRawPointer.init), "after-paint") { [weak self] _ in
      self?.painted()
    }
  }

  /// Tells the user whether shakes come.
  func show(_ status: MotionSession.Status) {
    shakes =
      switch status {
      case .connected: "Shake to undo."
      case .noAccelerometer: "There is nothing to shake."
      case .unavailable(let error): "Shaking does nothing: \(error)"
      }
    // This shows the status.
    editor.window.dropHint()
  }

  /// A Boolean value that indicates whether the display has a keyboard.
  var hasKeyboard: Bool {
    guard let seat = gdk_display_get_default_seat(gtk_widget_get_display(window)) else {
      return false
    }
    return gdk_seat_get_capabilities(seat).rawValue & GDK_SEAT_CAPABILITY_KEYBOARD.rawValue != 0
  }

  /// What the line at the bottom says.
  var statusText: String { String(cString: gtk_label_get_text(status.opaque)) }

  private func show() {
    text.show()
    list.show()
    search.show()
    question.show(editor.question)
    gtk_label_set_text(status.opaque, editor.window.hint ?? shakes)
    onPicture()
  }

  private func painted() {
    menu.place(editor.menu)
    panel.place(in: content)
    onPicture()
  }

  private func connectWindow() {
    let keys = gtk_event_controller_key_new()
    // Before the text makes something of them.
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    connect(keys.map(UnsafeMutableRawPointer.init), asking: "key-pressed") {
      [weak self] arguments in
      guard let self, let keys else { return false }
      guard let key = KeyPress(from: keys, arguments) else { return false }
      if key.modifiers.isEmpty, self.menu.press(key.input, in: self.editor.menu) { return true }
      return self.editor.application.sendKey(
        key.input, modifiers: key.modifiers, at: .current(of: keys))
    }
    gtk_widget_add_controller(window, keys)
    let touches = gtk_gesture_click_new()
    gtk_event_controller_set_propagation_phase(touches, GTK_PHASE_CAPTURE)
    connect(touches.map(UnsafeMutableRawPointer.init), "pressed") { [weak self] arguments in
      guard let self else { return }
      let point = CGPoint(x: arguments.double(2), y: arguments.double(3))
      self.editor.menu.hide(forTouchAt: self.window.convert(point, to: self.content))
    }
    gtk_widget_add_controller(window, touches)
    connect(window, "notify::is-active") { [weak self] _ in
      guard let self else { return }
      self.onActivation(gtk_window_is_active(self.window.cast()) != 0)
    }
    connect(window, asking: "close-request") { [weak self] _ in
      self?.onClose()
      return false
    }
  }

  private func useStyle() {
    let style = gtk_css_provider_new()
    gtk_css_provider_load_from_data(
      style,
      """
      .question { padding: 8px 12px; background: #fdf3d1; color: #000; }
      row { padding: 6px 12px; }
      .status { padding: 4px 12px; opacity: 0.6; font-size: smaller; }
      """, -1)
    gtk_style_context_add_provider_for_display(
      gtk_widget_get_display(window), style.map(OpaquePointer.init),
      guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
  }
}
