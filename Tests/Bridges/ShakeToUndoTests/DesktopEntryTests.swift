// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import TestTraits
import Testing

@testable import shake_to_undo

/// Names and kinds of programs, as their desktop files have them.
@Suite(.waits) struct DesktopEntryTests {
  private static let text = """
    # a comment
    [Desktop Entry]
    Type=Application
    Name=Text Editor
    Name[de]=Texteditor
    Name[de_AT]=Schreibzeug
    Name[sr@latin]=Uredjivac
    Name[fr] = Éditeur\\sde texte
    Categories=GNOME;GTK;TextEditor;
    StartupWMClass=Editor
    Name=Second
    [Desktop Action new]
    Name=New Window
    Name[ja]=Mado
    """

  @Test(
    "the name in the language of the session",
    arguments: [
      ("", "Text Editor"), ("C.UTF-8", "Text Editor"), ("POSIX", "Text Editor"),
      ("de_DE.UTF-8", "Texteditor"), ("de_AT.UTF-8@euro", "Schreibzeug"), ("de", "Texteditor"),
      ("sr_RS@latin", "Uredjivac"), ("sr_RS", "Text Editor"), ("fr_FR", "Éditeur de texte"),
      ("ja_JP.UTF-8", "Text Editor"), ("@", "Text Editor"),
    ])
  func name(_ locale: String, _ name: String) {
    #expect(DesktopEntry(text: Self.text, locale: locale)?.name == name)
    let ofWindows = Self.text.replacingOccurrences(of: "\n", with: "\r\n")
    #expect(DesktopEntry(text: ofWindows, locale: locale)?.name == name)
  }

  @Test(
    "a name that begins with the program's own loses the words of its kind, and no other does",
    arguments: [
      ("JuffEd text editor", "juffed %F", "JuffEd"),
      ("mtPaint graphic editor", "/usr/bin/mtpaint", "mtPaint"),
      ("Code::Blocks IDE", "codeblocks %F", "Code::Blocks"),
      ("Chromium Web Browser", "/usr/bin/chromium %U", "Chromium"),
      ("Sublime Text", "sublime_text", "Sublime Text"), ("Text Editor", "gedit", "Text Editor"),
      ("Firefox ESR", "firefox-esr", "Firefox ESR"), ("Web", "epiphany", "Web"),
      ("LibreOffice Writer", "libreoffice --writer", "LibreOffice Writer"),
      ("Web Browser", "web", "Web"), ("ReText", "", "ReText"), ("Editor", "::", "Editor"),
    ])
  func shortNames(_ name: String, _ command: String, _ shown: String) {
    let text = "[Desktop Entry]\nName=\(name)\nExec=\(command)\n"
    #expect(DesktopEntry(text: text, locale: "")?.name == shown)
  }

  @Test("categories and the class of windows; what was removed, and what is none")
  func rest() {
    let editor = DesktopEntry(text: Self.text, locale: "")
    #expect(editor?.windowClass == "Editor")
    #expect(editor?.isTerminal == false && editor?.isFileManager == false)
    func entry(_ lines: String) -> DesktopEntry? {
      DesktopEntry(text: "[Desktop Entry]\nName=X\n" + lines, locale: "")
    }
    #expect(entry("Categories=System;TerminalEmulator")?.isTerminal == true)
    #expect(entry("Categories=FileManager;")?.isFileManager == true)
    #expect(entry("Categories=NotATerminalEmulator;")?.isTerminal == false)
    #expect(entry("Hidden=true") == nil)
    for none in ["", "Name=X", "[Desktop Entry]\nName=\n", "[Desktop Entry]\nName[de]=X", "\u{0}["]
    {
      #expect(DesktopEntry(text: none, locale: "") == nil)
    }
  }

  @Test("a window finds its file by id, class, last part or stem")
  func search() throws {
    let place = try TemporaryPlace()
    func write(_ name: String, _ lines: String, in folder: String = "share") throws {
      let applications = "\(place.path)/\(folder)/applications"
      try FileManager.default.createDirectory(
        atPath: applications, withIntermediateDirectories: true)
      try ("[Desktop Entry]\n" + lines).write(
        toFile: "\(applications)/\(name).desktop", atomically: true, encoding: .utf8)
    }
    try write("org.kde.kolourpaint", "Name=KolourPaint\nName[de]=Malprogramm")
    try write("thunderbird", "Name=Thunderbird")
    try write("libreoffice-writer", "Name=LibreOffice Writer\nStartupWMClass=libreoffice-writer-x")
    try write("org.gnome.Terminal", "Name=Terminal\nCategories=TerminalEmulator;")
    try write("tuxpaint", "Name=Tux Paint")
    try write("org.gnome.TextEditor", "Name=Text Editor\nExec=/usr/bin/gnome-text-editor %U")
    try write("org.gnome.Geany", "Name=Geany Helper\nExec=kolourpaint")
    try write("geany", "Name=Geany")
    try write("geany", "Name=My Geany", in: "home")
    try "Name=Outside".write(
      toFile: place.path + "/outside.desktop", atomically: true, encoding: .utf8)
    let entries = DesktopEntries([
      "XDG_DATA_HOME": place.path + "/home", "XDG_DATA_DIRS": "relative:\(place.path)/share",
      "LC_ALL": "", "LANG": "de_DE.UTF-8",
    ])
    #expect(entries.entry(for: "org.kde.kolourpaint")?.name == "Malprogramm")
    #expect(entries.entry(for: "kolourpaint")?.name == "Malprogramm")
    #expect(entries.entry(for: "thunderbird-default")?.name == "Thunderbird")
    #expect(entries.entry(for: "gnome-text-editor")?.name == "Text Editor")
    #expect(entries.entry(for: "TuxPaint.TuxPaint")?.name == "Tux Paint")
    #expect(entries.entry(for: "Libreoffice-Writer-X")?.name == "LibreOffice Writer")
    #expect(entries.entry(for: "org.gnome.Terminal")?.isTerminal == true)
    // What the user has comes first.
    #expect(entries.entry(for: "Geany")?.name == "My Geany")
    for id in [nil, "", "../../outside", "nothing", "-", String(repeating: "x", count: 100_000)] {
      #expect(entries.entry(for: id) == nil)
    }
    // Installed later.
    #expect(entries.entry(for: "krita") == nil)
    try write("krita", "Name=Krita")
    #expect(entries.entry(for: "krita")?.name == "Krita")
  }

  @Test(
    "the question has the name of the desktop file; terminals and file managers are known by it",
    .enabled(if: PrivateBus.isInstalled))
  func agent() throws {
    func file(_ lines: String) -> String { "[Desktop Entry]\nName=Pad\n" + lines }
    let folder = ".local/share/applications"
    let rig = try AgentRig(files: [
      "\(folder)/org.example.Notes.desktop": file("Name[de]=Zettel"),
      "\(folder)/org.example.Shell.desktop": file("Categories=TerminalEmulator;"),
      "\(folder)/org.example.Cabinet.desktop": file("Categories=FileManager;"),
    ])
    let editor = try rig.editor()
    try rig.shakeToQuestion()
    #expect(rig.shown?.title == "Undo in Pad?")
    try rig.press("undo")
    try rig.run { rig.shown?.title == "Undone in Pad" }
    #expect(editor.edits.isEmpty)
    rig.remove(editor)
    for (id, reason) in [
      ("org.example.Shell", "a terminal has the focus"),
      ("org.example.Cabinet", "a file manager has the focus"),
      ("org.example.phosh", "the desktop itself has the focus"),
    ] {
      let program = try rig.editor(id)
      #expect(try rig.begin().contains(reason))
      try rig.end()
      rig.remove(program)
    }
  }
}
