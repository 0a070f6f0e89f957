// SPDX-License-Identifier: Apache-2.0

import CDesktop

/// The compositor that the environment names, and that the program connects to.
struct WaylandServer {
  /// The paths of its socket, in their order.
  private let paths: [String]

  /// The name for people.
  static let name = "the Wayland compositor"

  /// The compositor that WAYLAND_DISPLAY names.
  init(_ environment: [String: String]) {
    let name = environment["WAYLAND_DISPLAY"] ?? ""
    let folder = environment["XDG_RUNTIME_DIR"] ?? ""
    switch (name.isEmpty, name.hasPrefix("/"), folder.isEmpty) {
    case (true, _, _), (false, false, true): paths = []
    case (false, true, _): paths = [name]
    case (false, false, false): paths = ["\(folder)/\(name)"]
    }
  }

  /// Connects for `purpose`.
  ///
  /// - Parameters:
  ///   - purpose: what the connection is for
  ///   - action: the same, for an error
  ///   - lacking: the protocol that it may lack, for an error
  ///   - time: the longest time it may take
  /// - Returns: the connection
  /// - Throws: a ``DesktopError``
  func connect(
    for purpose: desktop_purpose, _ action: String, lacking: String, within time: Duration
  ) throws(DesktopError) -> WaylandConnection {
    let call = ServerCall(server: Self.name, action: action)
    guard !paths.isEmpty else {
      throw .unavailable(
        action: action, why: "WAYLAND_DISPLAY and XDG_RUNTIME_DIR name no compositor",
        remedy: "run it inside the session")
    }
    let socket = try call.connect(paths, remedy: "run it inside the session")
    var problem = DESKTOP_FINE
    let pointer = desktop_wayland_open(
      socket, Int32(purpose.rawValue), time.milliseconds, &problem)
    try call.check(problem, lacking: lacking)
    guard let pointer else { throw .lost(server: Self.name, action: action, why: "no memory") }
    return WaylandConnection(pointer)
  }
}

/// A connection to a compositor.
final class WaylandConnection {
  let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) {
    self.pointer = pointer
  }

  deinit {
    desktop_wayland_close(pointer)
  }

  /// The text of the seat's keymap; nil if the seat has no keyboard.
  var keymap: [CChar]? {
    var length = 0
    guard let text = desktop_wayland_keymap(pointer, &length) else { return nil }
    return Array(UnsafeBufferPointer(start: text, count: length))
  }
}

/// The windows of a compositor of wlroots' family, by zwlr_foreign_toplevel_management.
package final class WaylandWindows: WindowSystem {
  package let name = "Wayland"
  package let showsLocks = true
  private let server: WaylandServer
  /// A connection, and how many there were before: each numbers windows from the beginning.
  private var connection: WaylandConnection?
  private var connections = 0

  /// The compositor that the environment names.
  package init(_ environment: [String: String]) {
    server = WaylandServer(environment)
  }

  package func activeWindow(within time: Duration) throws(DesktopError) -> ActiveWindow? {
    let action = "ask for the active window"
    do throws(DesktopError) {
      let connection: WaylandConnection
      if let open = self.connection {
        connection = open
        let problem = desktop_wayland_settle(open.pointer, time.milliseconds)
        try ServerCall(server: WaylandServer.name, action: action).check(problem)
      } else {
        connection = try server.connect(
          for: DESKTOP_WINDOWS, action, lacking: "zwlr_foreign_toplevel_management", within: time)
        self.connection = connection
        connections += 1
      }
      var window = desktop_wayland_window()
      desktop_wayland_active(connection.pointer, &window)
      guard window.number > 0 else { return nil }
      return ActiveWindow(
        identity: "wayland:\(connections).\(window.number)",
        applicationID: text(window.application), title: text(window.title),
        mayBeDialog: window.has_siblings)
    } catch {
      connection = nil
      throw error
    }
  }

  /// Nil: a client of Wayland cannot ask another one.
  package func isHung(_ window: ActiveWindow, within time: Duration) -> Bool? { nil }

  package func close() {
    connection = nil
  }

  package func availability() -> Availability {
    do throws(DesktopError) {
      _ = try server.connect(
        for: DESKTOP_WINDOWS, "ask for the active window",
        lacking: "zwlr_foreign_toplevel_management", within: .milliseconds(500))
      return .works("the compositor says which window is active")
    } catch { return Availability(error) }
  }
}
