// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A sway without a screen, in a folder of its own.
final class SwayRig: WevRig {
  let environment: [String: String]
  private let folder: URL
  let sway: ChildProgram

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "sway-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let settings = folder.appending(path: "config")
    try Data("xwayland disable\nexec echo display $WAYLAND_DISPLAY\n".utf8).write(to: settings)
    var command = ["sway", "-c", settings.path]
    if getuid() == 0 {
      // It does not run as root.
      chown(folder.path, 65534, 65534)
      command =
        ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] + command
    }
    chmod(folder.path, 0o700)
    sway = try ChildProgram(
      command,
      [
        "XDG_RUNTIME_DIR": folder.path, "HOME": folder.path, "DISPLAY": nil,
        "WAYLAND_DISPLAY": nil, "WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1",
        "WLR_RENDERER": "pixman",
      ])
    let display = try sway.line(containing: "display ").dropFirst("display ".count)
    environment = ["XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": String(display)]
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  static var isInstalled: Bool {
    ["sway", "wev", "stdbuf", "setpriv"].allSatisfy { ChildProgram.path($0) != nil }
  }
}

/// A compositor in which wev runs.
protocol WevRig {
  /// What names the compositor.
  var environment: [String: String] { get }
}

extension WevRig {
  /// A window that prints its keys, once it has the focus.
  func window() throws -> WevWindow {
    try WevWindow(
      ChildProgram(
        ["stdbuf", "-oL", "wev", "-f", "wl_keyboard", "-f", "xdg_toplevel"], environment))
  }
}

/// A window of wev.
struct WevWindow {
  let program: ChildProgram

  init(_ program: ChildProgram) throws {
    self.program = program
    _ = try program.line(containing: "activated")
  }

  /// The next `count` keys: "press z" or "release Control_L", or "press z 44" with evdev's codes.
  func keys(_ count: Int, withCodes: Bool = false) throws -> [String] {
    try (0..<count).map { _ in
      let line = try program.line(containing: "; state: ")
      let code = line.firstMatch(of: /key: (\d+); state/).flatMap { Int($0.1) } ?? 0
      let name = try program.line(containing: "sym: ").firstMatch(of: /sym: (\w+)/)
      return (line.contains("(pressed)") ? "press " : "release ") + (name?.1 ?? "")
        + (withCodes ? " \(code - 8)" : "")
    }
  }
}
