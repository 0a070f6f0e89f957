// SPDX-License-Identifier: Apache-2.0

import Foundation
import PasteboardKit
import Testing

@testable import ShakeNotes

/// The program as its user meets it: a real window, keys and clicks of an X server, shakes of
/// motiond.
@Suite(.serialized) struct WindowTests {
  @Test("a shake asks in the window; a click on Undo undoes, and the next one offers to redo")
  func shake() throws {
    let desktop = try Desktop()
    let window = try EditorWindow("Dear Ada", on: desktop)
    try desktop.press("End")
    try desktop.type("! How")
    try window.wait(forText: "Dear Ada! How")
    try desktop.shake()
    try window.wait(forQuestion: "Undo Typing?", "Cancel", "Undo")
    #expect(window.picture.text == "Dear Ada! How")
    let undo = try window.button("Undo")
    try desktop.click(undo.x, undo.y)
    try window.wait(forText: "Dear Ada")
    try window.wait(forQuestion: nil)
    try desktop.shake()
    try window.wait(forQuestion: "Redo Typing?", "Cancel", "Redo Typing")
    try desktop.press("Return")
    try window.wait(forText: "Dear Ada! How")
    try window.wait(forQuestion: nil)
    // The focus is in the text again.
    try desktop.type("?")
    try window.wait(forText: "Dear Ada! How?")
  }

  @Test("Escape leaves everything as it is, and what is typed then goes on where it was")
  func escape() throws {
    let desktop = try Desktop()
    let window = try EditorWindow(on: desktop)
    try desktop.type("one")
    try window.wait(forText: "one")
    try desktop.shake()
    try window.wait(forQuestion: "Undo Typing?", "Cancel", "Undo")
    try desktop.press("Escape")
    try window.wait(forQuestion: nil)
    try desktop.type("s")
    try window.wait(forText: "ones")
  }

  @Test("keys go along the chain of responders before GTK makes something of them")
  func keys() throws {
    let desktop = try Desktop()
    let window = try EditorWindow("ab", "cd", on: desktop)
    try desktop.press("End")
    try desktop.press("c", "Return", "d")
    try window.wait(forText: "abc\nd")
    try desktop.press("ctrl+z")
    try window.wait(forText: "abc\n")
    try desktop.press("ctrl+shift+z", "ctrl+a", "ctrl+x")
    try window.wait(forText: "")
    try desktop.press("ctrl+v", "ctrl+v")
    try window.wait(forText: "abc\ndabc\nd")
    // In the list the same keys are about notes.
    try desktop.press("shift+Tab", "ctrl+c", "Down")
    try window.wait { $0.open == 1 && $0.text == "cd" }
    try desktop.press("ctrl+v")
    try window.wait { $0.titles == ["abc", "cd", "abc"] && $0.open == 2 }
    try desktop.press("Delete")
    try window.wait { $0.titles == ["abc", "cd"] }
    try desktop.press("ctrl+z", "ctrl+n")
    try window.wait { $0.titles == ["abc", "cd", "abc", "New Note"] && $0.open == 3 }
  }

  @Test("the popover has what the model says, and its buttons do it")
  @MainActor func menu() throws {
    let desktop = try Desktop()
    let window = try EditorWindow("Dear Ada", on: desktop)
    // The tests share their pasteboard with the program, as another process of the user.
    Pasteboard.general.items = []
    try desktop.press("ctrl+e")
    try window.wait(forMenu: "Select", "Select All", "New Note")
    let all = try window.button("Select All")
    try desktop.click(all.x, all.y)
    try window.wait(forMenu: "Cut", "Copy", "Delete", "New Note")
    #expect(window.picture.selection == [0, 8])
    let cut = try window.button("Cut")
    try desktop.click(cut.x, cut.y)
    try window.wait(forText: "")
    try window.waitForNoMenu()
    try desktop.pasteElsewhere(until: "Dear Ada")
    #expect(Pasteboard.general.string == "Dear Ada")
    try desktop.press("ctrl+e")
    try window.wait(forMenu: "Paste", "New Note")
    try desktop.press("Right", "Left", "Return")
    try window.wait(forText: "Dear Ada")
  }

  @Test("a click beside the menu hides it, and is delivered as well; a secondary click shows it")
  func clicks() throws {
    let desktop = try Desktop()
    let window = try EditorWindow("Dear Ada", "second", on: desktop)
    try desktop.press("ctrl+a", "ctrl+e")
    try window.wait { $0.buttons.first?.title == "Cut" }
    // Behind the end of the text.
    try desktop.click(400, 230)
    try window.wait { $0.buttons.isEmpty && $0.selection == [8, 8] }
    try desktop.click(170, 100, button: 3)
    try window.wait { $0.buttons.contains { $0.title == "Select" } }
    try desktop.press("Escape")
    try window.waitForNoMenu()
  }

  @Test("what another program copied is pasted, also when that program is gone")
  @MainActor func pasteFromElsewhere() throws {
    let desktop = try Desktop()
    let window = try EditorWindow("a ", on: desktop)
    Pasteboard.general.items = []
    try desktop.press("End", "ctrl+e")
    try window.wait(forMenu: "Select All", "New Note")
    let program = try desktop.copyElsewhere("grüße 日本")
    try window.wait(forMenu: "Paste", "Select All", "New Note")
    #expect(Pasteboard.general.string == "grüße 日本")
    kill(program.process.processIdentifier, SIGKILL)
    program.process.waitUntilExit()
    try desktop.press("Escape", "ctrl+v")
    try window.wait(forText: "a grüße 日本")
  }

  @Test("what any process writes to the pasteboard is on the clipboard, but not a secret")
  @MainActor func otherProcesses() throws {
    let desktop = try Desktop()
    let window = try EditorWindow(on: desktop)
    Pasteboard.general.items = [
      [Pasteboard.StandardType.html: "<b>Friday</b>", Pasteboard.StandardType.text: "Friday"]
    ]
    try desktop.pasteElsewhere(until: "Friday")
    #expect(
      try desktop.run("xclip", "-o", "-selection", "clipboard", "-t", "text/html")
        == "<b>Friday</b>")
    Pasteboard.general.setItems([[Pasteboard.StandardType.text: "hunter2"]], options: [.concealed])
    try desktop.pasteElsewhere(until: nil)
    // In the program itself it can be pasted.
    try desktop.press("ctrl+v")
    try window.wait(forText: "hunter2")
  }

  @Test("two windows do not hand the same back and forth")
  @MainActor func twoBridges() throws {
    let desktop = try Desktop()
    let first = try EditorWindow("first", on: desktop)
    let count = Pasteboard.general.changeCount
    let second = try EditorWindow("second", on: desktop)
    try desktop.press("ctrl+a")
    try second.wait(forText: "second", selection: 0..<6)
    try desktop.press("ctrl+c")
    try desktop.pasteElsewhere(until: "second")
    #expect(Pasteboard.general.string == "second")
    // What another program copies comes to both: one writes it or the other, or each of them once.
    let program = try desktop.copyElsewhere("third")
    try desktop.press("ctrl+v")
    try second.wait { $0.text == "second" || $0.text == "third" }
    for _ in 0..<20 { try desktop.pasteElsewhere(until: "third") }
    _ = (first, program)
    #expect(Pasteboard.general.changeCount <= count + 3)
  }

  @Test("a search finds, and tells other programs what it is for")
  @MainActor func search() throws {
    let desktop = try Desktop()
    let window = try EditorWindow("Dear Ada, dear Bob", on: desktop)
    try desktop.press("ctrl+f", "ctrl+a")
    try desktop.type("ada")
    try desktop.press("Return")
    try window.wait(forText: "Dear Ada, dear Bob", selection: 5..<8)
    #expect(Pasteboard.find.string == "ada")
    // The focus is in the text, and the next match is sought from there.
    try desktop.type("Eve. Dear Ada")
    try desktop.press("ctrl+g")
    try window.wait(forText: "Dear Eve. Dear Ada, dear Bob", selection: 15..<18)
  }

  @Test("a shake in the search field undoes all that was typed there, and nothing in the note")
  @MainActor func undoOfSearch() throws {
    let desktop = try Desktop()
    Pasteboard.find.items = []
    let window = try EditorWindow("Dear Ada", on: desktop)
    try desktop.press("End")
    try desktop.type("!")
    try window.wait(forText: "Dear Ada!")
    try desktop.press("ctrl+f")
    try desktop.type("Eve")
    try window.wait { $0.search == "Eve" }
    try desktop.shake()
    try window.wait(forQuestion: "Undo Typing?", "Cancel", "Undo")
    try desktop.press("Return")
    try window.wait(forQuestion: nil)
    #expect(window.picture.search.isEmpty)
    // The focus is in the field again.
    try desktop.type("Bob")
    try window.wait { $0.search == "Bob" }
    #expect(window.picture.text == "Dear Ada!")
  }

  @Test("a URL that another program opens comes to the window that runs, and a shake takes it back")
  func url() throws {
    let desktop = try Desktop()
    let window = try EditorWindow("first", on: desktop)
    let program = Desktop.products.appendingPathComponent("ShakeNotes").path
    #expect(try desktop.run(program, "shakenotes:new?text=Milk%20%26%20bread") == "")
    try window.wait { $0.titles == ["first", "Milk & bread"] && $0.open == 1 }
    // The desktop calls the program by its interface on the bus.
    let call = """
      from gi.repository import Gio, GLib
      bus = Gio.bus_get_sync(Gio.BusType.SESSION)
      bus.call_sync("org.motiond.ShakeNotes", "/org/motiond/ShakeNotes",
        "org.freedesktop.Application", "Open",
        GLib.Variant("(asa{sv})", (["shakenotes:new?text=Eggs"], {})), None, 0, 5000)
      """
    #expect(try desktop.run("/usr/bin/python3", "-c", call) == "")
    try window.wait { $0.titles == ["first", "Milk & bread", "Eggs"] }
    try desktop.shake()
    try window.wait(forQuestion: "Undo New Note?", "Cancel", "Undo")
    try desktop.press("Return")
    try window.wait { $0.titles == ["first", "Milk & bread"] }
  }

  @Test("a link is opened by the portal of the desktop")
  func portal() throws {
    let desktop = try Desktop()
    let script = """
      from gi.repository import Gio, GLib
      xml = ('<node><interface name="org.freedesktop.portal.OpenURI"><method name="OpenURI">'
        '<arg type="s" direction="in"/><arg type="s" direction="in"/>'
        '<arg type="a{sv}" direction="in"/><arg type="o" direction="out"/>'
        '</method></interface></node>')
      def call(bus, sender, path, interface, method, parameters, invocation):
        print(parameters.unpack()[1], flush=True)
        invocation.return_value(GLib.Variant("(o)", ("/request",)))
      bus = Gio.bus_get_sync(Gio.BusType.SESSION)
      bus.register_object("/org/freedesktop/portal/desktop",
        Gio.DBusNodeInfo.new_for_xml(xml).interfaces[0], call, None, None)
      Gio.bus_own_name_on_connection(bus, "org.freedesktop.portal.Desktop", 0,
        lambda *_: print("ready", flush=True), None)
      GLib.MainLoop().run()
      """
    let portal = try desktop.start("/usr/bin/python3", ["-c", script])
    while try portal.line() != "ready" {}
    let window = try EditorWindow("see https://example.org/a?b=c&d", on: desktop)
    try desktop.press("End", "ctrl+Return")
    #expect(try portal.line() == "https://example.org/a?b=c&d")
    _ = window
  }

  @Test("what the user was doing is taken up at the next start")
  func activity() throws {
    let desktop = try Desktop()
    let file = TestPasteboards.folder + "-activity"
    defer { try? FileManager.default.removeItem(atPath: file) }
    var window = try EditorWindow("Dear Ada", with: ["--activity", file], on: desktop)
    try desktop.press("End")
    try desktop.type("!")
    try window.wait(forText: "Dear Ada!")
    #expect(window.finish(after: SIGTERM) == 0)
    window = try EditorWindow(with: ["--activity", file], on: desktop)
    try window.wait(forText: "Dear Ada!", selection: 9..<9)
    try desktop.type("!")
    try window.wait(forText: "Dear Ada!!")
  }

  @Test("keys on the screen type into the text, where there is no keyboard")
  func keysOnTheScreen() throws {
    let desktop = try Desktop()
    let window = try EditorWindow(with: ["--keys", "own"], on: desktop)
    try window.wait { Set($0.keys.map(\.x)).count > 5 }
    let shift = try window.key("⇧")
    try desktop.click(shift.x, shift.y)
    try window.wait { $0.keys.first?.title == "Q" }
    for (title, text) in [("H", "H"), ("i", "Hi"), ("o", "Hio"), ("⌫", "Hi")] {
      let key = try window.key(title)
      try desktop.click(key.x, key.y)
      try window.wait { $0.text == text && $0.keys.first?.title == "q" }
    }
    // In the list nothing is typed.
    try desktop.press("shift+Tab")
    try window.wait { $0.keys.isEmpty }
  }

  @Test("a signal ends it", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(number: Int32) throws {
    let desktop = try Desktop()
    let window = try EditorWindow(on: desktop)
    #expect(window.finish(after: number) == 0)
  }

  @Test("without a display it says what to do")
  func noDisplay() throws {
    let process = Process()
    process.executableURL = Desktop.products.appendingPathComponent("ShakeNotes")
    process.environment = ["PATH": "/usr/bin"]
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text.hasPrefix("Error: cannot open the display: set WAYLAND_DISPLAY or DISPLAY"))
    #expect(process.terminationStatus == 69)
  }
}

/// The example over GTK's own history.
@Suite struct ShakeTextTests {
  @Test("a shake asks, and undoes one step of GTK's history; Cancel undoes none")
  func undo() throws {
    let desktop = try Desktop()
    let program = try desktop.start(
      Desktop.products.appendingPathComponent("ShakeText").path, ["--bus", "session"])
    func wait(for line: String) throws { while try program.line() != line {} }
    while try !["connected", "noAccelerometer"].contains(where: program.line().hasSuffix) {}
    try desktop.type("one")
    try wait(for: "text: one")
    // Elsewhere in the text: a step of its own.
    try desktop.press("Home")
    try desktop.type("x")
    try wait(for: "text: xone")
    try desktop.shake()
    try wait(for: "question: Undo")
    try desktop.press("Return")
    try wait(for: "text: one")
    try desktop.shake()
    try wait(for: "question: Undo, Redo")
    try desktop.press("Tab", "Tab", "Return")
    try desktop.type("!")
    try wait(for: "text: !one")
  }
}

/// The example in Python.
@Suite struct PythonTests {
  @Test("sixty lines of Python ask, and undo")
  func undo() throws {
    let desktop = try Desktop()
    let script = Desktop.repository.appendingPathComponent("Examples/Python/shake_undo_gtk.py")
    let program = try desktop.start("/usr/bin/python3", [script.path, "--bus", "session"])
    while try program.line() != "Claim done" {}
    try desktop.type("one")
    try desktop.press("ctrl+a", "ctrl+c", "End")
    try desktop.pasteElsewhere(until: "one")
    try desktop.shake()
    while try program.line() != "asked" {}
    try desktop.press("Return")
    while try program.line() != "answered" {}
    // Without a window manager the focus is not restored.
    try desktop.run("xdotool", "search", "--name", "Shake to undo", "windowfocus", "--sync")
    try desktop.type("two")
    try desktop.press("ctrl+a", "ctrl+c")
    try desktop.pasteElsewhere(until: "two")
  }
}
