// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionCore
import TestSupport
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
    let (rig, client) = try ServiceRig.withClient()
    #expect(
      try all(client) == [
        .dictionary([
          "HasAccelerometer": .bool(false), "Device": .string(""), "Subsystem": .string(""),
          "Place": .string(""), "SampleRate": .double(0), "WantedRate": .double(0),
          "Claimed": .bool(false),
          "States": .dictionary([:]),
        ])
      ])
    rig.service.show(ShownDevice("bma400", subsystem: "iio", place: "base", rate: 100))
    await rig.service.pass()
    try client.claim()
    #expect(
      try all(client) == [
        .dictionary([
          "HasAccelerometer": .bool(true), "Device": .string("bma400"),
          "Subsystem": .string("iio"), "Place": .string("base"), "SampleRate": .double(100),
          "WantedRate": .double(100),
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
    let rig = try ServiceRig(before: { $0.show(ShownDevice("lis3dh")) })
    let client = try rig.client()
    #expect(
      try client.call(properties, "Get", [.string(Motion1.interface), .string("Device")])
        == .success([.string("lis3dh")]))
    #expect(
      try client.call(properties, "Get", [.string(Motion1.interface), .string("SampleRate")])
        == .success([.double(0)]))
  }

  @Test("each change is sent once, and nothing else is")
  func changes() async throws {
    let (rig, client) = try ServiceRig.withClient()
    rig.service.show(ShownDevice("bma400"))
    rig.service.show(ShownDevice("bma400"))
    rig.service.show(ShownDevice("bma400", rate: 100))
    await rig.service.pass()
    try client.claim()
    // A change that is reverted before it was sent need not be sent.
    try process([client.connection]) { client.signals.count == 3 }
    let other = try rig.client()
    try other.claim()
    _ = try other.motion("Release")
    _ = try client.motion("Release")
    try process([client.connection]) { client.signals.count == 4 }
    rig.service.show(nil)
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
    let start = Timestamp(nanoseconds: 2)
    let began = MotionEvent(
      .still, .began, at: Timestamp(nanoseconds: 7),
      measurements: MotionMeasurements(StillMeasurements(start: start)))
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
      .still, .ended, at: Timestamp(nanoseconds: 9),
      measurements: MotionMeasurements(StillMeasurements(start: start, ending: .moved)))
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

  @Test("introspection shows the interface that is installed, with the names of the arguments")
  func introspection() throws {
    let rig = try ServiceRig()
    let answer = try rig.client().call("org.freedesktop.DBus.Introspectable", "Introspect")
    guard case .string(let xml)? = try answer.get().first else { throw Unexpected(answer) }
    // What is installed for programmers and their tools; ReferenceTests sees what is in it.
    let file = URL(fileURLWithPath: #filePath)
      .appendingPathComponent("../../../../Packaging/data/dbus/org.motiond.Motion1.xml")
      .standardized
    let installed = try String(contentsOf: file, encoding: .utf8)
    let expected = try members(of: installed)
    #expect(try members(of: xml) == expected)
    let began = "type=\"s\"; name=\"timestamp\" type=\"t\"; name=\"details\" type=\"a{sv}\""
    #expect(expected.contains("signal name=\"MotionBegan\"; name=\"motion\" \(began)"))
  }
}

/// The members of the interface in an introspection, each with its arguments, whatever their order.
private func members(of xml: String) throws -> Set<String> {
  let rest = xml.components(separatedBy: "<interface name=\"\(Motion1.interface)\">")
  try #require(rest.count == 2)
  var members: [String] = []
  let own = rest[1].components(separatedBy: "</interface>")[0]
  for tag in own.matches(of: /<(method|signal|property|arg) ([^>]*?)\/?>/) {
    let words = tag.2.split(separator: " ").sorted().joined(separator: " ")
    if tag.1 == "arg" {
      members[members.count - 1] += "; \(words)"
    } else {
      members.append("\(tag.1) \(words)")
    }
  }
  return Set(members)
}
