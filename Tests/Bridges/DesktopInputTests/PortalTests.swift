// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import Synchronization
import SystemBus
import TestSupport
import Testing

@testable import DesktopInput

/// A portal that grants sessions, as a test says, and a home for the token.
private final class PortalRig {
  /// The behavior of the portal.
  enum Manner: Sendable {
    case granting, refusing, silent, forgetful, old
  }

  let bus: PrivateBus
  let portal: FakeService
  private let permissions: Permissions
  let environment: [String: String]
  private let session: BusConnection
  private let home: URL

  init(_ manner: Manner) throws {
    bus = try PrivateBus()
    session = try BusConnection(.address(bus.address))
    home = FileManager.default.temporaryDirectory.appending(path: "portal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": home.path]
    let permissions = try Permissions(bus)
    self.permissions = permissions
    let known = permissions.known
    portal = try FakeService("org.freedesktop.portal.Desktop", on: bus) { call in
      switch call.member {
      case "Get": try call.message.reply([.uint32(manner == .old ? 1 : 2)])
      case "CreateSession":
        try call.respond(0, ["session_handle": .string("/session/1")])
      case "SelectDevices":
        // As the portal does: the permission is back in the store once the session has started.
        known.tokens.withLock { $0 = [] }
        try call.respond(0, [:])
      case "Start":
        switch manner {
        case .silent: try call.message.reply([.path("/request/none")])
        case .refusing: try call.respond(1, [:])
        case .granting, .old:
          known.tokens.withLock { $0 = ["next"] }
          try call.respond(0, ["devices": .uint32(1), "restore_token": .string("next")])
        case .forgetful: try call.respond(0, ["devices": .uint32(1)])
        }
      default: try call.message.reply()
      }
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: home)
  }

  var tokenPath: String { home.path + "/.local/state/shake-to-undo/portal-token" }
  var token: String? { try? String(contentsOfFile: tokenPath, encoding: .utf8) }

  func keys(
    _ pace: FakePace = FakePace(), patience: Duration = .seconds(5),
    restoring: Duration = .seconds(15)
  ) -> PortalKeys {
    PortalKeys(environment, on: session, pace: pace.pace, patience: patience, restoring: restoring)
  }

  /// The permission is taken back in the store.
  func revoke() { permissions.known.tokens.withLock { $0 = [] } }

  func setToken() throws {
    try TokenFile(environment).write("first")
  }
}

/// The desktop's store of permissions.
private final class Permissions {
  final class Known: Sendable {
    let tokens = Mutex<Set<String>>(["first"])
  }

  let known: Known
  private let service: FakeService

  init(_ bus: PrivateBus) throws {
    let known = Known()
    self.known = known
    service = try FakeService("org.freedesktop.impl.portal.PermissionStore", on: bus) { call in
      guard call.member == "Lookup", case .string("remote-desktop")? = call.values.first,
        case .string(let token)? = call.values.last
      else { return }
      guard known.tokens.withLock({ $0.contains(token) }) else {
        return try call.message.reply(
          error: "org.freedesktop.portal.Error.NotFound", "No entry for \(token)")
      }
      try call.message.reply([
        .dictionary([:]), .string("data"),
      ])
    }
  }
}

extension FakeService.Call {
  /// Answers as a portal does: with a request, and a signal of it.
  fileprivate func respond(_ code: UInt32, _ results: [String: BusValue]) throws {
    guard case .dictionary(let options) = values.last,
      case .string(let token) = options["handle_token"], let sender = message.sender
    else { return }
    let name = sender.dropFirst().replacing(".", with: "_")
    let path = "/org/freedesktop/portal/desktop/request/\(name)/\(token)"
    try message.reply([.path(path)])
    try connection.signal(
      path, "org.freedesktop.portal.Request", "Response", [.uint32(code), .dictionary(results)]
    ).send(to: sender)
  }
}

@Suite(.waits, .enabled(if: PrivateBus.isInstalled, "needs dbus-daemon"))
struct PortalTests {
  @Test func nothingIsAskedWithoutAToken() throws {
    let rig = try PortalRig(.granting)
    let keys = rig.keys()
    #expect(throws: DesktopError.self) { try keys.type(.controlZ) }
    guard case .unavailable(_, let remedy) = keys.availability() else {
      Issue.record("it works without permission")
      return
    }
    #expect(remedy.contains("doctor --allow-keys"))
    #expect(!rig.portal.members.contains("CreateSession"))
  }

  @Test func aPermissionIsKeptWhereOnlyTheUserReadsIt() throws {
    let rig = try PortalRig(.granting)
    let keys = rig.keys()
    try keys.authorize(within: .seconds(5))
    #expect(rig.token == "next\n")
    var status = stat()
    #expect(stat(rig.tokenPath, &status) == 0 && status.st_mode & 0o777 == 0o600)
    #expect(rig.portal.members.last == "Close")
    guard case .works = keys.availability() else {
      Issue.record("it does not work with permission")
      return
    }
  }

  @Test func aConnectionNamesTheProgramFirst() throws {
    // A command in a terminal is another program for the portal, or none, and would get its token.
    let rig = try PortalRig(.granting)
    try rig.keys().authorize(within: .seconds(5))
    let first = try #require(rig.portal.calls.first)
    #expect(first.hasPrefix("Register string(\"org.motiond.ShakeToUndo\")"))
  }

  @Test func aTokenServesOnceAndTheNextIsKept() throws {
    let rig = try PortalRig(.granting)
    try rig.setToken()
    let pace = FakePace()
    let keys = rig.keys(pace)
    try keys.prepare()
    #expect(rig.token == "next\n")
    #expect(rig.portal.calls.contains { $0.hasPrefix("SelectDevices") && $0.contains("first") })
    try keys.type(.controlZ)
    let sent = rig.portal.calls.filter { $0.hasPrefix("Notify") }
    #expect(sent.count == 4)
    #expect(sent.allSatisfy { $0.hasPrefix("NotifyKeyboardKeysym") })
    for (call, (key, state)) in zip(sent, [(0xffe3, 1), (0x7a, 1), (0x7a, 0), (0xffe3, 0)]) {
      #expect(call.hasSuffix("int32(\(key)) uint32(\(state))"))
    }
    #expect(
      pace.waits == [KeyStroke.ActiveLayout.settling] + Array(repeating: PortalKeys.step, count: 4))
    // The session is still open: no other is made.
    try keys.type(.undoKey)
    #expect(rig.portal.members.filter { $0 == "CreateSession" }.count == 1)
    keys.close()
    #expect(rig.portal.members.last == "Close")
  }

  @Test func aRefusalForgetsTheToken() throws {
    let rig = try PortalRig(.refusing)
    try rig.setToken()
    #expect(throws: DesktopError.self) { try rig.keys().prepare() }
    #expect(rig.token == nil)
    #expect(rig.portal.members.last == "Close")
  }

  /// A start has a time of its own, which is longer in the agent: with that of other calls the
  /// limit of the test would be over.
  @Test(.timeLimit(.minutes(5))) func aStartHasItsTimeAndATokenStaysUntilTheNextOneComes() throws {
    let rig = try PortalRig(.silent)
    try rig.setToken()
    let keys = rig.keys(patience: .seconds(600), restoring: .milliseconds(50))
    #expect(
      throws: DesktopError.late(
        server: "org.freedesktop.portal.Desktop", action: "open a session of keys")
    ) {
      try keys.prepare()
    }
    #expect(rig.token == "first\n")
    // The request is closed, and the session.
    #expect(rig.portal.members.suffix(2) == ["Close", "Close"])
  }

  @Test func aPermissionThatWasTakenBackShowsNoDialog() throws {
    let rig = try PortalRig(.granting)
    try rig.setToken()
    rig.revoke()
    let keys = rig.keys()
    let first = #expect(throws: DesktopError.self) { try keys.prepare() }
    #expect(rig.token == nil)
    #expect(!rig.portal.members.contains("SelectDevices") && !rig.portal.members.contains("Start"))
    #expect(first.map { "\($0)".contains("doctor --allow-keys") } == true)
    // What is said once must be the same the next time.
    #expect(first == #expect(throws: DesktopError.self) { try keys.prepare() })
  }

  @Test func aPortalThatForgetsSaysSo() throws {
    let old = try PortalRig(.old)
    try old.setToken()
    #expect(throws: DesktopError.self) { try old.keys().prepare() }
    guard case .unavailable(let why, _) = old.keys().availability() else {
      Issue.record("an old portal works")
      return
    }
    #expect(why.contains("version 1"))
    let forgetful = try PortalRig(.forgetful)
    #expect(throws: DesktopError.self) { try forgetful.keys().authorize(within: .seconds(5)) }
  }

  @Test func aTokenFileThatIsAFolderIsAnError() throws {
    let rig = try PortalRig(.granting)
    try FileManager.default.createDirectory(
      atPath: rig.tokenPath, withIntermediateDirectories: true)
    #expect(throws: DesktopError.self) { try rig.keys().prepare() }
  }
}
