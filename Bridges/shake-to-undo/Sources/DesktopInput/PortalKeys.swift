// SPDX-License-Identifier: Apache-2.0

import CDesktop
import Glibc
import SystemBus
import SystemPackage

/// Keys through the RemoteDesktop portal, in a session that the user has allowed once.
///
/// A permission is a token that serves once: each session gives the next one, which is kept in a
/// file that only the user can read, and which stays until the next one came, or until the portal
/// says that a person refused. The portal takes the permission out of its store with the token, and
/// puts it back when the session has started: so the program waits for a start, some time even
/// after a signal to stop, and does not use a token that the store does not know. Without a token
/// it asks for nothing: the dialog of a portal comes when the user calls for it, by
/// ``authorize(within:)``.
///
/// A token is good for the program that got it alone. So each connection says which one it is: a
/// command in a terminal would be the terminal, or none, for the portal.
package final class PortalKeys: KeySender {
  package let name = "portal"
  private let environment: [String: String]
  private let bus: DesktopBus
  /// The longest time that a call may take.
  private let patience: Duration
  /// The longest time that the start of a restored session may take: a portal that was not used for
  /// long is slow, and a start that the program gives up loses the permission.
  private let restoring: Duration
  /// The time that a start has after a signal to stop; the service manager waits 5 s.
  private let grace: Duration
  private let pace: Pace
  private let tokens: TokenFile
  private var session: Session?
  private var layout: KeyStroke.ActiveLayout?
  private var requests = 0

  package static let service = "org.freedesktop.portal.Desktop"
  package static let path = "/org/freedesktop/portal/desktop"
  private static let remoteDesktop = "org.freedesktop.portal.RemoteDesktop"
  /// The interface with `Register`, which has to be the first call that a portal gets from a
  /// connection, whichever portal that is.
  package static let registry = "org.freedesktop.host.portal.Registry"
  /// The arguments of `Register`: the name of the desktop file, and of the unit of the agent.
  package static let registration: [BusValue] = [
    .string("org.motiond.ShakeToUndo"), .dictionary([:]),
  ]
  static let step = Duration.milliseconds(20)

  private struct Session {
    /// The connection of the portal, which alone may speak for it.
    let portal: String
    let path: String
    let opened: Duration
    let closed: ClosedSignal
  }

  /// The signal of the portal that ends the session, and a flag that it came.
  private final class ClosedSignal {
    var slot: BusSlot?
    var isClosed = false
  }

  /// The portal of the session with this environment and this bus.
  package init(
    _ environment: [String: String], on session: BusConnection, pace: Pace = .system,
    patience: Duration = .milliseconds(1500), restoring: Duration = .seconds(15),
    grace: Duration = .seconds(3)
  ) {
    (self.restoring, self.grace) = (restoring, grace)
    (self.environment, bus) = (environment, DesktopBus(connection: session))
    self.patience = patience
    self.pace = pace
    tokens = TokenFile(environment)
  }

  // MARK: Sessions

  package func prepare() throws(DesktopError) {
    let action = "open a session of keys"
    if let session {
      // Reads what has arrived: the session may have been ended.
      try? bus.wait(for: Self.service, within: .zero, action) { session.closed.isClosed }
      guard session.closed.isClosed else { return }
      self.session = nil
    }
    guard let token = try tokens.read() else { throw Self.notAllowed(action) }
    do throws(DesktopError) { session = try open(token, within: restoring, action) } catch {
      // It has refused.
      guard try tokens.read() != nil else { throw Self.notAllowed(action) }
      throw error
    }
  }

  private static func notAllowed(_ action: String) -> DesktopError {
    .unavailable(
      action: action, why: "the portal has no permission for it, or not any more",
      remedy: "run shake-to-undo doctor --allow-keys once, and allow it")
  }

  /// Asks the user for permission, and keeps it.
  ///
  /// - Parameter time: the longest time that the user may take
  /// - Throws: a ``DesktopError`` if the user refuses, or the portal cannot
  package func authorize(within time: Duration) throws(DesktopError) {
    let action = "get permission to send keys"
    let former = try tokens.read()
    let session = try open(nil, within: time, action)
    let hasToken = try tokens.read() != former
    end(session)
    guard hasToken else {
      throw .unavailable(
        action: action, why: "the portal forgets the permission at once",
        remedy: "allow it to be restored when it asks, or use another way")
    }
  }

  private func open(
    _ token: String?, within time: Duration, _ action: String
  ) throws(DesktopError) -> Session {
    let portal = try connect(within: max(time, patience), action)
    requests += 1
    let created = try request(
      of: portal, "CreateSession", [],
      ["session_handle_token": .string("shake_to_undo_\(requests)")], within: patience, action)
    guard case .string(let path) = created["session_handle"] else {
      throw .lost(server: Self.service, action: action, why: "it named no session")
    }
    let closed = ClosedSignal()
    closed.slot = try match(portal, path, "Session", "Closed", action) { [weak closed] _ in
      closed?.isClosed = true
    }
    let session = Session(portal: portal, path: path, opened: pace.now(), closed: closed)
    do throws(DesktopError) {
      let keyboard: UInt32 = 1
      let untilRevoked: UInt32 = 2
      var options: [String: BusValue] = [
        "types": .uint32(keyboard), "persist_mode": .uint32(untilRevoked),
      ]
      if let token {
        // The token stays: a start that somebody broke off may still bring it back.
        guard knows(token, action) else { throw Self.notAllowed(action) }
        options["restore_token"] = .string(token)
      }
      guard !bus.connection.isStopped else { throw .stopped(action: action) }
      // From here to the end of the start the store lacks the permission.
      let grace = token == nil ? .zero : grace
      _ = try request(
        of: portal, "SelectDevices", [.path(path)], options, within: patience, action,
        afterStop: grace)
      let started = try request(
        of: portal, "Start", [.path(path), .string("")], [:], within: time, action,
        afterStop: grace)
      if case .string(let next) = started["restore_token"] { try tokens.write(next) }
      guard case .uint32(let devices) = started["devices"], devices & keyboard != 0 else {
        throw .unavailable(
          action: action, why: "the portal gave no keyboard",
          remedy: "run shake-to-undo doctor --allow-keys, and allow the keyboard")
      }
    } catch {
      end(session)
      throw error
    }
    return Session(portal: portal, path: path, opened: pace.now(), closed: closed)
  }

  /// Connects to a portal that keeps permissions; it is started.
  ///
  /// - Returns: the unique name of its connection
  private func connect(within time: Duration, _ action: String) throws(DesktopError) -> String {
    let registry = DesktopBus.Target(
      service: Self.service, path: Self.path, interface: Self.registry)
    // The portal refuses a name that it has. Before version 1.20 it knows the program by its unit
    // alone.
    _ = try? bus.call(
      registry, "Register", Self.registration, within: time, "name the program", starting: true)
    let version = try version(action)
    guard version >= 2 else {
      throw .unavailable(
        action: action, why: "the portal is version \(version), which forgets each permission",
        remedy: "xdg-desktop-portal 1.17 and later keep it (Debian 13)")
    }
    return try bus.owner(of: Self.service, within: patience, action)
  }

  /// Has `handler` called with a signal of the portal's connection, and of no other.
  ///
  /// Any program can send one to this connection alone.
  private func match(
    _ portal: String, _ path: String, _ interface: String, _ member: String, _ action: String,
    _ handler: @escaping (BusMessage) -> Void
  ) throws(DesktopError) -> BusSlot {
    let rule = """
      type='signal',sender='\(portal)',path='\(path)',\
      interface='org.freedesktop.portal.\(interface)',member='\(member)'
      """
    do throws(BusError) {
      return try bus.connection.match(rule) { if $0.sender == portal { handler($0) } }
    } catch { throw .lost(server: Self.service, action: action, why: error.description) }
  }

  /// False if the store of permissions lacks the permission of `token`: somebody took it back
  /// there.
  ///
  /// With such a token the portal would show its dialog to somebody who shook.
  private func knows(_ token: String, _ action: String) -> Bool {
    let store = "org.freedesktop.impl.portal.PermissionStore"
    var isKnown: Bool?
    do throws(BusError) {
      let call = try bus.connection.call(
        store, "/org/freedesktop/impl/portal/PermissionStore", store, "Lookup",
        [.string("remote-desktop"), .string(token)])
      let number = try bus.connection.send(call, timeout: patience) {
        if case .failure(.refused(_, "org.freedesktop.portal.Error.NotFound", _)) = $0 {
          isKnown = false
        } else {
          isKnown = true
        }
      }
      try? bus.wait(for: store, within: patience, action) { isKnown != nil }
      bus.connection.forget(number)
    } catch {
      // The next call says what is wrong with the bus.
    }
    // Without a store the portal has the last word.
    return isKnown ?? true
  }

  private func version(_ action: String) throws(DesktopError) -> UInt32 {
    let properties = DesktopBus.Target(
      service: Self.service, path: Self.path, interface: "org.freedesktop.DBus.Properties")
    let answer = try bus.call(
      properties, "Get", [.string(Self.remoteDesktop), .string("version")], within: patience,
      action)
    guard case .uint32(let version) = answer.first else { return 0 }
    return version
  }

  /// Calls a method that answers by the signal of a request.
  private func request(
    of portal: String, _ method: String, _ values: [BusValue], _ options: [String: BusValue],
    within time: Duration, _ action: String, afterStop grace: Duration = .zero
  ) throws(DesktopError) -> [String: BusValue] {
    requests += 1
    let token = "shake_to_undo_\(getpid())_\(requests)"
    let sender = (bus.connection.uniqueName ?? "").dropFirst().replacing(".", with: "_")
    let path = "\(Self.path)/request/\(sender)/\(token)"
    var response: [BusValue]?
    let slot = try match(portal, path, "Request", "Response", action) {
      response = try? $0.read()
    }
    defer { withExtendedLifetime(slot) {} }
    var options = options
    options["handle_token"] = .string(token)
    let target = DesktopBus.Target(
      service: Self.service, path: Self.path, interface: Self.remoteDesktop)
    _ = try bus.call(
      target, method, values + [.dictionary(options)], within: patience, action,
      afterStop: grace)
    do throws(DesktopError) {
      try bus.wait(for: Self.service, within: time, action, afterStop: grace) { response != nil }
    } catch {
      // A dialog that is open is of no use any more.
      let request = DesktopBus.Target(
        service: Self.service, path: path, interface: "org.freedesktop.portal.Request")
      _ = try? bus.call(request, "Close", within: .milliseconds(100), action)
      throw error
    }
    guard case .uint32(0) = response?.first, case .dictionary(let results) = response?.last else {
      // A person said no: with the same token the dialog would come again and again.
      if method == "Start", case .uint32(1) = response?.first { tokens.remove() }
      throw .unavailable(
        action: action, why: "the portal refused \(method)",
        remedy: "run shake-to-undo doctor --allow-keys, and allow it")
    }
    return results
  }

  // MARK: Keys

  package func settle() throws(DesktopError) {
    try prepare()
    layout = session.map { .init(settledSince: $0.opened, pace, environment, within: patience) }
  }

  package func send(
    _ stroke: KeyStroke, to window: ActiveWindow?, onFirst: () throws(DesktopError) -> Void
  ) throws(DesktopError) {
    guard let session, let layout else { throw notOpen("the portal") }
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
    let target = DesktopBus.Target(
      service: Self.service, path: Self.path, interface: Self.remoteDesktop)
    let values: [BusValue] = [
      .path(session.path), .dictionary([:]), .int32(key), .uint32(isDown ? 1 : 0),
    ]
    _ = try bus.call(target, method, values, within: patience, "send keys")
    pace.wait(Self.step)
  }

  package func close() {
    guard let session else { return }
    self.session = nil
    end(session)
  }

  private func end(_ session: Session) {
    let target = DesktopBus.Target(
      service: Self.service, path: session.path, interface: "org.freedesktop.portal.Session")
    _ = try? bus.call(target, "Close", within: patience, "close a session of keys")
  }

  package func availability() -> Availability {
    let action = "send keys"
    do throws(DesktopError) {
      _ = try connect(within: patience, action)
      guard let token = try tokens.read(), knows(token, action) else {
        return Availability(Self.notAllowed(action))
      }
      return .works("the portal has permission to restore a session")
    } catch { return Availability(error) }
  }
}
