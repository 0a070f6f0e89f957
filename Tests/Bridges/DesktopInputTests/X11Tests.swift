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

  static var isInstalled: Bool {
    ["Xvfb", "xev", "xprop", "xdotool", "setxkbmap", "stdbuf"].allSatisfy {
      ChildProgram.path($0) != nil
    }
  }
}

/// A client of the X server that grabs the keyboard, as a locker does, by libX11.
private final class Grabber {
  private typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
  private typealias Root = @convention(c) (OpaquePointer) -> UInt
  private typealias Grab =
    @convention(c) (
      OpaquePointer, UInt, Int32, Int32, Int32, UInt
    ) -> Int32
  private typealias Ungrab = @convention(c) (OpaquePointer, UInt) -> Int32
  private typealias Sync = @convention(c) (OpaquePointer, Int32) -> Int32

  private let library: UnsafeMutableRawPointer
  private let display: OpaquePointer

  init(_ rig: XRig) throws {
    library = try #require(dlopen("libX11.so.6", RTLD_NOW))
    let open: Open = try Self.function(library, "XOpenDisplay")
    display = try #require(open(rig.environment["DISPLAY"]))
  }

  private static func function<Function>(
    _ library: UnsafeMutableRawPointer, _ name: String
  ) throws -> Function {
    unsafeBitCast(try #require(dlsym(library, name)), to: Function.self)
  }

  /// Grabs the keyboard; true if it was free.
  func grab() throws -> Bool {
    let root: Root = try Self.function(library, "XDefaultRootWindow")
    let grab: Grab = try Self.function(library, "XGrabKeyboard")
    let asynchronous: Int32 = 1
    return grab(display, root(display), 1, asynchronous, asynchronous, 0) == 0
  }

  func release() throws {
    let ungrab: Ungrab = try Self.function(library, "XUngrabKeyboard")
    let sync: Sync = try Self.function(library, "XSync")
    _ = ungrab(display, 0)
    _ = sync(display, 0)
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
    let x11 = X11(rig.environment)
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
    let x11 = X11(rig.environment)
    func keyboard() throws -> ActiveWindow.Keyboard? {
      try x11.activeWindow(within: .seconds(5))?.keyboard
    }
    #expect(try keyboard() == .here)
    let locker = try Grabber(rig)
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
    let x11 = X11(rig.environment)
    let other = try ChildProgram(
      ["stdbuf", "-oL", "xev", "-name", "other", "-event", "keyboard"],
      ["DISPLAY": rig.environment["DISPLAY"]])
    let line = try other.line(containing: "Outer window is")
    let outer = String(line.split { " ,".contains($0) }.first { $0.hasPrefix("0x") } ?? "")
    let inner = String(line.split { " ,".contains($0) }.last { $0.hasPrefix("0x") } ?? "")
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
  }

  @Test(arguments: [
    ("us", "z"), ("de", "z"), ("fr", "z"), ("us,ru", "z"), ("ru", "Cyrillic_ya"),
    ("gr", "Greek_zeta"),
  ])
  func keysAreThoseOfTheLayout(layout: String, key: String) throws {
    let rig = try XRig()
    try rig.run(["setxkbmap", layout])
    let x11 = X11(rig.environment)
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
    try X11(rig.environment).type(.controlShiftZ)
    #expect(
      try rig.events(6) == [
        "press Control_L", "press Shift_L", "press Z", "release Z", "release Shift_L",
        "release Control_L",
      ])
  }

  @Test func nothingIsSentWhileShiftIsHeld() throws {
    let rig = try XRig()
    let x11 = X11(rig.environment)
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
    let x11 = X11(rig.environment)
    let window = try #require(try x11.activeWindow(within: .seconds(5)))
    // It knows no such question.
    #expect(x11.isHung(window, within: .seconds(5)) == nil)
    // It is said to know it, and answers nothing.
    try rig.set("WM_PROTOCOLS", "32a", "_NET_WM_PING")
    #expect(x11.isHung(window, within: .milliseconds(50)) == true)
    // The connection is as it was.
    #expect(try x11.activeWindow(within: .seconds(5)) == window)
    #expect(x11.isHung(ActiveWindow(identity: "x11:1"), within: .seconds(5)) == nil)
    #expect(x11.isHung(ActiveWindow(identity: "none"), within: .seconds(5)) == nil)
  }

  @Test func aServerThatStandsStillIsNotWaitedFor() throws {
    let rig = try XRig()
    let x11 = X11(rig.environment)
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
    let x11 = X11(rig.environment)
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
    let x11 = X11(rig.environment)
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
    let window = try #require(try X11(rig.environment).activeWindow(within: .seconds(5)))
    let title = try #require(window.title)
    #expect(title.hasPrefix("ééé") && title.utf8.count <= ActiveWindow.longestText + 2)
  }
}
