// SPDX-License-Identifier: Apache-2.0

import CGTK

/// A widget, which GTK's functions take as one of its classes.
typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer<GtkWidget> {
  /// The widget as `Class`, as C's cast macros give it.
  func cast<Class>(_ type: Class.Type = Class.self) -> UnsafeMutablePointer<Class> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
  }

  /// The widget as a class whose fields GTK keeps to itself.
  var opaque: OpaquePointer { OpaquePointer(self) }

  /// Gives it a name for those who do not see it.
  func describe(_ name: String) {
    var property = GTK_ACCESSIBLE_PROPERTY_LABEL
    var value = GValue()
    // G_TYPE_STRING, a macro that Swift does not see.
    g_value_init(&value, GType(16 << 2))
    g_value_set_string(&value, name)
    gtk_accessible_update_property_value(opaque, 1, &property, &value)
    g_value_unset(&value)
  }

  /// Turns a switch on or off.
  ///
  /// GTK counts a press once its animation has run, and to set the value that the switch has
  /// already would end that: the press would be lost.
  func turn(_ isOn: Bool) {
    if (gtk_switch_get_active(opaque) != 0) != isOn { gtk_switch_set_active(opaque, isOn ? 1 : 0) }
  }

  /// Takes all children out of a box.
  func removeChildren() {
    while let child = gtk_widget_get_first_child(self) { gtk_box_remove(cast(), child) }
  }

  func append(_ children: Widget...) {
    for child in children { gtk_box_append(cast(), child) }
  }
}

/// The widgets that the window is made of.
@MainActor
enum Make {
  /// A text that takes as many lines as it needs.
  static func label(_ text: String = "", style: String? = nil) -> Widget {
    let label: Widget = gtk_label_new(text)
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_set_hexpand(label, 1)
    if let style { gtk_widget_add_css_class(label, style) }
    return label
  }

  /// A button whose words may take two lines.
  static func button(_ title: String = "", _ action: @escaping @MainActor () -> Void) -> Widget {
    let button: Widget = gtk_button_new()
    let words = label(title)
    gtk_label_set_justify(words.opaque, GTK_JUSTIFY_CENTER)
    gtk_label_set_xalign(words.opaque, 0.5)
    gtk_button_set_child(button.cast(), words)
    button.describe(title)
    connect(button, "clicked", action)
    return button
  }

  static func column(_ children: Widget...) -> Widget {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6)
    for child in children { box.append(child) }
    return box
  }

  static func row(_ children: Widget...) -> Widget {
    let box: Widget = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12)
    for child in children { box.append(child) }
    return box
  }

  /// A switch with its words before it.
  static func toggle(
    _ title: String, _ action: @escaping @MainActor (Bool) -> Void
  ) -> (row: Widget, toggle: Widget) {
    let (words, toggle): (Widget, Widget) = (label(title), gtk_switch_new())
    gtk_widget_set_valign(toggle, GTK_ALIGN_CENTER)
    toggle.describe(title)
    connect(toggle, "notify::active") { action(gtk_switch_get_active(toggle.opaque) != 0) }
    return (row(words, toggle), toggle)
  }
}

/// Calls `handler` each time that `object` emits `signal`, for as long as it exists.
///
/// GTK calls on the main thread only, where the main actor runs too.
@MainActor
func connect(
  _ object: UnsafeMutableRawPointer?, _ signal: String, _ handler: @escaping @MainActor () -> Void
) {
  let data = Unmanaged.passRetained(Handler(handler)).toOpaque()
  let closure = g_closure_new_simple(guint(MemoryLayout<GClosure>.size), data)
  g_closure_add_finalize_notifier(closure, data) { data, _ in
    if let data { Unmanaged<Handler>.fromOpaque(data).release() }
  }
  g_closure_set_marshal(closure) { closure, _, _, _, _, _ in
    guard let data = closure?.pointee.data else { return }
    let handler = Unmanaged<Handler>.fromOpaque(data).takeUnretainedValue()
    MainActor.assumeIsolated { handler.call() }
  }
  g_signal_connect_closure(object, signal, closure, 0)
}

@MainActor
private final class Handler {
  let call: @MainActor () -> Void

  init(_ call: @escaping @MainActor () -> Void) { self.call = call }
}

/// Starts a GIO call that calls back with a result.
@MainActor
func whenReady(
  _ start: (GAsyncReadyCallback, UnsafeMutableRawPointer) -> Void,
  then completion: @escaping @MainActor (OpaquePointer?) -> Void
) {
  start(
    { _, result, data in
      guard let data else { return }
      let completion = Unmanaged<Completion>.fromOpaque(data).takeRetainedValue()
      MainActor.assumeIsolated { completion.call(result) }
    }, Unmanaged.passRetained(Completion(completion)).toOpaque())
}

@MainActor
private final class Completion {
  let call: @MainActor (OpaquePointer?) -> Void

  init(_ call: @escaping @MainActor (OpaquePointer?) -> Void) { self.call = call }
}

/// The text that GLib gives away, which this frees; empty for none.
func taken(_ text: UnsafeMutablePointer<CChar>?) -> String {
  defer { g_free(text) }
  return text.map { String(cString: $0) } ?? ""
}
