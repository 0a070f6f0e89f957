// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import CDesktop
import Foundation
import Testing

@testable import DesktopInput

/// A KWin without a screen, on a bus of its own.
private final class KWinRig {
  let bus: PrivateBus
  let environment: [String: String]
  private let folder: URL
  private let kwin: ChildProgram

  init(layouts: String = "us") throws {
    bus = try PrivateBus()
    folder = FileManager.default.temporaryDirectory.appending(path: "kwin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    environment = [
      "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "wayland-8",
      "DBUS_SESSION_BUS_ADDRESS": bus.address,
    ]
    let settings = folder.appending(path: ".config")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try Data("[Layout]\nLayoutList=\(layouts)\nUse=true\n".utf8)
      .write(to: settings.appending(path: "kxkbrc"))
    // A copy has no capabilities, which containers do not give; it must bear the same name.
    let program = folder.appending(path: "kwin_wayland")
    try FileManager.default.copyItem(
      at: URL(filePath: "/usr/bin/kwin_wayland"), to: program)
    kwin = try ChildProgram(
      [
        program.path, "--virtual", "--width", "320", "--height", "200", "--no-lockscreen",
        "--no-global-shortcuts", "--socket", "wayland-8",
      ],
      [
        "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "LIBGL_ALWAYS_SOFTWARE": "1",
        "DBUS_SESSION_BUS_ADDRESS": bus.address, "DISPLAY": nil, "WAYLAND_DISPLAY": nil,
        "QT_QPA_PLATFORM": nil,
      ])
    try ChildProgram.run(
      ["gdbus", "wait", "--session", "--timeout", "30", "org.kde.KWin"],
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

  var scripts: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".js")
    }) ?? []
  }

  static var isInstalled: Bool {
    PrivateBus.isInstalled
      && ["kwin_wayland", "gdbus", "wev", "stdbuf"].allSatisfy { ChildProgram.path($0) != nil }
  }
}

@Suite(
  .enabled(
    if: KWinRig.isInstalled, "needs kwin-wayland, wev and libglib2.0-bin: apt-get install them"))
struct KWinTests {
  @Test func theActiveWindowIsDescribed() throws {
    let rig = try KWinRig()
    // A window that is active: all of KWin is there now.
    let window = try rig.window()
    let windows = KWinWindows(rig.environment)
    guard case .works = windows.availability() else {
      Issue.record("\(windows.availability())")
      return
    }
    let active = try #require(try windows.activeWindow(within: .seconds(5)))
    #expect(active.title == "wev" && active.applicationID == "wev")
    #expect(active.processID == window.program.process.processIdentifier)
    #expect(try windows.activeWindow(within: .seconds(5)) == active)
    // Nothing of it stays.
    #expect(rig.scripts.isEmpty)
  }

  @Test(.enabled(if: desktop_has_library("libei.so.1"), "needs libei1, and so Debian 13"))
  func keysAreThoseOfTheActiveLayout() throws {
    let rig = try KWinRig(layouts: "us,de,ru")
    let window = try rig.window()
    let keys = KWinKeys(rig.environment)
    guard case .works = keys.availability() else {
      // KWin has the socket from Plasma 6.1 on.
      print("KWinTests: \(keys.availability())")
      return
    }
    for (layout, key) in [("0", "z 44"), ("1", "z 21"), ("2", "Cyrillic_ya 44")] {
      try ChildProgram.run(
        [
          "gdbus", "call", "--session", "-d", "org.kde.keyboard", "-o", "/Layouts", "-m",
          "org.kde.KeyboardLayouts.setLayout", layout,
        ], rig.environment)
      try keys.prepare()
      try keys.send(.controlZ)
      #expect(
        try window.keys(4, withCodes: true) == [
          "press Control_L 29", "press \(key)", "release \(key)", "release Control_L 29",
        ])
      keys.close()
    }
  }
}
