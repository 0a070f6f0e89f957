// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import LinuxSupport
import MotionBus
import Synchronization
import TestSupport
import Testing

@testable import DesktopInput

/// A portal that grants sessions, as a test says, and a home for the token.
private final class PortalRig {
  /// The behavior of the portal.
  enum Manner: Sendable {
    case granting, refusing, silent, forgetful, old
    /// A signal to stop comes with this call, and the portal grants all the same.
    case stopping(String)
    /// The signal comes, and the portal says nothing any more.
    case dying(String)
    /// Another program answers each request first, and ends the session.
    case imitated
  }

  let bus: PrivateBus
  let portal: FakeService
  private let permissions: Permissions
  let environment: [String: String]
  private let session: BusConnection
  private let stop: Wakeup
  private let home: URL

  init(_ manner: Manner, hasToken: Bool = false) throws {
    bus = try PrivateBus()
    session = try BusConnection(.address(bus.address))
    home = FileManager.default.temporaryDirectory.appending(path: "portal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    environment = ["DBUS_SESSION_BUS_ADDRESS": bus.address, "HOME": home.path]
    let permissions = try Permissions(bus)
    self.permissions = permissions
    let known = permissions.known
    let stop = try Wakeup()
    (self.stop, session.stop) = (stop, stop.descriptor)
    let address = BusAddress.address(bus.address)
    portal = try FakeService("org.freedesktop.portal.Desktop", on: bus) { call in
      var isOld = false
      switch manner {
      case .stopping(call.member): stop.raise()
      case .dying(call.member):
        stop.raise()
        return try call.message.reply([.path("/request/none")])
      case .imitated: try call.imitate(BusConnection(address))
      case .old: isOld = true
      case .granting, .refusing, .silent, .forgetful, .stopping, .dying: break
      }
      switch call.member {
      case "Get": try call.message.reply([.uint32(isOld ? 1 : 2)])
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
        case .granting, .old, .stopping, .dying, .imitated:
          known.tokens.withLock { $0 = ["next"] }
          try call.respond(0, ["devices": .uint32(1), "restore_token": .string("next")])
        case .forgetful: try call.respond(0, ["devices": .uint32(1)])
        }
      default: try call.message.reply()
      }
    }
    if hasToken { try TokenFile(environment).write("first") }
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
    PortalKeys(
      environment, on: session, pace: pace.pace, patience: patience, restoring: restoring,
      grace: .milliseconds(50))
  }

  /// Waits until a call of this member has come, so many times.
  func wait(for member: String, _ count: Int = 1) throws {
    let isThere = try session.process(
      until: .now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: 1 << 34)
    ) { portal.members.count { $0 == member } >= count }
    #expect(isThere, "\(portal.members)")
  }

  /// The permission is taken back in the store.
  func revoke() { permissions.known.tokens.withLock { $0 = [] } }
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
    guard let (path, sender) = request else { return }
    try message.reply([.path(path)])
    try connection.signal(
      path, "org.freedesktop.portal.Request", "Response", [.uint32(code), .dictionary(results)]
    ).send(to: sender)
  }

  /// The path of the request that this call makes, and who is told of its end.
  private var request: (path: String, sender: String)? {
    guard case .dictionary(let options) = values.last,
      case .string(let token) = options["handle_token"], let sender = message.sender
    else { return nil }
    let name = sender.dropFirst().replacing(".", with: "_")
    return ("/org/freedesktop/portal/desktop/request/\(name)/\(token)", sender)
  }

  /// Has a stranger refuse the request, and end the session, before the portal does anything.
  fileprivate func imitate(_ stranger: BusConnection) throws {
    guard let sender = message.sender else { return }
    if let (path, _) = request {
      try stranger.signal(
        path, "org.freedesktop.portal.Request", "Response", [.uint32(1), .dictionary([:])]
      ).send(to: sender)
    }
    try stranger.signal("/session/1", "org.freedesktop.portal.Session", "Closed").send(to: sender)
    // Once the bus answers, it has passed them on.
    var isAnswered = false
    try stranger.send(stranger.callBus("GetId", [])) { _ in isAnswered = true }
    _ = try stranger.process(until: .now(on: CLOCK_MONOTONIC).advanced(byNanoseconds: 1 << 34)) {
      isAnswered
    }
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
    let rig = try PortalRig(.granting, hasToken: true)
    let pace = FakePace()
    let keys = rig.keys(pace)
    try keys.settle()
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
    let rig = try PortalRig(.refusing, hasToken: true)
    #expect(throws: DesktopError.self) { try rig.keys().settle() }
    #expect(rig.token == nil)
    try rig.wait(for: "Close")
  }

  /// A start has a time of its own, which is longer in the agent: with that of other calls the
  /// limit of the test would be over.
  @Test(.timeLimit(.minutes(5))) func aStartHasItsTimeAndATokenStaysUntilTheNextOneComes() throws {
    let rig = try PortalRig(.silent, hasToken: true)
    let keys = rig.keys(patience: .seconds(600), restoring: .milliseconds(50))
    #expect(
      throws: DesktopError.late(
        server: "org.freedesktop.portal.Desktop", action: "open a session of keys")
    ) {
      try keys.settle()
    }
    #expect(rig.token == "first\n")
    // The request is closed, and the session.
    try rig.wait(for: "Close", 2)
  }

  @Test func aKeyWaitsNoLongerThanACallForASlowStartWhichGoesOn() throws {
    let rig = try PortalRig(.silent, hasToken: true)
    let keys = rig.keys(patience: .milliseconds(300), restoring: .seconds(600))
    let error = #expect(throws: DesktopError.self) { try keys.settle() }
    #expect(error.map { "\($0)".contains("shake again") } == true, "\(String(describing: error))")
    #expect(keys.isOpening)
    #expect(rig.portal.members.last == "Start")
  }

  /// Between the choice of devices and the end of the start the store lacks the permission.
  @Test(
    .timeLimit(.minutes(5)), arguments: ["Register", "CreateSession", "SelectDevices", "Start"])
  func aSignalToStopEndsTheWaitAndCostsNoPermission(_ member: String) throws {
    let rig = try PortalRig(.dying(member), hasToken: true)
    let keys = rig.keys(patience: .seconds(600), restoring: .seconds(600))
    #expect(throws: DesktopError.stopped(action: "open a session of keys")) { try keys.settle() }
    #expect(rig.token == "first\n")

    let late = try PortalRig(.stopping(member), hasToken: true)
    let isTaken = ["SelectDevices", "Start"].contains(member)
    let outcome = Result { try late.keys(patience: .seconds(600)).settle() }
    #expect((try? outcome.get()) != nil || !isTaken)
    #expect(late.token == (isTaken ? "next\n" : "first\n"))
    #expect(late.portal.members.contains("SelectDevices") == isTaken)
  }

  @Test func onlyThePortalSpeaksForItself() throws {
    let rig = try PortalRig(.imitated, hasToken: true)
    let keys = rig.keys()
    try keys.settle()
    try keys.type(.controlZ)
    #expect(rig.token == "next\n")
    #expect(rig.portal.members.filter { $0 == "CreateSession" }.count == 1)
  }

  @Test func aPermissionThatWasTakenBackShowsNoDialog() throws {
    let rig = try PortalRig(.granting, hasToken: true)
    rig.revoke()
    let keys = rig.keys()
    let first = #expect(throws: DesktopError.self) { try keys.settle() }
    // The store alone says so: a start that was broken off may still bring the permission back.
    #expect(rig.token == "first\n")
    if case .works = keys.availability() { Issue.record("it works without the permission") }
    #expect(!rig.portal.members.contains("SelectDevices") && !rig.portal.members.contains("Start"))
    #expect(first.map { "\($0)".contains("doctor --allow-keys") } == true)
    // What is said once must be the same the next time.
    #expect(first == #expect(throws: DesktopError.self) { try keys.settle() })
  }

  @Test func aPortalThatForgetsSaysSo() throws {
    let old = try PortalRig(.old, hasToken: true)
    #expect(throws: DesktopError.self) { try old.keys().settle() }
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
    #expect(throws: DesktopError.self) { try rig.keys().settle() }
  }
}
