// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionBus

/// A compositor without a screen, which is on a bus of its own, in a folder of its own.
final class CompositorRig: WevRig {
  let environment: [String: String]
  private let bus: PrivateBus
  let folder: URL
  private let compositor: ChildProgram

  /// Starts a compositor, and waits until it is on the bus.
  ///
  /// - Parameters:
  ///   - service: its name on the bus
  ///   - display: that of WAYLAND_DISPLAY
  ///   - variables: what it needs beside its folder, its bus, and no display
  ///   - command: its command, with the folder to prepare
  /// - Throws: an error if it does not start
  private init(
    _ service: String, display: String, _ variables: [String: String],
    command: (URL) throws -> [String]
  ) throws {
    bus = try PrivateBus()
    folder = FileManager.default.temporaryDirectory.appending(path: "\(display)-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let own = ["XDG_RUNTIME_DIR": folder.path, "DBUS_SESSION_BUS_ADDRESS": bus.address]
    environment = own.merging(["WAYLAND_DISPLAY": display]) { $1 }
    var all: [String: String?] = [
      "HOME": folder.path, "DISPLAY": nil, "WAYLAND_DISPLAY": nil, "QT_QPA_PLATFORM": nil,
    ]
    for (name, value) in own { all[name] = value }
    for (name, value) in variables { all[name] = value }
    compositor = try ChildProgram(command(folder), all)
    try ChildProgram.run(
      ["gdbus", "wait", "--session", "--timeout", "30", service],
      ["DBUS_SESSION_BUS_ADDRESS": bus.address])
  }

  /// A connection to its bus.
  func session() throws -> BusConnection { try BusConnection(.address(bus.address)) }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// A KWin with these layouts.
  static func kwin(layouts: String = "us") throws -> CompositorRig {
    try CompositorRig("org.kde.KWin", display: "wayland-8", ["LIBGL_ALWAYS_SOFTWARE": "1"]) {
      folder in
      let settings = folder.appending(path: ".config")
      try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
      try Data("[Layout]\nLayoutList=\(layouts)\nUse=true\n".utf8)
        .write(to: settings.appending(path: "kxkbrc"))
      // A copy has no capabilities, which containers do not give; it must bear the same name. A
      // child that another test forks while this process writes the copy would keep it busy.
      let program = folder.appending(path: "kwin_wayland")
      try ChildProgram.run(["cp", "/usr/bin/kwin_wayland", program.path])
      return [
        program.path, "--virtual", "--width", "320", "--height", "200", "--no-lockscreen",
        "--no-global-shortcuts", "--socket", "wayland-8",
      ]
    }
  }

  /// A Mutter.
  static func mutter() throws -> CompositorRig {
    try CompositorRig(
      "org.gnome.Mutter.RemoteDesktop", display: "wayland-9", ["GSETTINGS_BACKEND": "memory"]
    ) { _ in
      [
        "mutter", "--headless", "--wayland", "--no-x11", "--virtual-monitor", "320x200",
        "--wayland-display", "wayland-9",
      ]
    }
  }

  /// True if `program` is installed, and what its rig needs.
  static func isInstalled(_ program: String) -> Bool {
    PrivateBus.isInstalled
      && [program, "gdbus", "wev", "stdbuf"].allSatisfy { ChildProgram.path($0) != nil }
  }
}
