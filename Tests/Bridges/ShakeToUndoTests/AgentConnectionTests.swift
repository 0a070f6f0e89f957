// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionBus
import TestTraits
import Testing

/// The agent's connections, counted by the bus.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct AgentConnectionTests {
  @Test("one connection to each bus: while it asks for a key of the portal, and after its claim")
  func one() throws {
    let rig = try AgentRig(
      settings: "keys-by=portal\n", files: [".local/state/shake-to-undo/portal-token": "first\n"])
    let editor = try rig.editor()
    (editor.hasAction, rig.serverName) = (false, "gnome-shell")
    let portal = try rig.portal()
    try rig.shakeToQuestion()
    // Those of the session, of the system and of accessibility are one bus here.
    #expect(try rig.connectionsOfAgent(to: rig.bus) == 3)
    let callers = [rig.motiond, rig.server, portal].map { program in
      Set(program.calls.map(\.sender).filter { $0 != "org.freedesktop.DBus" })
    }
    #expect(callers == Array(repeating: try #require(callers.first), count: 3))
    // Whatever a portal is asked first on a connection, it has to know the program by then.
    #expect(portal.calls.first?.member == "Register")
    #expect(portal.calls.contains { $0.member == "Start" })
    try rig.press("undo")
    try rig.run { portal.calls.count { $0.member.hasPrefix("NotifyKeyboard") } == 4 }
    try rig.run { portal.calls.last?.member == "Close" }
    try rig.set("enabled=no\n")
    try rig.run { !rig.hasClaim }
    #expect(try rig.connectionsOfAgent(to: rig.bus) == 3)
  }

  @Test("a portal that starts slowly holds up nothing: settings are read, and then the agent asks")
  func slow() throws {
    let rig = try AgentRig(
      settings: "keys-by=portal\n", files: [".local/state/shake-to-undo/portal-token": "first\n"])
    let editor = try rig.editor()
    editor.hasAction = false
    let portal = try rig.portal()
    let granting = portal.answer
    var held: FakeProgram.Call?
    portal.answer = { call in
      guard call.member == "Start" else { return granting(call) }
      held = call
      return .values([.path("/request")])
    }
    try rig.shake()
    try rig.run { held != nil }
    try rig.set("keys-by=portal\nignore=gimp\n")
    try rig.explanation("the settings are read again")
    #expect(rig.cards.isEmpty)
    _ = try granting(#require(held))
    try rig.run { rig.shown != nil }
    try rig.press("undo")
    try rig.run { portal.calls.count { $0.member.hasPrefix("NotifyKeyboard") } == 4 }
    #expect(portal.calls.count { $0.member == "CreateSession" } == 1)
  }

  @Test("SIGTERM ends the wait for a portal that starts no session, and the permission stays")
  func stopped() throws {
    let path = ".local/state/shake-to-undo/portal-token"
    let rig = try AgentRig(settings: "keys-by=portal\n", files: [path: "first\n"])
    let editor = try rig.editor()
    editor.hasAction = false
    let portal = try rig.portal()
    let granting = portal.answer
    portal.answer = { $0.member == "Start" ? .values([.path("/request")]) : granting($0) }
    try rig.shake()
    try rig.run { portal.calls.last?.member == "Start" }
    rig.terminate()
    try rig.run { !rig.isRunning }
    #expect(try String(contentsOf: rig.folder.appending(path: path), encoding: .utf8) == "first\n")
    #expect(rig.cards.isEmpty)
  }

  @Test("the system's bus is lost: the agent claims again over the one connection to the next bus")
  func lost() throws {
    let rig = try AgentRig(hasSystemBus: true)
    _ = try rig.editor()
    try rig.begin()
    try rig.restartSystemBus()
    try rig.shakeToQuestion()
    #expect(try rig.connectionsOfAgent(to: rig.system) == 1)
    // Those of the session and of accessibility.
    #expect(try rig.connectionsOfAgent(to: rig.bus) == 2)
  }

  @Test("what the system's bus did not say before it was lost is asked of the next one")
  func askedAgain() throws {
    let rig = try AgentRig(hasSystemBus: true)
    #expect(try rig.status("Posture") == "the kind of this device is not known")
    let hostname = try #require(try rig.restartSystemBus(chassis: "tablet"))
    try rig.run { !hostname.calls.isEmpty }
    try rig.run { try rig.status("Posture") == "this device is no laptop (chassis tablet)" }
  }
}
