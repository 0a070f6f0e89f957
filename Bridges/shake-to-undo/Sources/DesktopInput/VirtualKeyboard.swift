// SPDX-License-Identifier: Apache-2.0

import CDesktop

/// A keyboard of the compositor for this process alone: zwp_virtual_keyboard.
///
/// It has the keymap of the user's keyboard, as a program's keyboard takes the keymap of the last
/// key; and it stays, since a program may miss the first key of a new keyboard.
package final class VirtualKeyboard: KeySender {
  package let name = "virtual keyboard"
  private let server: WaylandServer
  private let pace: Pace
  private var keyboard: Keyboard?

  private struct Keyboard {
    let connection: WaylandConnection
    var keymap: Keymap
    let opened: Duration
    /// The time that programs need to notice the first keyboard of a seat.
    let settling: Duration
  }

  private static let patience = Duration.milliseconds(500)

  /// A keyboard of the compositor that the environment names.
  package init(_ environment: [String: String], pace: Pace = .system) {
    server = WaylandServer(environment)
    self.pace = pace
  }

  package func prepare() throws(DesktopError) {
    do throws(DesktopError) { try open() } catch {
      keyboard = nil
      throw error
    }
  }

  /// Opens the keyboard if there is none, or if its connection has ended; follows the keymap.
  private func open() throws(DesktopError) {
    if let present = keyboard {
      switch desktop_wayland_settle(present.connection.pointer, Self.patience.milliseconds) {
      case DESKTOP_FINE:
        guard let text = present.connection.keymap, text != present.keymap.source,
          let keymap = Keymap(text: text)
        else { return }
        try set(keymap, of: present.connection)
        keyboard?.keymap = keymap
        return
      // A compositor that was started again: its keyboard is another.
      default: keyboard = nil
      }
    }
    let connection = try server.connect(
      for: DESKTOP_KEYS, "prepare keys", lacking: "zwp_virtual_keyboard", within: Self.patience)
    let theirs = connection.keymap.flatMap { Keymap(text: $0) }
    guard let keymap = theirs ?? Keymap(layouts: "") else {
      throw .unavailable(
        action: "prepare keys", why: "libxkbcommon.so.0 or its layouts are missing",
        remedy: "install libxkbcommon0 and xkb-data")
    }
    try set(keymap, of: connection)
    keyboard = Keyboard(
      connection: connection, keymap: keymap, opened: pace.now(),
      settling: theirs == nil ? .milliseconds(300) : .milliseconds(50))
  }

  private func set(_ keymap: Keymap, of connection: WaylandConnection) throws(DesktopError) {
    let text = keymap.source
    try call("prepare keys").check(
      desktop_wayland_set_keymap(
        connection.pointer, text, text.count, Self.patience.milliseconds))
  }

  private func call(_ action: String) -> ServerCall {
    ServerCall(server: WaylandServer.name, action: action)
  }

  package func settle() throws(DesktopError) {
    try prepare()
    guard let keyboard else { return }
    pace.wait(keyboard.opened + keyboard.settling - pace.now())
  }

  package func send(
    _ stroke: KeyStroke, to window: ActiveWindow?, onFirst: () throws(DesktopError) -> Void
  ) throws(DesktopError) {
    guard let keyboard else { throw notOpen(WaylandServer.name) }
    // The layout is this keyboard's own: it may as well be one that has the letter.
    let chord = try stroke.requiredChord(on: keyboard.keymap, layout: 0)
    var masks: [UInt32] = []
    for modifier in stroke.modifierNames {
      masks.append((masks.last ?? 0) | keyboard.keymap.mask(modifier))
    }
    masks.append(masks.last ?? 0)
    try onFirst()
    let problem = desktop_wayland_press(
      keyboard.connection.pointer, chord.keys, masks, chord.keys.count, chord.layout,
      Self.patience.milliseconds)
    do throws(DesktopError) { try call("send keys").check(problem) } catch {
      self.keyboard = nil
      throw error
    }
  }

  /// Does nothing: the keyboard stays for the next time.
  package func close() {}

  package func availability() -> Availability {
    do throws(DesktopError) {
      _ = try server.connect(
        for: DESKTOP_KEYS, "send keys", lacking: "zwp_virtual_keyboard", within: Self.patience)
      return .works("the compositor lets a program have a keyboard")
    } catch { return Availability(error) }
  }
}
