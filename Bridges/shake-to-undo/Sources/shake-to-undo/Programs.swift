// SPDX-License-Identifier: Apache-2.0

import DesktopInput

/// The facts about programs by their names: the application id of a window, in lower case, also
/// without its domain (`org.gnome.gedit`, `gedit`).
///
/// Sources: the programs' own documentation, and trials of each (`Tests/Rigs/Desktop/run`).
enum Programs {
  /// Terminals: Ctrl+Z would stop what runs in them.
  private static let terminals: Set = [
    "alacritty", "blackbox", "console", "contour", "cool-retro-term", "deepin-terminal", "foot",
    "footclient", "ghostty", "gnome-terminal", "gnome-terminal-server", "guake", "havoc", "hyper",
    "io.elementary.terminal", "kgx", "kitty", "konsole", "lxterminal", "mate-terminal", "ptyxis",
    "qterminal", "rxvt", "sakura", "st", "st-256color", "stterm", "tabby", "terminal",
    "terminator", "terminology", "tilda", "tilix", "urxvt", "uxterm", "wezterm",
    "wezterm-gui", "xfce4-terminal", "xterm", "yakuake", "zutty",
  ]
  /// File managers: their undo moves and deletes files.
  private static let fileManagers: Set = [
    "caja", "dolphin", "nautilus", "nemo", "pcmanfm", "pcmanfm-qt", "portfolio", "spacefm",
    "thunar", "index", "files", "io.elementary.files",
    // Its desktop file calls it a program of the network.
    "konqueror",
  ]
  /// Programs that obey the key Undo.
  private static let undoKey: Set = [
    "emacs", "firefox", "firefox-esr", "libreoffice", "soffice", "thunderbird",
  ]
  /// Programs with a canvas, which may get a key where nothing shows that text is edited: none of
  /// them has a terminal, a password field of its own, or a page of the web.
  private static let canvases: Set = [
    // Its consoles of Python and Script-Fu run nothing that a key stops. It asks for the password
    // of a PDF in a field of GTK 2, which has no undo.
    "gimp", "gimp-2.10", "gimp-3.0",
    // One page, whose text accessibility does not show. Dialogs ask for passwords.
    "abiword",
    // One canvas, which also shows its own questions; they take no Ctrl+Z.
    "tuxpaint",
    // One canvas, and panels of numbers, layers and colors.
    "inkscape", "krita", "mypaint", "pinta",
    // Handwriting: pages with a pen.
    "rnote", "scrivano", "xournalpp",
  ]
  /// Programs built on Chromium, which show their pages only when they are started that way.
  private static let pages: Set = [
    "brave-browser", "chromium", "chromium-browser", "code", "code-oss", "codium", "discord",
    "drawio", "element", "google-chrome", "microsoft-edge", "obsidian", "signal", "slack",
    "vivaldi-stable", "vscodium",
  ]
  /// Redo's own key, where it is known.
  private static let redoKeys: [String: KeyStroke] = [
    "chromium": .controlShiftZ, "code": .controlY, "firefox": .controlShiftZ,
    "firefox-esr": .controlShiftZ, "gedit": .controlShiftZ, "gimp": .controlY,
    "inkscape": .controlShiftZ, "kate": .controlShiftZ, "krita": .controlShiftZ,
    "kwrite": .controlShiftZ, "libreoffice": .controlY,
    "mousepad": .controlY, "soffice": .controlY, "texteditor": .controlShiftZ,
    "thunderbird": .controlShiftZ, "xournalpp": .controlY,
  ]

  /// The names to look a program up by.
  static func names(_ applicationID: String?) -> [String] {
    guard let name = applicationID?.lowercased(), !name.isEmpty else { return [] }
    let last = name.split(separator: ".").last.map(String.init) ?? name
    // LibreOffice's windows have names of their own, and on Wayland keep the name of their first
    // one; on X11 Thunderbird's windows have the name of the profile.
    let suites = ["libreoffice", "thunderbird"].filter { name.hasPrefix($0 + "-") }
    return (last == name ? [name] : [name, last]) + suites
  }

  /// The name to show to a person.
  static func shownName(_ applicationID: String?) -> String? {
    guard let id = applicationID, !id.isEmpty else { return nil }
    guard !names(id).contains("libreoffice") else { return "LibreOffice" }
    // A domain is left out; a version, such as in gimp-2.10, stays.
    guard let last = id.split(separator: ".").last, last.first?.isLetter ?? false else { return id }
    return String(last)
  }

  static func isTerminal(_ id: String?) -> Bool { names(id).contains(where: terminals.contains) }
  static func isFileManager(_ id: String?) -> Bool {
    names(id).contains(where: fileManagers.contains)
  }
  static func isCanvas(_ id: String?) -> Bool { names(id).contains(where: canvases.contains) }
  static func showsPages(_ id: String?) -> Bool { names(id).contains(where: pages.contains) }
  /// True if `listed` has the program, by its whole name or by the last part of it.
  static func matches(_ id: String?, _ listed: [String]) -> Bool {
    !Set(names(id)).isDisjoint(with: listed.flatMap(names))
  }
  /// The key that undoes in the program.
  static func undoStroke(_ id: String?) -> KeyStroke {
    names(id).contains(where: undoKey.contains) ? .undoKey : .controlZ
  }
  /// The key that redoes in the program; nil if none is known.
  static func redoStroke(_ id: String?) -> KeyStroke? {
    names(id).lazy.compactMap { redoKeys[$0] }.first
  }
}
