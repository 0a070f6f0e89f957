// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionBus
import SystemPackage

/// Keys through Mutter's own RemoteDesktop interface, which asks the user nothing.
///
/// GNOME shows its sharing indicator as long as a session exists: it is opened for the question,
/// and closed after the answer.
package final class MutterKeys: KeySender {
  package let name = "Mutter"
  private let environment: [String: String]
  private let bus: DesktopBus
  /// The longest time that a call may take.
  private let patience: Duration
  private let pace: Pace
  private var session: Session?
  private var layout: KeyStroke.ActiveLayout?

  private static let service = "org.gnome.Mutter.RemoteDesktop"
  /// The time between two keys: back to back, some are lost.
  static let step = Duration.milliseconds(20)

  private static let byKeysym = "NotifyKeyboardKeysym"

  private struct Session {
    let target: DesktopBus.Target
    let opened: Duration
  }

  /// The Mutter of the session with this environment and this bus.
  package init(
    _ environment: [String: String], on session: BusConnection, pace: Pace = .system,
    patience: Duration = .milliseconds(1000)
  ) {
    (self.environment, bus) = (environment, DesktopBus(connection: session))
    self.patience = patience
    self.pace = pace
  }

  package func prepare() throws(DesktopError) {
    let action = "open a session of keys"
    if let session {
      // It is gone after the screen was locked, or with the shell.
      let target = DesktopBus.Target(
        service: Self.service, path: session.target.path,
        interface: "org.freedesktop.DBus.Properties")
      let property = [BusValue.string(Self.service + ".Session"), .string("SessionId")]
      if (try? bus.call(target, "Get", property, within: patience, action)) != nil {
        return
      }
      self.session = nil
    }
    let answer = try bus.call(
      Self.mutter, "CreateSession", within: patience, action)
    guard case .path(let path) = answer.first else {
      throw .lost(server: Self.service, action: action, why: "it named no session")
    }
    let target = DesktopBus.Target(
      service: Self.service, path: path, interface: Self.service + ".Session")
    do throws(DesktopError) {
      _ = try bus.call(target, "Start", within: patience, action)
    } catch {
      end(target)
      throw error
    }
    // The keyboard comes with its first key. A program that has to take the keyboard up first
    // misses that key: this one has no meaning, and Mutter finds it on no keyboard.
    for isDown in [true, false] {
      let voidSymbol: [BusValue] = [.uint32(0xff_ffff), .bool(isDown)]
      _ = try? bus.call(target, Self.byKeysym, voidSymbol, within: patience, action)
    }
    session = Session(target: target, opened: pace.now())
  }

  private static var mutter: DesktopBus.Target {
    .init(service: service, path: "/org/gnome/Mutter/RemoteDesktop", interface: service)
  }

  package func settle() throws(DesktopError) {
    try prepare()
    layout = session.map { .init(settledSince: $0.opened, pace, environment, within: patience) }
  }

  package func send(
    _ stroke: KeyStroke, to window: ActiveWindow?, onFirst: () throws(DesktopError) -> Void
  ) throws(DesktopError) {
    guard let session, let layout else { throw notOpen("Mutter") }
    let (method, keys) = stroke.notifications(layout)
    try onFirst()
    do throws(DesktopError) {
      try KeyStroke.press(keys) { key, isDown throws(DesktopError) in
        try notify(session, method, key, isDown)
      }
    } catch {
      close()
      throw error
    }
  }

  private func notify(
    _ session: Session, _ method: String, _ key: Int32, _ isDown: Bool
  ) throws(DesktopError) {
    _ = try bus.call(
      session.target, method, [.uint32(UInt32(key)), .bool(isDown)], within: patience, "send keys")
    pace.wait(Self.step)
  }

  package func close() {
    guard let session else { return }
    self.session = nil
    end(session.target)
  }

  private func end(_ session: DesktopBus.Target) {
    _ = try? bus.call(session, "Stop", within: patience, "close the session of keys")
  }

  package func availability() -> Availability {
    do throws(DesktopError) {
      let action = "send keys"
      let properties = DesktopBus.Target(
        service: Self.service, path: Self.mutter.path,
        interface: "org.freedesktop.DBus.Properties")
      _ = try bus.call(
        properties, "Get", [.string(Self.service), .string("Version")], within: patience,
        action)
      return .works("Mutter takes keys; its sharing indicator shows while the question is open")
    } catch { return Availability(error) }
  }
}
