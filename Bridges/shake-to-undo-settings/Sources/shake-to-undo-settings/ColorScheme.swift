// SPDX-License-Identifier: Apache-2.0

import CGTK

/// The desktop's wish for light or dark colors, which GTK without libadwaita does not follow.
@MainActor
enum ColorScheme {
  private static let schema = "org.gnome.desktop.interface"
  private static let key = "color-scheme"
  private static let preference = "gtk-application-prefer-dark-theme"

  /// Follows it from now on, where the desktop has that setting.
  static func follow() {
    // g_settings_new ends the program where no schema is installed.
    guard let source = g_settings_schema_source_get_default(),
      let found = g_settings_schema_source_lookup(source, schema, 1)
    else { return }
    defer { g_settings_schema_unref(found) }
    guard g_settings_schema_has_key(found, key) != 0, let settings = g_settings_new(schema)
    else { return }
    apply(settings)
    connect(settings, "changed::\(key)") { apply(settings) }
  }

  private static func apply(_ settings: UnsafeMutablePointer<GSettings>) {
    let toolkit = gtk_settings_get_default()
    guard taken(g_settings_get_string(settings, key)) == "prefer-dark" else {
      return gtk_settings_reset_property(toolkit, preference)
    }
    var value = GValue()
    // G_TYPE_BOOLEAN, a macro that Swift does not see.
    g_value_init(&value, GType(5 << 2))
    g_value_set_boolean(&value, 1)
    UnsafeMutableRawPointer(toolkit)?.withMemoryRebound(to: GObject.self, capacity: 1) {
      g_object_set_property($0, preference, &value)
    }
  }
}
