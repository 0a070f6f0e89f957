// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import MotionBus
import TestTraits
import Testing

@testable import DesktopInput

@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct DesktopsTests {
  @Test func onlyUndoAndRedoCanBeSent() {
    #expect(
      KeyStroke.allCases.map(\.name) == ["Undo", "Ctrl+Z", "Redo", "Ctrl+Shift+Z", "Ctrl+Y"])
    for stroke in KeyStroke.allCases {
      #expect([.undo, .redo, .z, .y].contains(stroke.keysym))
      #expect(stroke.modifiers.count == stroke.modifierNames.count)
    }
  }

  @Test func thereIsOneOrderOfWays() throws {
    let bus = try PrivateBus()
    let session = try BusConnection(.address(bus.address))
    let wayland = ["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"]
    #expect(
      Desktop.keySenders(wayland, on: session).map(\.name)
        == ["KWin", "virtual keyboard", "Mutter", "portal"])
    #expect(Desktop.keySenders(wayland, on: session, portalOnly: true).map(\.name) == ["portal"])
    #expect(Desktop.windowSystems(wayland, on: session).map(\.name) == ["KWin", "Wayland"])
    #expect(Desktop.keySenders(["DISPLAY": ":0"], on: session).map(\.name) == ["X11"])
  }
}
