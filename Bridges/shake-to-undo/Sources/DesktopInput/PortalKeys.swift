// SPDX-License-Identifier: Apache-2.0

import CDesktop
import Glibc
import MotionBus
import SystemPackage

/// Keys through the RemoteDesktop portal, in a session that the user has allowed once.
///
/// A permission is a token that serves once: each session gives the next one, which is kept in a
/// file that only the user can read, and which stays until the next one came, or until the portal
/// says that a person refused. Without a token it asks for nothing: the dialog of a portal comes
/// when the user calls for it, by ``authorize(within:)``.
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
  private var state = State.closed
  private var layout: KeyStroke.ActiveLayout?

  private enum State {
    case closed
    case opening(PortalOpening)
    case open(PortalOpening.Session)
  }

  package static let service = "org.freedesktop.portal.Desktop"
  package static let path = "/org/freedesktop/portal/desktop"
  static let interface = "org.freedesktop.portal.RemoteDesktop"
  /// The interface with `Register`, which has to be the first call that a portal gets from a
  /// connection, whichever portal that is.
  package static let registry = "org.freedesktop.host.portal.Registry"
  /// The arguments of `Register`: the name of the desktop file, and of the unit of the agent.
  package static let registration: [BusValue] = [
    .string("org.motiond.ShakeToUndo"), .dictionary([:]),
  ]
  static let step = Duration.milliseconds(20)
  private static let opening = "open a session of keys"

  /// An object of the portal, by one of its interfaces; without a path the portal itself.
  static func target(_ interface: String, at path: String = path) -> DesktopBus.Target {
    .init(service: service, path: path, interface: interface)
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

  deinit {
    if case .opening(let opening) = state { opening.isWanted = false }
  }

  // MARK: Sessions

  /// Begins to open a session, or takes what an opening came to.
  package func prepare() throws(DesktopError) {
    switch state {
    case .closed:
      guard let token = try tokens.read() else { throw Self.notAllowed(Self.opening) }
      state = .opening(begin(.session(starting: restoring), token, Self.opening))
    case .opening(let opening):
      guard let outcome = opening.outcome else { return }
      state = .closed
      do throws(DesktopError) { state = try outcome.get().map(State.open) ?? .closed } catch {
        // It has refused.
        guard try tokens.read() != nil else { throw Self.notAllowed(Self.opening) }
        throw error
      }
    case .open(let session):
      // Reads what has arrived: the session may have been ended.
      try? bus.wait(for: Self.service, within: .zero, Self.opening) { session.closed.isClosed }
      guard session.closed.isClosed else { return }
      state = .closed
      try prepare()
    }
  }

  package var isOpening: Bool {
    if case .opening = state { true } else { false }
  }

  static func notAllowed(_ action: String) -> DesktopError {
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
    let session = try wait(for: begin(.session(starting: time), nil, action), action)
    let hasToken = try tokens.read() != former
    if let session { end(session) }
    guard hasToken else {
      throw .unavailable(
        action: action, why: "the portal forgets the permission at once",
        remedy: "allow it to be restored when it asks, or use another way")
    }
  }

  private func begin(
    _ goal: PortalOpening.Goal, _ token: String?, _ action: String
  ) -> PortalOpening {
    PortalOpening(goal, token: token, on: bus, within: patience, tokens, pace, action)
  }

  /// Waits for the end of an opening, for at most `time`, or else as long as its calls may take;
  /// after a signal to stop only where it would cost the permission.
  private func wait(
    for opening: PortalOpening, within time: Duration = .seconds(86_400), _ action: String
  ) throws(DesktopError) -> PortalOpening.Session? {
    try bus.wait(for: Self.service, within: time, action, afterStop: grace) {
      opening.outcome != nil || !opening.holdsPermission && bus.connection.isStopped
    }
    guard let outcome = opening.outcome else { throw .stopped(action: action) }
    return try outcome.get()
  }

  // MARK: Keys

  package func settle() throws(DesktopError) {
    try prepare()
    if case .opening(let opening) = state {
      // After a question it is open already. Where nobody is asked, an undo must not come late.
      do throws(DesktopError) { _ = try wait(for: opening, within: patience, Self.opening) } catch {
        if case .stopped = error { throw error }
        guard opening.outcome != nil else {
          throw .unavailable(
            action: Self.opening, why: "the portal has not started yet",
            remedy: "shake again in a moment")
        }
      }
      try prepare()
    }
    guard case .open(let session) = state else { return }
    layout = .init(settledSince: session.opened, pace, environment, within: patience)
  }

  package func send(
    _ stroke: KeyStroke, to window: ActiveWindow?, onFirst: () throws(DesktopError) -> Void
  ) throws(DesktopError) {
    guard case .open(let session) = state, let layout else { throw notOpen("the portal") }
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
    _ session: PortalOpening.Session, _ method: String, _ key: Int32, _ isDown: Bool
  ) throws(DesktopError) {
    let values: [BusValue] = [
      .path(session.path), .dictionary([:]), .int32(key), .uint32(isDown ? 1 : 0),
    ]
    _ = try bus.call(
      Self.target(Self.interface), method, values, within: patience, "send keys")
    pace.wait(Self.step)
  }

  /// Closes the session.
  ///
  /// An opening goes on to its end, as to give it up may cost the permission; a later call closes
  /// what came of it.
  package func close() {
    switch state {
    case .closed: break
    case .opening(let opening):
      if bus.connection.isStopped { _ = try? wait(for: opening, within: grace, Self.opening) }
      guard let outcome = opening.outcome else { return }
      state = .closed
      if case .success(let session?) = outcome { end(session) }
    case .open(let session):
      state = .closed
      end(session)
    }
  }

  private func end(_ session: PortalOpening.Session) {
    let target = Self.target("org.freedesktop.portal.Session", at: session.path)
    _ = try? bus.call(target, "Close", within: patience, "close a session of keys")
  }

  package func availability() -> Availability {
    let action = "send keys"
    do throws(DesktopError) {
      _ = try wait(for: begin(.check, tokens.read(), action), action)
      return .works("the portal has permission to restore a session")
    } catch { return Availability(error) }
  }
}
