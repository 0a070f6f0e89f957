// SPDX-License-Identifier: Apache-2.0

import CDesktop
import Foundation
import TestTraits
import Testing

@testable import DesktopInput

@Suite(.waits, .enabled(if: SwayRig.isInstalled, "needs sway and wev: apt-get install them"))
struct WaylandTests {
  @Test func theActiveWindowIsDescribed() throws {
    let rig = try SwayRig()
    let windows = WaylandWindows(rig.environment)
    #expect(try windows.activeWindow(within: .seconds(5)) == nil)
    let first = try rig.window()
    let before = try #require(try windows.activeWindow(within: .seconds(5)))
    #expect(before.title == "wev" && before.applicationID == "wev" && before.processID == nil)
    #expect(try windows.activeWindow(within: .seconds(5)) == before)
    // Another of the same program is another window, also once the first is gone.
    let second = try rig.window()
    let after = try #require(try windows.activeWindow(within: .seconds(5)))
    #expect(after.identity != before.identity)
    // Either may be a dialog of the other.
    #expect(after.mayBeDialog && !before.mayBeDialog)
    withExtendedLifetime(first) {}
    withExtendedLifetime(second) {}
  }

  @Test func aWindowAfterCloseIsNoneFromBefore() throws {
    let rig = try SwayRig()
    let window = try rig.window()
    let windows = WaylandWindows(rig.environment)
    let before = try windows.activeWindow(within: .seconds(5))
    windows.close()
    #expect(try windows.activeWindow(within: .seconds(5)) != before)
    withExtendedLifetime(window) {}
  }

  @Test func keysReachAProgramEachTime() throws {
    let rig = try SwayRig()
    let window = try rig.window()
    let keyboard = VirtualKeyboard(rig.environment)
    try keyboard.prepare()
    for _ in 0..<5 {
      try keyboard.type(.controlZ)
      #expect(
        try window.keys(4) == ["press Control_L", "press z", "release z", "release Control_L"])
      keyboard.close()
    }
    try keyboard.type(.undoKey)
    #expect(try window.keys(2) == ["press Undo", "release Undo"])
    try keyboard.type(.controlShiftZ)
    #expect(
      try window.keys(6) == [
        "press Control_L", "press Shift_L", "press Z", "release Z", "release Shift_L",
        "release Control_L",
      ])
  }

  @Test(arguments: [
    ("us", "z 44"), ("de", "z 21"), ("fr", "z 17"), ("ru,de", "z 21"), ("ru", "Cyrillic_ya 44"),
  ])
  func keysAreThoseOfTheSeat(layouts: String, key: String) throws {
    let rig = try SwayRig()
    let window = try rig.window()
    // The keyboard that the user has.
    let server = WaylandServer(rig.environment)
    let theirs = try server.connect(for: DESKTOP_KEYS, "test", lacking: "", within: .seconds(5))
    let keymap = try #require(Keymap(layouts: layouts)).source
    #expect(desktop_wayland_set_keymap(theirs.pointer, keymap, keymap.count, 5000) == DESKTOP_FINE)
    try VirtualKeyboard(rig.environment).type(.controlZ)
    let keys = try window.keys(4, withCodes: true)
    #expect(Array(keys[1...2]) == ["press \(key)", "release \(key)"])
  }

  @Test func aCompositorThatEndsIsLostAndOneThatStandsStillIsNotWaitedFor() throws {
    let rig = try SwayRig()
    let windows = WaylandWindows(rig.environment)
    let keyboard = VirtualKeyboard(rig.environment)
    _ = try windows.activeWindow(within: .seconds(5))
    try keyboard.prepare()
    kill(rig.sway.process.processIdentifier, SIGSTOP)
    let late = DesktopError.late(
      server: WaylandServer.name, action: "ask for the active window")
    #expect(throws: late) { try windows.activeWindow(within: .milliseconds(20)) }
    #expect(throws: late) { try windows.activeWindow(within: .milliseconds(20)) }
    kill(rig.sway.process.processIdentifier, SIGKILL)
    rig.sway.process.waitUntilExit()
    #expect(throws: DesktopError.self) { try keyboard.type(.controlZ) }
    #expect(throws: DesktopError.self) { try windows.activeWindow(within: .seconds(5)) }
  }
}
