// SPDX-License-Identifier: Apache-2.0

import CDesktop

/// An X server: its active window, and XTest.
///
/// The connection lasts from a question to ``close()``.
package final class X11: WindowSystem, KeySender {
  package let name = "X11"
  package let showsLocks = true
  private let display: X11Display?
  private let variable: String
  private var connection: Connection?

  /// The longest time that the server may take for keys.
  private let patience: Duration
  /// The longest time that the server does nothing for other programs.
  private let hold: Duration

  /// The server that the environment names.
  package init(
    _ environment: [String: String], patience: Duration = .milliseconds(500),
    hold: Duration = .milliseconds(10)
  ) {
    (self.patience, self.hold) = (patience, hold)
    variable = environment["DISPLAY"] ?? ""
    display = X11Display(variable)
  }

  /// A connection of libxcb.
  private final class Connection {
    let pointer: OpaquePointer
    /// The keymap when the keys settled.
    var keymap: Keymap?

    init(_ display: X11Display, _ call: ServerCall, _ time: Duration) throws(DesktopError) {
      let socket = try call.connect(
        display.sockets, remedy: "start the X server that DISPLAY names")
      var problem = DESKTOP_FINE
      let pointer = desktop_x11_open(socket, "\(display.number)", time.milliseconds, &problem)
      try call.check(problem)
      guard let pointer else { throw .lost(server: call.server, action: call.action, why: "") }
      self.pointer = pointer
    }

    deinit {
      desktop_x11_close(pointer)
    }
  }

  /// Does `body` with the connection, which is opened if need be, and closed if it is of no use.
  private func connected<Result>(
    _ action: String, _ time: Duration,
    _ body: (ServerCall, Connection, X11Display) throws(DesktopError) -> Result
  ) throws(DesktopError) -> Result {
    let call = ServerCall(server: "the X server", action: action)
    guard let display else {
      throw .unavailable(
        action: action, why: X11Display.problem(with: variable),
        remedy: "run it inside the session of an X server of this machine")
    }
    do throws(DesktopError) {
      if let connection { return try body(call, connection, display) }
      let connection = try Connection(display, call, time)
      self.connection = connection
      return try body(call, connection, display)
    } catch {
      switch error {
      case .heldKey, .outdated: break
      case .unavailable, .late, .lost, .stopped: connection = nil
      }
      throw error
    }
  }

  package func activeWindow(within time: Duration) throws(DesktopError) -> ActiveWindow? {
    // A server that was restarted since the last question has ended its connection.
    do throws(DesktopError) { return try askForWindow(time) } catch .lost {
      return try askForWindow(time)
    }
  }

  private func askForWindow(_ time: Duration) throws(DesktopError) -> ActiveWindow? {
    try connected("ask for the active window", time) {
      call, connection, display throws(DesktopError) in
      var window = desktop_x11_window()
      let screen = Int32(display.screen)
      try call.check(desktop_x11_active(connection.pointer, screen, time.milliseconds, &window))
      return window.window == 0 ? nil : ActiveWindow(window)
    }
  }

  package func isHung(_ window: ActiveWindow, within time: Duration) -> Bool? {
    guard let number = window.number else { return nil }
    let answer = try? connected("ask whether a program hangs", time) {
      call, connection, display throws(DesktopError) in
      var answer = DESKTOP_NOT_ASKED
      try call.check(
        desktop_x11_ping(
          connection.pointer, Int32(display.screen), number, time.milliseconds, &answer))
      return answer
    }
    return switch answer {
    case DESKTOP_ANSWERED: false
    case DESKTOP_SILENT: true
    default: nil
    }
  }

  package func prepare() throws(DesktopError) {
    try connected("prepare keys", patience) { call, connection, _ throws(DesktopError) in
      try call.check(
        desktop_x11_has_keys(connection.pointer, patience.milliseconds), lacking: "XTest")
    }
  }

  package func settle() throws(DesktopError) {
    try prepare()
    try connected("prepare keys", patience) { call, connection, _ throws(DesktopError) in
      var pointer: OpaquePointer?
      try call.check(
        desktop_x11_keymap(connection.pointer, patience.milliseconds, &pointer),
        lacking: "XKB")
      connection.keymap = pointer.map(Keymap.init(adopting:))
    }
  }

  /// The keys go out while the server does nothing for anybody else, so that the focus cannot move
  /// from the comparison to the last key.
  package func send(
    _ stroke: KeyStroke, to window: ActiveWindow?, onFirst: () throws(DesktopError) -> Void
  ) throws(DesktopError) {
    guard connection?.keymap != nil else { throw notOpen("the X server") }
    try connected("send keys", patience) { call, connection, display throws(DesktopError) in
      guard let keymap = connection.keymap else { throw notOpen("the X server") }
      var (present, keyboard) = (desktop_x11_window(), desktop_x11_keyboard())
      keyboard.keymap = keymap.pointer
      present.window = window?.number ?? 0
      let problem = desktop_x11_hold(
        connection.pointer, Int32(display.screen), hold.milliseconds, &present, &keyboard)
      if problem == DESKTOP_LATE {
        self.connection = nil
        throw .outdated("the X server was too slow to be held")
      }
      try call.check(problem, lacking: "XTest or XKB")
      defer { desktop_x11_let_go(connection.pointer) }
      if let window, !ActiveWindow(present).hasFocus(of: window) {
        throw .outdated("the focus, the title or the keyboard changed at the last moment")
      }
      try Self.checkModifiers(held: keyboard.held, locked: keyboard.locked, on: keymap)
      let chord = try stroke.requiredChord(on: keymap, layout: keyboard.layout)
      try onFirst()
      try call.check(desktop_x11_press(connection.pointer, chord.keys, chord.keys.count))
    }
  }

  /// Throws an error if a modifier is on that would change a stroke; Caps Lock and Num Lock do not.
  static func checkModifiers(
    held: UInt32, locked: UInt32, on keymap: Keymap
  ) throws(DesktopError) {
    let harmless = keymap.mask("Lock") | keymap.mask("Mod2")
    let rest = (held | locked) & ~harmless
    guard rest != 0 else { return }
    let modifiers = ["Shift": "Shift", "Control": "Ctrl", "Mod1": "Alt", "Mod4": "Super"]
    let held = modifiers.keys.sorted().first { rest & keymap.mask($0) != 0 }
    throw .heldKey(held.flatMap { modifiers[$0] } ?? "a modifier")
  }

  package func close() {
    connection = nil
  }

  package func availability() -> Availability {
    do throws(DesktopError) {
      try prepare()
      return .works("the X server \(variable) gives the active window, and takes keys")
    } catch { return Availability(error) }
  }
}

extension ActiveWindow {
  /// The window of the X server.
  init(_ window: desktop_x11_window) {
    let actions = text(window.bus_name).map { name in
      ExportedActions(
        busName: name, windowPath: text(window.window_path),
        applicationPath: text(window.application_path))
    }
    self.init(
      identity: "x11:\(window.window)", processID: window.process > 0 ? window.process : nil,
      applicationID: text(window.class_name), title: text(window.title), exportedActions: actions,
      mayBeDialog: window.is_dialog)
    switch window.owner {
    case DESKTOP_OWN_KEYS: keyboard = .here
    case DESKTOP_OTHER_KEYS: keyboard = .elsewhere
    default: keyboard = .grabbed
    }
  }

  /// The number of a window of an X server.
  fileprivate var number: UInt32? {
    identity.split(separator: ":").last.flatMap { UInt32($0) }
  }

  /// True if `other` had the keyboard under the same title.
  fileprivate func hasFocus(of other: ActiveWindow) -> Bool {
    identity == other.identity && title == other.title && keyboard == .here
  }
}
