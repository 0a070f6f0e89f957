// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import Testing

@testable import DesktopInput

/// A Mutter without a screen, on a bus of its own.
private final class MutterRig {
  let bus: PrivateBus
  let environment: [String: String]
  private let folder: URL
  private let mutter: ChildProgram

  init() throws {
    bus = try PrivateBus()
    folder = FileManager.default.temporaryDirectory.appending(path: "mutter-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    environment = [
      "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "wayland-9",
      "DBUS_SESSION_BUS_ADDRESS": bus.address,
    ]
    mutter = try ChildProgram(
      [
        "mutter", "--headless", "--wayland", "--no-x11", "--virtual-monitor", "320x200",
        "--wayland-display", "wayland-9",
      ],
      [
        "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "GSETTINGS_BACKEND": "memory",
        "DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": nil, "WAYLAND_DISPLAY": nil,
      ])
    try ChildProgram.run(
      ["gdbus", "wait", "--session", "--timeout", "30", "org.gnome.Mutter.RemoteDesktop"],
      ["DBUS_SESSION_BUS_ADDRESS": bus.address])
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func window() throws -> WevWindow {
    try WevWindow(
      ChildProgram(
        ["stdbuf", "-oL", "wev", "-f", "wl_keyboard", "-f", "xdg_toplevel"], environment))
  }

  static var isInstalled: Bool {
    PrivateBus.isInstalled
      && ["mutter", "gdbus", "wev", "stdbuf"].allSatisfy { ChildProgram.path($0) != nil }
  }
}

@Suite(
  .enabled(
    if: MutterRig.isInstalled, "needs mutter, wev and libglib2.0-bin: apt-get install them"))
struct MutterTests {
  @Test func keysReachAProgramInAFreshSession() throws {
    let rig = try MutterRig()
    let window = try rig.window()
    let keys = MutterKeys(rig.environment)
    guard case .works = keys.availability() else {
      Issue.record("\(keys.availability())")
      return
    }
    for _ in 0..<3 {
      try keys.prepare()
      try keys.send(.controlZ)
      #expect(
        try window.keys(4, withCodes: true) == [
          "press Control_L 29", "press z 44", "release z 44", "release Control_L 29",
        ])
      keys.close()
    }
    try keys.send(.undoKey)
    #expect(try window.keys(2) == ["press Undo", "release Undo"])
    // The same session serves again.
    try keys.send(.controlShiftZ)
    #expect(try window.keys(6).contains("press Z"))
    keys.close()
  }
}
