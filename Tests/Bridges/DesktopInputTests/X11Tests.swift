// SPDX-License-Identifier: Apache-2.0

import Foundation
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

@Suite(
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
    #expect(try x11.activeWindow(within: .seconds(5)) == window)
    try rig.run(["xprop", "-root", "-remove", "_NET_ACTIVE_WINDOW"])
    #expect(try x11.activeWindow(within: .seconds(5)) == nil)
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
    try x11.send(.controlZ)
    #expect(
      try rig.events(4) == [
        "press Control_L", "press \(key)", "release \(key)", "release Control_L",
      ])
    try x11.send(.undoKey)
    #expect(try rig.events(2) == ["press Undo", "release Undo"])
  }

  @Test func redoHasShiftToo() throws {
    let rig = try XRig()
    try X11(rig.environment).send(.controlShiftZ)
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
    #expect(throws: DesktopError.heldKey("Shift")) { try x11.send(.controlZ) }
    try rig.run(["xdotool", "keyup", "Shift_L"])
    try x11.send(.controlZ)
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

  @Test func neverWhileThereIsWayland() throws {
    let environment = ["DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"]
    #expect(!Desktop.keySenders(environment).contains { $0 is X11 })
    #expect(!Desktop.windowSystems(environment).contains { $0 is X11 })
    #expect(Desktop.keySenders(["DISPLAY": ":0"]).contains { $0 is X11 })
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

  @Test func aServerThatEndsIsLostAndOneThatStartsIsFound() throws {
    let rig = try XRig()
    let x11 = X11(rig.environment)
    _ = try x11.activeWindow(within: .seconds(5))
    kill(rig.server.process.processIdentifier, SIGKILL)
    rig.server.process.waitUntilExit()
    #expect(throws: DesktopError.self) { try x11.activeWindow(within: .seconds(5)) }
    #expect(throws: DesktopError.self) { try x11.send(.controlZ) }
    guard case .unavailable = x11.availability() else {
      Issue.record("it works without a server")
      return
    }
  }

  @Test func aServerWithoutXTestSaysSo() throws {
    let rig = try XRig(arguments: ["-extension", "XTEST"])
    let x11 = X11(rig.environment)
    #expect(throws: DesktopError.self) { try x11.send(.controlZ) }
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
