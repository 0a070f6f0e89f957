// SPDX-License-Identifier: Apache-2.0

import CGTK
import Glibc
import SettingsModel

/// The program: one window of a session.
@MainActor
enum Program {
  private static let name = "shake-to-undo-settings"
  /// The window, once it is open.
  private static var window: SettingsWindow?

  /// Fingers need more room than a mouse; the colors are GTK's own, light and dark.
  private static let style = """
    .settings { padding: 12px; }
    .settings button, .settings entry { min-height: 34px; }
    .settings switch { margin: 10px 0; }
    .settings scale { min-height: 44px; }
    .settings .heading { font-weight: bold; margin-top: 18px; }
    """

  /// Runs until the window is closed.
  ///
  /// - Returns: the exit status
  static func run() -> Int32 {
    let texts = texts()
    let application = gtk_application_new(
      "org.motiond.ShakeToUndo.Settings", GApplicationFlags(rawValue: 0))
    guard let application else { return 1 }
    connect(application, "activate") { activate(application, texts) }
    return UnsafeMutableRawPointer(application)
      .withMemoryRebound(to: GApplication.self, capacity: 1) {
        g_application_run($0, CommandLine.argc, CommandLine.unsafeArgv)
      }
  }

  private static func activate(
    _ application: UnsafeMutablePointer<GtkApplication>, _ texts: Texts
  ) {
    // Another start of the program shows the window that is there.
    if let window { return window.raise() }
    let provider = gtk_css_provider_new()
    gtk_css_provider_load_from_data(provider, style, -1)
    gtk_style_context_add_provider_for_display(
      gdk_display_get_default(), OpaquePointer(provider),
      guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    ColorScheme.follow()
    window = SettingsWindow(application, texts)
    window?.present()
  }

  /// The texts in the session's language, from the catalog beside this program.
  private static func texts() -> Texts {
    setlocale(LC_ALL, "")
    _ = bindtextdomain(name, "\(Commands.folder)/../share/locale")
    _ = bind_textdomain_codeset(name, "UTF-8")
    let domain = name
    let point = localeconv().pointee.decimal_point.map { String(cString: $0) } ?? "."
    return Texts(
      translate: { text in
        // Without a translation GLib returns the very bytes that it was given.
        text.withCString { String(cString: g_dgettext(domain, $0)) }
      }, point: point
    ) { seconds in
      guard let time = g_date_time_new_from_unix_local(gint64(clamping: seconds)) else { return "" }
      defer { g_date_time_unref(time) }
      return taken(g_date_time_format(time, "%H:%M"))
    }
  }
}
