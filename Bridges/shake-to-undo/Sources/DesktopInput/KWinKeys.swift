// SPDX-License-Identifier: Apache-2.0

import CDesktop
import Glibc
import MotionBus

/// Keys over KWin's own socket of emulated input, without a dialog: Plasma 6.1 and later.
package final class KWinKeys: KeySender {
  package let name = "KWin"
  private let bus: DesktopBus
  /// The longest time that a call may take.
  private let patience: Duration
  private var connection: Connection?
  /// The layout that was active when the keys settled; nil if KWin does not say so.
  private var layout: UInt32?

  private static let target = DesktopBus.Target(
    service: "org.kde.KWin", path: "/org/kde/KWin/EIS/RemoteDesktop",
    interface: "org.kde.KWin.EIS.RemoteDesktop")

  /// The context that KWin keeps for this program until the program ends it, or leaves the bus.
  private final class Context {
    private let bus: DesktopBus
    private let cookie: BusValue

    init(_ bus: DesktopBus, _ cookie: BusValue) { (self.bus, self.cookie) = (bus, cookie) }

    deinit {
      _ = try? bus.call(
        KWinKeys.target, "disconnect", [cookie], within: .milliseconds(100), "close the keys")
    }
  }

  private final class Connection {
    let pointer: OpaquePointer
    private let context: Context?

    init(_ pointer: OpaquePointer, _ context: Context?) {
      (self.pointer, self.context) = (pointer, context)
    }

    deinit {
      desktop_ei_close(pointer)
    }
  }

  /// The KWin of the session with this bus.
  package init(on session: BusConnection, patience: Duration = .milliseconds(1000)) {
    (bus, self.patience) = (DesktopBus(connection: session), patience)
  }

  package func prepare() throws(DesktopError) {
    if let connection {
      guard desktop_ei_settle(connection.pointer, patience.milliseconds) != DESKTOP_FINE else {
        return
      }
      self.connection = nil
    }
    let call = ServerCall(server: "KWin", action: "prepare keys")
    let keyboard = BusValue.int32(1)
    let answer: [BusValue]
    do throws(DesktopError) {
      answer = try bus.call(
        Self.target, "connectToEIS", [keyboard], within: patience, call.action)
    } catch .unavailable(let action, let why, _) where why.contains("lacks connectToEIS") {
      throw .unavailable(
        action: action, why: "KWin runs without its plugin eis",
        remedy: "install kwin-common of Plasma 6.1 or later, and do not switch it off in kwinrc")
    }
    guard case .descriptor(let socket) = answer.first, socket >= 0 else {
      throw .lost(server: call.server, action: call.action, why: "it gave no socket")
    }
    // Let go with this scope, if the socket is of no use.
    let context = answer.dropFirst().first.map { Context(bus, $0) }
    var problem = DESKTOP_FINE
    let pointer = desktop_ei_open(socket, patience.milliseconds, &problem)
    try call.check(problem)
    guard let pointer else { return }
    connection = Connection(pointer, context)
  }

  package func settle() throws(DesktopError) {
    try prepare()
    let layouts = DesktopBus.Target(
      service: "org.kde.keyboard", path: "/Layouts", interface: "org.kde.KeyboardLayouts")
    let answer = try? bus.call(
      layouts, "getLayout", within: patience, "ask for the layout")
    if case .uint32(let number) = answer?.first { layout = number } else { layout = nil }
  }

  package func send(
    _ stroke: KeyStroke, to window: ActiveWindow?, onFirst: () throws(DesktopError) -> Void
  ) throws(DesktopError) {
    guard let pointer = connection?.pointer else { throw notOpen("KWin") }
    let call = ServerCall(server: "KWin", action: "send keys")
    var length = 0
    let text = desktop_ei_keymap(pointer, &length)
    guard let text,
      let keymap = Keymap(text: Array(UnsafeBufferPointer(start: text, count: length)))
    else {
      throw .unavailable(
        action: call.action, why: "KWin sent no keymap that libxkbcommon can read",
        remedy: "install libxkbcommon0")
    }
    try X11.checkModifiers(
      held: desktop_ei_held(pointer), locked: desktop_ei_locked(pointer), on: keymap)
    let chord = try chord(of: stroke, on: keymap)
    try onFirst()
    do throws(DesktopError) {
      try call.check(
        desktop_ei_press(pointer, chord.keys, chord.keys.count, patience.milliseconds))
    } catch {
      connection = nil
      throw error
    }
  }

  /// The keys of `stroke` in the layout that KWin says is active.
  ///
  /// The socket says so only when it changes: after a start in German, Ctrl+Z would be Ctrl+Y.
  private func chord(of stroke: KeyStroke, on keymap: Keymap) throws(DesktopError) -> KeyChord {
    if let layout, layout < keymap.layouts {
      return try stroke.requiredChord(on: keymap, layout: layout)
    }
    guard let chord = stroke.chordOfAnyLayout(on: keymap) else {
      throw .unavailable(
        action: "send keys", why: "KWin does not say which layout is active",
        remedy: "use one layout, or layouts with \(stroke.name) at the same place")
    }
    return chord
  }

  package func close() {
    connection = nil
  }

  package func availability() -> Availability {
    guard desktop_has_library("libei.so.1") else {
      return .unavailable(
        why: "the library libei.so.1 is missing",
        remedy: "install libei1, which Debian has from version 13 on")
    }
    do throws(DesktopError) {
      try prepare()
      close()
      return .works("KWin takes keys over its socket of emulated input")
    } catch { return Availability(error) }
  }
}
