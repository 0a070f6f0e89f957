// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import FoundationXML
import MotionCore
import TestTraits
import Testing

@testable import MotionBus

@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct PropertyTests {
  private let properties = "org.freedesktop.DBus.Properties"

  private func all(_ client: BusClient) throws -> [BusValue] {
    try client.call(properties, "GetAll", [.string(Motion1.interface)]).get()
  }

  @Test("the properties show the accelerometer, and whether anybody has claimed")
  func values() async throws {
    let rig = try ServiceRig()
    let client = try rig.client()
    #expect(
      try all(client) == [
        .dictionary([
          "HasAccelerometer": .bool(false), "Device": .string(""), "Subsystem": .string(""),
          "SampleRate": .double(0), "WantedRate": .double(0), "Claimed": .bool(false),
          "States": .dictionary([:]),
        ])
      ])
    rig.service.update(device: "bma400", subsystem: "iio", rate: 100)
    await rig.service.pass()
    try client.claim()
    #expect(
      try all(client) == [
        .dictionary([
          "HasAccelerometer": .bool(true), "Device": .string("bma400"),
          "Subsystem": .string("iio"), "SampleRate": .double(100), "WantedRate": .double(100),
          "Claimed": .bool(true),
          "States": .dictionary([:]),
        ])
      ])
    let refusal = try client.call(
      properties, "Set", [.string(Motion1.interface), .string("Device"), .string("x")])
    #expect(refusal.refusal != nil)
  }

  @Test("what was known before the start is shown from the start")
  func early() throws {
    let bus = try PrivateBus()
    let service = MotionService(.address(bus.address)) { _ in }
    service.update(device: "lis3dh", rate: nil)
    try service.start()
    defer { service.stop() }
    let client = try BusClient(.address(bus.address))
    #expect(
      try client.call(properties, "Get", [.string(Motion1.interface), .string("Device")])
        == .success([.string("lis3dh")]))
    #expect(
      try client.call(properties, "Get", [.string(Motion1.interface), .string("SampleRate")])
        == .success([.double(0)]))
  }

  @Test("each change is sent once, and nothing else is")
  func changes() async throws {
    let rig = try ServiceRig()
    let client = try rig.client()
    rig.service.update(device: "bma400", rate: nil)
    rig.service.update(device: "bma400", rate: nil)
    rig.service.update(device: "bma400", rate: 100)
    await rig.service.pass()
    try client.claim()
    // A change that is reverted before it was sent need not be sent.
    try process([client.connection]) { client.signals.count == 3 }
    let other = try rig.client()
    try other.claim()
    _ = try other.motion("Release")
    _ = try client.motion("Release")
    try process([client.connection]) { client.signals.count == 4 }
    rig.service.update(device: nil, rate: nil)
    await rig.service.pass()
    try client.settle()
    let changes: [[String: BusValue]] = [
      ["HasAccelerometer": .bool(true), "Device": .string("bma400")],
      ["SampleRate": .double(100)], ["WantedRate": .double(100), "Claimed": .bool(true)],
      ["WantedRate": .double(0), "Claimed": .bool(false)],
      [
        "HasAccelerometer": .bool(false), "Device": .string(""), "SampleRate": .double(0),
      ],
    ]
    #expect(
      client.signals
        == changes.map {
          BusSignal(
            member: "PropertiesChanged",
            values: [.string(Motion1.interface), .dictionary($0), .strings([])])
        })
  }

  /// The states that `client` received as signals, in order.
  private func states(_ client: BusClient) -> [BusValue] {
    client.signals.compactMap { signal in
      guard signal.member == "PropertiesChanged", case .dictionary(let changes) = signal.values[1]
      else { return nil }
      return changes["States"]
    }
  }

  @Test("states are a property: each change is sent, and a new claim receives the present ones")
  func statesOfTheDevice() async throws {
    let rig = try ServiceRig()
    let first = try rig.client()
    let motions = BusValue.strings(["flip", "orientation", "still"])
    try first.claim(["motions": motions])
    rig.service.emit(.orientation(.portrait), of: .orientation())
    rig.service.emit(.still(false), of: .still())
    await rig.service.pass()
    rig.service.emit(.face(.faceUp), of: .flip())
    // Nobody claims that.
    rig.service.emit(.still(true), of: .still(duration: .seconds(60)))
    await rig.service.pass()
    let all = BusValue.dictionary([
      "orientation": .string("portrait"), "still": .bool(false), "face": .string("faceUp"),
    ])
    try process([first.connection]) { states(first).last == all }
    #expect(
      try first.call(properties, "Get", [.string(Motion1.interface), .string("States")])
        == .success([all]))

    let second = try rig.client()
    try second.claim(["motions": .strings(["orientation"])])
    try second.settle()
    #expect(states(second) == [all])
    rig.service.emit(.orientation(nil), of: .orientation())
    await rig.service.pass()
    try first.settle()
    #expect(
      states(first).last == .dictionary(["still": .bool(false), "face": .string("faceUp")]))

    _ = try first.motion("Release")
    _ = try second.motion("Release")
    // The answer to a call precedes the changes of the properties that it made.
    try process([second.connection]) { states(second).last == .dictionary([:]) }
  }

  @Test(
    "a client that claims still while the device lies still hears its beginning, and then its end")
  func stillAtOnce() async throws {
    let rig = try ServiceRig()
    let first = try rig.client()
    try first.claim(["motions": .strings(["still"])])
    let began = MotionEvent(
      .still, .began, at: Timestamp(nanoseconds: 7_000_000_000),
      measurements: MotionMeasurements(
        StillMeasurements(start: Timestamp(nanoseconds: 2_000_000_000), duration: .seconds(5))))
    await rig.emit(began, of: .still())
    let second = try rig.client()
    try second.claim(["motions": .strings(["still"])])
    // Not the claim's way of still, and no still at all.
    let other = try rig.client()
    try other.claim(["motions": .strings(["still"]), "still.duration": .double(60)])
    let shaker = try rig.client()
    try shaker.claim()
    try second.settle()
    #expect(second.events == [began])
    // Claimed again in the same way, it is sent once.
    try second.claim(["motions": .strings(["still", "shake"])])
    let ended = MotionEvent(
      .still, .ended, at: Timestamp(nanoseconds: 9_000_000_000),
      measurements: MotionMeasurements(
        StillMeasurements(
          start: Timestamp(nanoseconds: 2_000_000_000), duration: .seconds(7), ending: .moved)))
    await rig.emit(ended, of: .still())
    for client in [first, second, other, shaker] { try client.settle() }
    #expect(first.events == [began, ended])
    #expect(second.events == [began, ended])
    #expect(other.events.isEmpty)
    #expect(shaker.events.isEmpty)
    let late = try rig.client()
    try late.claim(["motions": .strings(["still"])])
    try late.settle()
    #expect(late.events.isEmpty)
  }

  @Test("introspection shows the whole interface, with the names of the arguments")
  func introspection() throws {
    let rig = try ServiceRig()
    let answer = try rig.client().call("org.freedesktop.DBus.Introspectable", "Introspect")
    guard case .string(let xml)? = try answer.get().first else {
      Issue.record("\(answer)")
      return
    }
    let motion = ["s motion", "t timestamp", "a{sv} details"]
    let expected: [String: [String]] = [
      "method Claim": ["in a{sv} options"], "method Release": [],
      "method HoldOff": ["in u milliseconds"],
      "method Simulate": ["in s motion"],
      "method OpenSamples": ["out h samples"],
      "method OpenSamplesWith": ["in a{sv} options", "out h samples"], "method Reload": [],
      "method Capture": ["out h recording"], "method GetStatus": ["out a{sv} status"],
      "property HasAccelerometer b read": [],
      "property Device s read": [], "property Subsystem s read": [],
      "property SampleRate d read": [],
      "property WantedRate d read": [], "property Claimed b read": [],
      "property States a{sv} read": [], "signal MotionBegan": motion, "signal MotionEnded": motion,
      "signal MotionCancelled": motion, "signal MotionRecognized": motion, "signal Stopping": [],
      "signal HealthChanged": ["a{sv} health"],
    ]
    #expect(try InterfaceReader.read(xml, Motion1.interface) == expected)
    // The file that is installed for programmers and their tools.
    let file = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../../Packaging/data/dbus/org.motiond.Motion1.xml")
      .standardized
    let installed = try String(contentsOf: file, encoding: .utf8)
    #expect(try InterfaceReader.read(installed, Motion1.interface) == expected)
  }
}

/// Reads one interface of an introspection: its members, each with its arguments.
private final class InterfaceReader: NSObject, XMLParserDelegate {
  private let interface: String
  private var isInside = false
  private var member: String?
  private var members: [String: [String]] = [:]

  private init(_ interface: String) {
    self.interface = interface
  }

  static func read(_ xml: String, _ interface: String) throws -> [String: [String]] {
    let reader = InterfaceReader(interface)
    let parser = XMLParser(data: Data(xml.utf8))
    parser.delegate = reader
    try #require(parser.parse())
    return reader.members
  }

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    func words(_ keys: String...) -> String {
      keys.compactMap { attributes[$0] }.joined(separator: " ")
    }
    switch element {
    case "interface":
      isInside = attributes["name"] == interface
    case "method", "signal", "property":
      guard isInside else { return }
      let name = "\(element) \(words("name", "type", "access"))"
      member = name
      members[name] = []
    case "arg":
      guard isInside, let member else { return }
      members[member]?.append(words("direction", "type", "name"))
    default:
      return
    }
  }
}
