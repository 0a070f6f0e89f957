// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import CSystemBus
import Foundation
import MotionBus
import MotionCore
import TestTraits
import Testing

@testable import shake_to_undo

/// What a desktop's quick switch sees and sets.
@Suite(.waits) struct SwitchesTests {
  private let start = Timestamp(nanoseconds: 5_000_000_000)
  private let wall = Timestamp(nanoseconds: 1_700_000_000_000_000_000)

  @Test("the time until which it is quiet is the later of two ends")
  func quiet() {
    var switches = Switches()
    #expect(switches.quietSeconds(at: start, wall: wall) == 0)
    switches.pausedUntil = start.advanced(byNanoseconds: 60_000_000_000)
    switches.quietUntil = start.advanced(byNanoseconds: 3_600_000_000_000)
    #expect(switches.quietSeconds(at: start, wall: wall) == 1_700_003_600)
    switches.quietUntil = nil
    #expect(switches.quietSeconds(at: start, wall: wall) == 1_700_000_060)
    let later = start.advanced(byNanoseconds: 60_000_000_000)
    #expect(switches.quietSeconds(at: later, wall: wall) == 0)
  }

  @Test(
    "what setting a property asks for",
    arguments: [
      ("Enabled", BusValue.bool(false), Switches.Change.enable(false)),
      ("Paused", .bool(true), .pause(seconds: 3600)), ("Paused", .bool(false), .pause(seconds: 0)),
      ("QuietUntil", .uint64(1_700_000_090), .pause(seconds: 90)),
      ("QuietUntil", .uint64(0), .pause(seconds: 0)),
      ("QuietUntil", .uint64(.max), .pause(seconds: .max)),
      ("QuietUntil", .bool(true), nil), ("Undos", .bool(true), nil),
    ] as [(String, BusValue, Switches.Change?)])
  func changes(_ name: String, _ value: BusValue, _ change: Switches.Change?) {
    #expect(Switches.change(name, to: value, wall: wall) == change)
  }

  @Test("the file of the interface has what the agent exports")
  func file() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let text = try String(
      contentsOf: root.appending(path: "Packaging/data/dbus/org.motiond.ShakeToUndo1.xml"),
      encoding: .utf8)
    let names = text.matches(of: /<(?:method|property|signal) name="([A-Za-z]+)"/).map {
      String($0.1)
    }
    let exported = Agent.Name.members.members.map { member in
      switch member {
      case .method(let name, _, _), .property(let name, _), .writable(let name, _),
        .signal(let name, _):
        name
      }
    }
    #expect(names == exported)
    #expect(text.contains("<interface name=\"\(Agent.Name.interface)\">"))
  }

  @Test("install prints a line for each desktop that starts nothing by itself")
  func install() {
    for (name, line) in [
      ("sway", "exec shake-to-undo"), ("labwc", "shake-to-undo &"),
      ("wayfire", "undo = shake-to-undo"), ("river", "shake-to-undo &"),
      ("openbox", "shake-to-undo &"), ("i3", "exec --no-startup-id shake-to-undo"),
    ] {
      let start = AutomaticStart.all.first { $0.desktop.contains(name) }
      #expect(start?.line.contains(line) == true, "\(name)")
      #expect(AutomaticStart.text(for: "\(name):wlroots").contains("you have \(name)"))
    }
    #expect(AutomaticStart.text(for: "GNOME").contains("systemctl --user enable --now"))
    #expect(!AutomaticStart.text(for: "GNOME").contains("you have"))
    #expect(AutomaticStart.text(for: nil).contains("exec shake-to-undo"))
  }

  @Test("a flood of switching writes few files, the last value last; a link stays a link")
  func flood() throws {
    let rig = try AgentRig()
    let place = rig.folder.appending(path: "shake-to-undo")
    let (link, file) = (place.path + "/settings.conf", rig.folder.path + "/real.conf")
    try FileManager.default.removeItem(atPath: link)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../real.conf")
    let watch = inotify_init1(Int32(IN_NONBLOCK))
    defer { close(watch) }
    inotify_add_watch(watch, rig.folder.path, UInt32(IN_CREATE))
    let user = try rig.stranger()
    // Queued while the agent stands still: it finds them all at once.
    try rig.whileStopped {
      for index in 0..<100 { try Self.set("Enabled", .bool(index % 2 == 1), by: user) { _ in } }
      var isThere = false
      try user.connection.send(user.connection.callBus("GetId", [])) { _ in isThere = true }
      try rig.run { isThere }
    }
    #expect(try Self.isSet("Enabled", .bool(false), by: user, rig))
    #expect(try SettingsFile.settings(at: file).isEnabled == false)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "../real.conf")
    var events = [UInt8](repeating: 0, count: 1 << 16)
    let bytes = read(watch, &events, events.count)
    #expect((1..<20).contains(bytes / (MemoryLayout<inotify_event>.size + 32)))
  }

  private static func set(
    _ name: String, _ value: BusValue, by user: FakeProgram, _ answer: @escaping (Bool) -> Void
  ) throws {
    let call = try user.connection.call(
      "org.motiond.ShakeToUndo", "/org/motiond/ShakeToUndo", "org.freedesktop.DBus.Properties",
      "Set", [.string("org.motiond.ShakeToUndo1"), .string(name)], starting: false)
    sd_bus_message_open_container(call.pointer, CChar(UInt8(ascii: "v")), value.signature)
    try call.append([value])
    sd_bus_message_close_container(call.pointer)
    try user.connection.send(call) { answer((try? $0.get()) != nil) }
  }

  private static func isSet(
    _ name: String, _ value: BusValue, by user: FakeProgram, _ rig: AgentRig
  ) throws -> Bool {
    var answer: Bool?
    try set(name, value, by: user) { answer = $0 }
    try rig.run { answer != nil }
    return answer ?? false
  }

  @Test(
    "properties are set and announced; the settings keep Enabled",
    .enabled(if: PrivateBus.isInstalled))
  func properties() throws {
    let rig = try AgentRig()
    let user = try rig.stranger()
    var heard: [String: BusValue] = [:]
    let match = try user.connection.match(
      "type='signal',interface='org.freedesktop.DBus.Properties',path='/org/motiond/ShakeToUndo'"
    ) {
      guard let values = try? $0.read(), values.count == 3,
        case .dictionary(let changed) = values[1]
      else { return }
      heard.merge(changed) { $1 }
    }
    func set(_ name: String, _ value: BusValue) throws -> Bool {
      try Self.isSet(name, value, by: user, rig)
    }
    #expect(try set("Paused", .bool(true)))
    try rig.run { heard["Paused"] == .bool(true) && heard["QuietUntil"] != nil }
    #expect(heard["QuietUntil"] != .uint64(0))
    #expect(try rig.status("Shakes") == "no")
    #expect(try set("QuietUntil", .uint64(0)))
    try rig.run { heard["Paused"] == .bool(false) && heard["QuietUntil"] == .uint64(0) }
    try rig.run { rig.hasClaim }
    #expect(try set("Enabled", .bool(false)))
    try rig.run { heard["Enabled"] == .bool(false) }
    let path = rig.folder.path + "/shake-to-undo/settings.conf"
    #expect(try SettingsFile.settings(at: path).isEnabled == false)
    #expect(try !set("Enabled", .uint64(1)))
    #expect(try !set("Undos", .bool(true)))
    withExtendedLifetime(match) {}
  }
}
