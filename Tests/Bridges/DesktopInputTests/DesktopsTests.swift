// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DesktopInput

@Suite struct DesktopsTests {
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
      Desktop.keySenders(wayland).map(\.name) == ["KWin", "virtual keyboard", "Mutter", "portal"])
    #expect(Desktop.keySenders(wayland, portalOnly: true).map(\.name) == ["portal"])
    #expect(Desktop.windowSystems(wayland).map(\.name) == ["KWin", "Wayland"])
    #expect(Desktop.keySenders(["DISPLAY": ":0"]).map(\.name) == ["X11"])
  }
}
