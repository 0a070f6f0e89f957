// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionBus

/// The opening of a session of keys at the portal.
///
/// Each call is sent when the one before is answered, by the handlers of the bus: nobody has to
/// wait for it.
///
/// From the choice of devices to the end of the start the portal has the permission out of its
/// store: to give an opening up may cost the permission. So each goes on to its end.
final class PortalOpening {
  /// The end that an opening aims at.
  enum Goal {
    /// To see whether a session could be restored; it opens none.
    case check
    /// A session, whose start may take so long.
    case session(starting: Duration)
  }

  /// A session of the portal.
  struct Session {
    let path: String
    let opened: Duration
    let closed: ClosedSignal
  }

  /// The signal of the portal that ends a session, and a flag that it came.
  final class ClosedSignal {
    var slot: BusSlot?
    var isClosed = false
  }

  /// The session, nil after a check, or the error; nil while it is under way.
  private(set) var outcome: Result<Session?, DesktopError>?
  /// True while the store of permissions may lack the permission.
  private(set) var holdsPermission = false
  /// False once nobody would use the session.
  var isWanted = true

  private let bus: DesktopBus
  private let goal: Goal
  private let token: String?
  private let patience: Duration
  private let tokens: TokenFile
  private let pace: Pace
  private let action: String
  /// The connection of the portal, which alone may speak for it.
  private var portal = ""
  /// The path of the session that was made.
  private var session: String?
  /// The request under way, whose end is a signal.
  private var request: (path: String, slot: BusSlot)?

  /// An opening that has begun: with a token, or without one by a dialog.
  init(
    _ goal: Goal, token: String?, on bus: DesktopBus, within patience: Duration,
    _ tokens: TokenFile, _ pace: Pace, _ action: String
  ) {
    (self.goal, self.token, self.bus, self.patience) = (goal, token, bus, patience)
    (self.tokens, self.pace, self.action) = (tokens, pace, action)
    var limit = patience
    if case .session(let time) = goal { limit = max(time, patience) }
    let registry = PortalKeys.target(PortalKeys.registry)
    // The portal refuses a name that it has. Before version 1.20 it knows the program by its unit
    // alone.
    bus.send(registry, "Register", PortalKeys.registration, within: limit, starting: true) {
      [self] _ in
      askVersion()
    }
  }

  // MARK: One step after the other

  private func askVersion() {
    let properties = PortalKeys.target("org.freedesktop.DBus.Properties")
    ask(properties, "Get", [.string(PortalKeys.interface), .string("version")]) { [self] answer in
      var version: UInt32 = 0
      if case .uint32(let number) = answer.first { version = number }
      guard version >= 2 else {
        return fail(
          .unavailable(
            action: action, why: "the portal is version \(version), which forgets each permission",
            remedy: "xdg-desktop-portal 1.17 and later keep it (Debian 13)"))
      }
      askOwner()
    }
  }

  private func askOwner() {
    ask(.daemon, "GetNameOwner", [.string(PortalKeys.service)]) { [self] answer in
      guard case .string(let owner) = answer.first else {
        return fail(.lost(server: PortalKeys.service, action: action, why: "it has no name"))
      }
      portal = owner
      switch (goal, token) {
      case (_, let token?): lookUp(token)
      case (.check, nil): fail(PortalKeys.notAllowed(action))
      case (.session, nil): create()
      }
    }
  }

  /// Asks the store of permissions for the permission of `token`: somebody may have taken it back
  /// there, and with such a token the portal would show its dialog to somebody who shook.
  private func lookUp(_ token: String) {
    let name = "org.freedesktop.impl.portal.PermissionStore"
    let store = DesktopBus.Target(
      service: name, path: "/org/freedesktop/impl/portal/PermissionStore", interface: name)
    bus.send(
      store, "Lookup", [.string("remote-desktop"), .string(token)], within: patience, starting: true
    ) { [self] in
      if case .failure(.refused(_, "org.freedesktop.portal.Error.NotFound", _)) = $0 {
        return fail(PortalKeys.notAllowed(action))
      }
      // Without a store the portal has the last word.
      if case .check = goal { outcome = .success(nil) } else { create() }
    }
  }

  private func create() {
    let options = ["session_handle_token": BusValue.string(Self.newName())]
    ask("CreateSession", [], options, within: patience) { [self] results in
      guard case .string(let path) = results["session_handle"] else {
        return fail(.lost(server: PortalKeys.service, action: action, why: "it named no session"))
      }
      session = path
      let closed = ClosedSignal()
      do throws(DesktopError) {
        closed.slot = try match(path, "Session", "Closed") { [weak closed] _ in
          closed?.isClosed = true
        }
        choose(path, closed)
      } catch { fail(error) }
    }
  }

  private static let keyboard: UInt32 = 1
  private static let untilRevoked: UInt32 = 2

  private func choose(_ path: String, _ closed: ClosedSignal) {
    guard !bus.connection.isStopped else { return fail(.stopped(action: action)) }
    var options: [String: BusValue] = [
      "types": .uint32(Self.keyboard), "persist_mode": .uint32(Self.untilRevoked),
    ]
    if let token { options["restore_token"] = .string(token) }
    // The token stays: a start that somebody broke off may still bring the permission back.
    holdsPermission = token != nil
    ask("SelectDevices", [.path(path)], options, within: patience) { [self] _ in
      start(path, closed)
    }
  }

  private func start(_ path: String, _ closed: ClosedSignal) {
    guard case .session(let time) = goal else { return }
    ask("Start", [.path(path), .string("")], [:], within: time) { [self] results in
      do throws(DesktopError) {
        if case .string(let next) = results["restore_token"] { try tokens.write(next) }
      } catch { return fail(error) }
      guard case .uint32(let devices) = results["devices"], devices & Self.keyboard != 0 else {
        return fail(
          .unavailable(
            action: action, why: "the portal gave no keyboard",
            remedy: "run shake-to-undo doctor --allow-keys, and allow the keyboard"))
      }
      guard isWanted else { return fail(.stopped(action: action)) }
      holdsPermission = false
      outcome = .success(
        Session(path: path, opened: pace.now(), closed: closed))
    }
  }

  // MARK: Calls

  /// Calls a method, and goes on with its answer.
  private func ask(
    _ target: DesktopBus.Target, _ member: String, _ values: [BusValue],
    then goOn: @escaping ([BusValue]) -> Void
  ) {
    bus.send(target, member, values, within: patience) { [self] answer in
      guard outcome == nil else { return }
      do throws(BusError) { goOn(try answer.get()) } catch {
        fail(DesktopBus.error(error, target, action))
      }
    }
  }

  /// Calls a method that answers by the signal of a request, and goes on with its results.
  private func ask(
    _ method: String, _ values: [BusValue], _ options: [String: BusValue],
    within time: Duration, then goOn: @escaping ([String: BusValue]) -> Void
  ) {
    let sender = (bus.connection.uniqueName ?? "").dropFirst().replacing(".", with: "_")
    let name = Self.newName()
    let path = "\(PortalKeys.path)/request/\(sender)/\(name)"
    do throws(DesktopError) {
      request = (
        path,
        try match(path, "Request", "Response") { [self] in
          respond(to: method, try? $0.read(), goOn)
        }
      )
    } catch { return fail(error) }
    var options = options
    options["handle_token"] = .string(name)
    ask(PortalKeys.target(PortalKeys.interface), method, values + [.dictionary(options)]) { _ in }
    bus.connection.after(time) { [weak self] in
      guard let self, request?.path == path else { return }
      fail(.late(server: PortalKeys.service, action: action))
    }
  }

  private func respond(
    to method: String, _ response: [BusValue]?, _ goOn: ([String: BusValue]) -> Void
  ) {
    guard outcome == nil else { return }
    request = nil
    guard case .uint32(0) = response?.first, case .dictionary(let results) = response?.last else {
      // A person said no: with the same token the dialog would come again and again.
      if method == "Start", case .uint32(1) = response?.first { tokens.remove() }
      return fail(
        .unavailable(
          action: action, why: "the portal refused \(method)",
          remedy: "run shake-to-undo doctor --allow-keys, and allow it"))
    }
    goOn(results)
  }

  private func fail(_ error: DesktopError) {
    (outcome, holdsPermission) = (.failure(error), false)
    // A dialog that is open is of no use any more.
    for (path, interface) in [(request?.path, "Request"), (session, "Session")] {
      guard let path else { continue }
      let target = PortalKeys.target("org.freedesktop.portal.\(interface)", at: path)
      bus.send(target, "Close", within: patience) { _ in }
    }
    request = nil
  }

  /// Has `handler` called with a signal of the portal's connection, and of no other: any program
  /// can send one to this connection alone.
  private func match(
    _ path: String, _ interface: String, _ member: String,
    _ handler: @escaping (BusMessage) -> Void
  ) throws(DesktopError) -> BusSlot {
    let rule = """
      type='signal',sender='\(portal)',path='\(path)',\
      interface='org.freedesktop.portal.\(interface)',member='\(member)'
      """
    do throws(BusError) {
      return try bus.connection.match(rule) { [portal] in
        if $0.sender == portal { handler($0) }
      }
    } catch {
      throw .lost(server: PortalKeys.service, action: action, why: error.description)
    }
  }

  /// A name that no other request or session of this connection has.
  private static func newName() -> String {
    "shake_to_undo_\(getpid())_\(UInt64.random(in: 0 ... .max))"
  }
}
