// SPDX-License-Identifier: Apache-2.0

import Glibc
import Testing

@testable import DesktopInput

@Suite struct UinputTests {
  @Test func withoutADeviceTheReasonIsSaid() {
    let keys = UinputKeys([:], path: "/nowhere/uinput")
    #expect(
      keys.availability()
        == .unavailable(
          why: "/nowhere/uinput cannot be used (No such file or directory)",
          remedy: "use another way: whoever may use it can type in every program"))
    #expect(throws: DesktopError.self) { try keys.send(.controlZ) }
  }

  @Test(.enabled(if: SwayRig.isInstalled, "needs sway and wev: apt-get install them"))
  func whatIsNoUinputIsNotUsed() throws {
    let rig = try SwayRig()
    let keys = UinputKeys(rig.environment, pace: FakePace().pace, path: "/dev/null")
    let error = #expect(throws: DesktopError.self) { try keys.prepare() }
    #expect(error?.description.contains("/dev/null cannot be used") == true)
  }

  @Test func onlyUndoAndRedoCanBeSent() {
    #expect(
      KeyStroke.allCases.map(\.name) == ["Undo", "Ctrl+Z", "Redo", "Ctrl+Shift+Z", "Ctrl+Y"])
    for stroke in KeyStroke.allCases {
      #expect([.undo, .redo, .z, .y].contains(stroke.keysym))
      #expect(stroke.modifiers.count == stroke.modifierNames.count)
    }
  }

  @Test func thereIsOneOrderOfWays() {
    let wayland = ["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"]
    #expect(
      Desktop.keySenders(wayland).map(\.name) == [
        "KWin", "virtual keyboard", "Mutter", "portal", "uinput",
      ])
    #expect(Desktop.keySenders(wayland, portalOnly: true).map(\.name) == ["portal"])
    #expect(Desktop.windowSystems(wayland).map(\.name) == ["KWin", "Wayland"])
    #expect(Desktop.keySenders(["DISPLAY": ":0"]).map(\.name) == ["X11"])
  }
}
