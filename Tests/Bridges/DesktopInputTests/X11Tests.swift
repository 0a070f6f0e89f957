// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import TestTraits
import Testing

@testable import DesktopInput

/// An X server without a screen, and a window on it that prints its keys.
private final class XRig {
  let server: ChildProgram
  let environment: [String: String]
  let keys: ChildProgram
  let window: String

  init(arguments: [String] = []) throws {
    server = try ChildProgram(
      ["Xvfb", "-displayfd", "1", "-screen", "0", "320x200x24", "-nolisten", "tcp"] + arguments)
    environment = ["DISPLAY": ":" + (try server.line())]
    keys = try ChildProgram(
      ["stdbuf", "-oL", "xev", "-event", "keyboard"], ["DISPLAY": environment["DISPLAY"]])
    let line = try keys.line(containing: "Outer window is")
    window = String(line.split { " ,".contains($0) }.first { $0.hasPrefix("0x") } ?? "")
    try run(["xdotool", "windowmap", "--sync", window, "windowfocus", "--sync", window])
    try run([
      "xprop", "-root", "-f", "_NET_ACTIVE_WINDOW", "32x", "-set", "_NET_ACTIVE_WINDOW", window,
    ])
  }

  func run(_ command: [String]) throws {
    try ChildProgram.run(command, ["DISPLAY": environment["DISPLAY"]])
  }

  func set(_ property: String, _ type: String, _ value: String) throws {
    try run(["xprop", "-id", window, "-f", property, type, "-set", property, value])
  }

  /// The next `count` events of keys: "press z" or "release Control_L".
  func events(_ count: Int) throws -> [String] {
    try (0..<count).map { _ in
      var line = try keys.line(containing: " event, ")
      while !line.hasPrefix("KeyPress"), !line.hasPrefix("KeyRelease") {
        line = try keys.line(containing: " event, ")
      }
      let name = try keys.line(containing: "keysym").firstMatch(of: /keysym 0x[0-9a-f]+, (\w+)\)/)
      return (line.hasPrefix("KeyPress") ? "press " : "release ") + (name?.1 ?? "")
    }
  }

  /// A client with time: beside other work the server is slow.
  var x11: X11 { X11(environment, patience: .seconds(20), hold: .seconds(20)) }

  /// A window of another program, which is not shown, and the one inside of it.
  func otherWindow() throws -> (program: ChildProgram, outer: String, inner: String) {
    let other = try ChildProgram(
      ["stdbuf", "-oL", "xev", "-name", "other", "-event", "keyboard"],
      ["DISPLAY": environment["DISPLAY"]])
    let words = try other.line(containing: "Outer window is").split { " ,".contains($0) }
      .filter { $0.hasPrefix("0x") }
    return (other, String(try #require(words.first)), String(try #require(words.last)))
  }

  static var isInstalled: Bool {
    ["Xvfb", "xev", "xprop", "xdotool", "setxkbmap", "stdbuf"].allSatisfy {
      ChildProgram.path($0) != nil
    }
  }
}

/// Another client of the X server, by libX11: a locker, or a window manager.
private final class Client {
  private let library: UnsafeMutableRawPointer
  private let display: OpaquePointer

  init(_ rig: XRig) throws {
    library = try #require(dlopen("libX11.so.6", RTLD_NOW))
    typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    let open = unsafeBitCast(try #require(dlsym(library, "XOpenDisplay")), to: Open.self)
    display = try #require(open(rig.environment["DISPLAY"]))
  }

  /// Grabs the keyboard; true if it was free.
  func grab() throws -> Bool {
    typealias Root = @convention(c) (OpaquePointer) -> UInt
    typealias Grab = @convention(c) (OpaquePointer, UInt, Int32, Int32, Int32, UInt) -> Int32
    let root = unsafeBitCast(try #require(dlsym(library, "XDefaultRootWindow")), to: Root.self)
    let grab = unsafeBitCast(try #require(dlsym(library, "XGrabKeyboard")), to: Grab.self)
    let asynchronous: Int32 = 1
    return grab(display, root(display), 1, asynchronous, asynchronous, 0) == 0
  }

  func release() throws {
    typealias Ungrab = @convention(c) (OpaquePointer, UInt) -> Int32
    _ = unsafeBitCast(try #require(dlsym(library, "XUngrabKeyboard")), to: Ungrab.self)(display, 0)
    try wait()
  }

  /// Asks for the focus for a window, and waits for nothing.
  func focus(_ window: String) throws {
    typealias Focus = @convention(c) (OpaquePointer, UInt, Int32, UInt) -> Int32
    typealias Flush = @convention(c) (OpaquePointer) -> Int32
    let number = try #require(UInt(window.dropFirst(2), radix: 16))
    _ = unsafeBitCast(try #require(dlsym(library, "XSetInputFocus")), to: Focus.self)(
      display, number, 1, 0)
    _ = unsafeBitCast(try #require(dlsym(library, "XFlush")), to: Flush.self)(display)
  }

  /// Waits until the server has done all of that.
  func wait() throws {
    typealias Sync = @convention(c) (OpaquePointer, Int32) -> Int32
    _ = unsafeBitCast(try #require(dlsym(library, "XSync")), to: Sync.self)(display, 0)
  }
}

@Suite(
  .waits,
  .enabled(
    if: XRig.isInstalled,
    "needs xvfb, xdotool, x11-utils and x11-xkb-utils: apt-get install them"))
struct X11Tests {
  @Test func theActiveWindowIsDescribed() throws {
    let rig = try XRig()
    try rig.set("WM_CLASS", "8s", "notes")
    try rig.set("_NET_WM_NAME", "8u", "Größe")
    try rig.set("_GTK_UNIQUE_BUS_NAME", "8u", ":1.7")
    try rig.set("_GTK_WINDOW_OBJECT_PATH", "8u", "/org/notes/window/1")
    let x11 = rig.x11
    let window = try #require(try x11.activeWindow(within: .seconds(5)))
    #expect(window.title == "Größe")
    #expect(window.applicationID == "notes")
    #expect(window.exportedActions?.busName == ":1.7")
    #expect(window.exportedActions?.windowPath == "/org/notes/window/1")
    #expect(window.exportedActions?.applicationPath == nil)
    // Its program never said which process it is; the server knows.
    #expect(window.processID == rig.keys.process.processIdentifier)
    x11.close()
    #expect(try x11.activeWindow(within: .seconds(5)) == window && !window.mayBeDialog)
    for (type, value, isDialog) in [
      ("_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_NORMAL", false),
      ("_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DIALOG", true),
      ("_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_NORMAL", false),
      ("WM_TRANSIENT_FOR", "WM_NAME", true),
    ] {
      try rig.set(type, "32a", value)
      #expect(try x11.activeWindow(within: .seconds(5))?.mayBeDialog == isDialog, "\(value)")
    }
    try rig.run(["xprop", "-root", "-remove", "_NET_ACTIVE_WINDOW"])
    #expect(try x11.activeWindow(within: .seconds(5)) == nil)
  }

  @Test func aGrabOfTheKeyboardIsSeenAndTheQuestionGrabsNothing() throws {
    let rig = try XRig()
    let x11 = rig.x11
    func keyboard() throws -> ActiveWindow.Keyboard? {
      try x11.activeWindow(within: .seconds(5))?.keyboard
    }
    #expect(try keyboard() == .here)
    let locker = try Client(rig)
    #expect(try locker.grab())
    #expect(try keyboard() == .grabbed)
    #expect(try keyboard() == .grabbed)
    try locker.release()
    #expect(try keyboard() == .here)
    // The question left no grab behind: the next locker gets the keyboard.
    #expect(try locker.grab())
  }

  @Test func aFocusOutsideOfTheActiveWindowIsSeen() throws {
    let rig = try XRig()
    let x11 = rig.x11
    let (other, outer, inner) = try rig.otherWindow()
    #expect(inner != outer)
    try rig.run(["xdotool", "windowmap", "--sync", outer, "windowfocus", "--sync", outer])
    #expect(try x11.activeWindow(within: .seconds(5))?.keyboard == .elsewhere)
    // A part of the active window counts as the window.
    func activate(_ window: String) throws {
      try rig.run([
        "xprop", "-root", "-f", "_NET_ACTIVE_WINDOW", "32x", "-set", "_NET_ACTIVE_WINDOW", window,
      ])
    }
    try activate(outer)
    try rig.run(["xdotool", "windowfocus", "--sync", inner])
    #expect(try x11.activeWindow(within: .seconds(5))?.keyboard == .here)
    withExtendedLifetime(other) {}
  }

  @Test("keys go to the window of the last look, though another asks for the focus meanwhile")
  func theServerIsHeld() throws {
    let rig = try XRig()
    let x11 = rig.x11
    let (other, outer, _) = try rig.otherWindow()
    try rig.set("_NET_WM_NAME", "8u", "notes")
    try rig.run(["xdotool", "windowmap", "--sync", outer, "windowfocus", "--sync", rig.window])
    let client = try Client(rig)
    let window = try #require(try x11.activeWindow(within: .seconds(5)))
    try x11.settle()
    try x11.send(.controlZ, to: window) {
      // It is the server's to do once the keys are out.
      try? client.focus(outer)
    }
    try client.wait()
    #expect(try rig.events(4).first == "press Control_L")
    // Now the focus is the other's, and so there is no key; nor under another title.
    let outdated = { (error: (any Error)?) in
      if case .outdated = error as? DesktopError { true } else { false }
    }
    #expect(outdated(#expect(throws: DesktopError.self) { try x11.send(.controlZ, to: window) {} }))
    try rig.run(["xdotool", "windowfocus", "--sync", rig.window])
    try rig.set("_NET_WM_NAME", "8u", "other")
    #expect(outdated(#expect(throws: DesktopError.self) { try x11.send(.controlZ, to: window) {} }))
    // What the look found is too old when the server is held.
    let renamed = try x11.activeWindow(within: .seconds(5))
    let late = DesktopError.outdated("late")
    #expect(throws: late) {
      try x11.send(.controlZ, to: renamed) { () throws(DesktopError) in throw late }
    }
    try x11.send(.undoKey, to: renamed) {}
    #expect(try rig.events(2) == ["press Undo", "release Undo"])
    withExtendedLifetime(other) {}
  }

  @Test("the hold ends by itself, whatever the program does in it")
  func theHoldEnds() throws {
    let rig = try XRig()
    let x11 = X11(rig.environment, hold: .milliseconds(20))
    let client = try Client(rig)
    try x11.settle()
    #expect(throws: DesktopError.self) {
      // Comes back when the server does something for others again.
      try x11.send(.controlZ, to: nil) { try? client.wait() }
    }
    try rig.x11.type(.undoKey)
    #expect(try rig.events(2) == ["press Undo", "release Undo"])
  }

  @Test(arguments: [
    ("us", "z"), ("de", "z"), ("fr", "z"), ("us,ru", "z"), ("ru", "Cyrillic_ya"),
    ("gr", "Greek_zeta"),
  ])
  func keysAreThoseOfTheLayout(layout: String, key: String) throws {
    let rig = try XRig()
    try rig.run(["setxkbmap", layout])
    let x11 = rig.x11
    try x11.prepare()
    try x11.type(.controlZ)
    #expect(
      try rig.events(4) == [
        "press Control_L", "press \(key)", "release \(key)", "release Control_L",
      ])
    try x11.type(.undoKey)
    #expect(try rig.events(2) == ["press Undo", "release Undo"])
  }

  @Test func redoHasShiftToo() throws {
    let rig = try XRig()
    try rig.x11.type(.controlShiftZ)
    #expect(
      try rig.events(6) == [
        "press Control_L", "press Shift_L", "press Z", "release Z", "release Shift_L",
        "release Control_L",
      ])
  }

  @Test func nothingIsSentWhileShiftIsHeld() throws {
    let rig = try XRig()
    let x11 = rig.x11
    try rig.run(["xdotool", "keydown", "Shift_L"])
    #expect(throws: DesktopError.heldKey("Shift")) { try x11.type(.controlZ) }
    try rig.run(["xdotool", "keyup", "Shift_L"])
    try x11.type(.controlZ)
    #expect(
      try rig.events(4) == [
        "press Shift_L", "release Shift_L", "press Control_L", "press z",
      ])
  }

  @Test func aProgramThatDoesNotAnswerHangs() throws {
    let rig = try XRig()
    let x11 = rig.x11
    let window = try #require(try x11.activeWindow(within: .seconds(5)))
    // It knows no such question.
    #expect(x11.isHung(window, within: .seconds(5)) == nil)
    // It is said to know it, and answers nothing.
    try rig.set("WM_PROTOCOLS", "32a", "_NET_WM_PING")
    #expect(x11.isHung(window, within: .milliseconds(500)) == true)
    // The connection is as it was.
    #expect(try x11.activeWindow(within: .seconds(5)) == window)
    #expect(x11.isHung(ActiveWindow(identity: "x11:1"), within: .seconds(5)) == nil)
    #expect(x11.isHung(ActiveWindow(identity: "none"), within: .seconds(5)) == nil)
  }

  @Test func aServerThatStandsStillIsNotWaitedFor() throws {
    let rig = try XRig()
    let x11 = rig.x11
    _ = try x11.activeWindow(within: .seconds(5))
    kill(rig.server.process.processIdentifier, SIGSTOP)
    defer { kill(rig.server.process.processIdentifier, SIGCONT) }
    let late = DesktopError.late(server: "the X server", action: "ask for the active window")
    #expect(throws: late) { try x11.activeWindow(within: .milliseconds(20)) }
    // Neither is a new connection.
    #expect(throws: late) { try x11.activeWindow(within: .milliseconds(20)) }
  }

  @Test func aServerThatEndsIsLost() throws {
    // A display whose number no other server takes: each takes the lowest that is free.
    let rig = try XRig(arguments: [":\(getpid())"])
    let x11 = rig.x11
    _ = try x11.activeWindow(within: .seconds(5))
    kill(rig.server.process.processIdentifier, SIGKILL)
    rig.server.process.waitUntilExit()
    #expect(throws: DesktopError.self) { try x11.activeWindow(within: .seconds(5)) }
    #expect(throws: DesktopError.self) { try x11.type(.controlZ) }
    guard case .unavailable = x11.availability() else {
      Issue.record("it works without a server")
      return
    }
  }

  @Test func aServerWithoutXTestSaysSo() throws {
    let rig = try XRig(arguments: ["-extension", "XTEST"])
    let x11 = rig.x11
    #expect(throws: DesktopError.self) { try x11.type(.controlZ) }
    guard case .unavailable(let why, _) = x11.availability() else {
      Issue.record("it works without XTest")
      return
    }
    #expect(why == "the X server lacks XTest")
    #expect(try x11.activeWindow(within: .seconds(5)) != nil)
  }

  @Test func hugeTextsAreCut() throws {
    let rig = try XRig()
    try rig.set("_NET_WM_NAME", "8u", String(repeating: "é", count: 50_000))
    let window = try #require(try rig.x11.activeWindow(within: .seconds(5)))
    let title = try #require(window.title)
    #expect(title.hasPrefix("ééé") && title.utf8.count <= ActiveWindow.longestText + 2)
  }
}
