// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import CSystemBus
import Glibc
import MotionBus
import TestTraits
import Testing

@testable import shake_to_undo

/// Whether the device is used as a tablet: the rule, and what desktops say of it on a bus.
@Suite(.waits) struct TabletModeTests {
  @Test(
    "where shakes count",
    arguments: [
      (Posture(), true), (Posture(chassis: "tablet"), true),
      (Posture(chassis: "convertible"), true), (Posture(chassis: "handset"), true),
      (Posture(chassis: "laptop"), false), (Posture(chassis: "laptop", kwin: true), true),
      (Posture(chassis: "convertible", kwin: false), false),
      (Posture(chassis: "laptop", mutter: true), true),
      // Mutter turns no screen without an accelerometer of its own, such as one that motiond has.
      (Posture(chassis: "tablet", mutter: false), true),
      (Posture(chassis: "laptop", mutter: false), false),
    ])
  func rule(_ posture: Posture, _ counts: Bool) {
    #expect(posture.isForShakes == counts)
    #expect(!posture.description.isEmpty)
  }

  @Test("a laptop that KWin folds and unfolds", .enabled(if: PrivateBus.isInstalled))
  func folding() throws {
    let rig = try Rig()
    try rig.hostname.serve("org.freedesktop.hostname1", ["Chassis": .string("laptop")])
    let mode = try rig.watch()
    try rig.run { rig.heard.count == 1 }
    #expect(rig.heard == [Posture(chassis: "laptop")])
    let kwin = try rig.kwin()
    try rig.run { rig.heard.last?.kwin == false }
    kwin.properties["tabletMode"] = .bool(true)
    try kwin.announce("tabletModeChanged")
    try rig.run { rig.heard.last?.kwin == true }
    #expect(rig.heard.last?.isForShakes == true)
    rig.leave(kwin)
    try rig.run { rig.heard.last?.kwin == nil }
    #expect(rig.heard.last == Posture(chassis: "laptop"))
    withExtendedLifetime(mode) {}
  }
}

/// A bus for both, with services that have properties.
private final class Rig {
  let bus: PrivateBus
  let client: BusConnection
  let hostname: Service
  private(set) var heard: [Posture] = []
  private var services: [Service] = []

  init() throws {
    bus = try PrivateBus()
    client = try BusConnection(.address(bus.address))
    hostname = try Service(.address(bus.address), at: "/org/freedesktop/hostname1")
    services = [hostname]
  }

  func watch() throws -> TabletMode {
    try TabletMode(system: client, session: client) { [weak self] in self?.heard.append($0) }
  }

  func kwin() throws -> Service {
    let kwin = try Service(.address(bus.address), at: "/org/kde/KWin")
    services.append(kwin)
    try kwin.serve(
      "org.kde.KWin", ["tabletModeAvailable": .bool(true), "tabletMode": .bool(false)])
    return kwin
  }

  func leave(_ service: Service) {
    service.connection.close()
    services.removeAll { $0 === service }
  }

  /// Runs all sides until `isDone`, or for at most 10 s.
  func run(until isDone: () -> Bool) throws {
    let connections = [client] + services.map(\.connection)
    for _ in 0..<10_000 {
      for connection in connections { try connection.process() }
      if isDone() { return }
      var wishes = connections.map {
        pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0)
      }
      poll(&wishes, nfds_t(wishes.count), 1)
    }
    Issue.record("a time-out")
  }
}

/// A service with properties.
private final class Service {
  let connection: BusConnection
  var properties: [String: BusValue] = [:]
  private let path: String
  private var slot: OpaquePointer?

  init(_ address: BusAddress, at path: String) throws {
    self.path = path
    connection = try BusConnection(address)
    sd_bus_add_object(
      connection.pointer, &slot, path,
      { message, context, _ in
        guard let message, let context else { return 0 }
        let service = Unmanaged<Service>.fromOpaque(context).takeUnretainedValue()
        let call = BusMessage(retaining: message)
        guard call.member == "Get", case .string(let name)? = try? call.read().last,
          let value = service.properties[name]
        else { return 0 }
        var reply: OpaquePointer?
        guard sd_bus_message_new_method_return(message, &reply) >= 0, let reply else { return 0 }
        let answer = BusMessage(adopting: reply)
        sd_bus_message_open_container(reply, CChar(UInt8(ascii: "v")), value.signature)
        try? answer.append([value])
        sd_bus_message_close_container(reply)
        try? answer.send()
        return 1
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    sd_bus_slot_unref(slot)
  }

  func serve(_ name: String, _ properties: [String: BusValue]) throws {
    self.properties = properties
    try connection.requestName(name)
  }

  func announce(_ signal: String) throws {
    try connection.signal(path, "org.kde.KWin.TabletModeManager", signal, [.bool(true)]).send()
  }
}
