// SPDX-License-Identifier: Apache-2.0

import FakeSensor
import Foundation
import MotionCore
import TestTraits
import Testing

@testable import MotionSensors

/// A device that another program has set up, and opens only now and then, such as iio-sensor-proxy.
@Suite(.waits, .oneMachine) struct NeighborTests {
  /// The attribute that switches an event on, which the neighbor has on, and one that it has off.
  private static let (motion, fall) = (
    "events/in_accel_x_thresh_rising_en", "events/in_accel_x&y&z_mag_falling_en"
  )

  /// The device with the neighbor's settings, in the way `kind` has it.
  private static func device(_ kind: String) -> FakeDevice {
    FakeDevice.accelerometer().with { device in
      device.attributes["sampling_frequency"] = "50"
      (device.attributes[motion], device.attributes[fall]) = ("1", "0")
      if kind != "poll" {
        for (name, value) in [("enable", "1"), ("length", "16"), ("watermark", "4")] {
          device.attributes["BUFFER \(name)"] = value
        }
      }
      switch kind {
      case "busy events": device.busy = [motion, fall]
      case "trigger": device.trigger = "fake-dev0"
      case "timer": device.trigger = ""
      case "poll":
        device.channels = ["x", "y", "z"].map { FakeDevice.Channel(id: "accel_\($0)") }
        for axis in ["x", "y", "z"] { device.attributes["accel_\(axis) raw"] = "100" }
      case "shared rate":
        device.attributes["sampling_frequency"] = nil
        device.attributes["accel_x sampling_frequency"] = "50"
      default: break
      }
    }
  }

  private static let falls = MotionRegistry.defaults(of: .freeFall)
  /// Readings, and falls of the chip.
  private static let both = SamplingDemand(
    Demand(falls, wantsReadings: true), at: 200, usesChip: true)

  /// The trigger that a device of this kind has; for a timer, the one that the reader makes.
  private static func triggers(_ kind: String) -> [FakeDevice] {
    guard let name = ["trigger": "fake-dev0", "timer": "motiond-iio-device0"][kind] else {
      return []
    }
    return [FakeDevice(id: "trigger0", name: name, channels: [], attributes: [:])]
  }

  @Test(
    "all that it set is as it was after the reader, and what the reader needs alone differs meanwhile",
    arguments: ["buffer", "trigger", "timer", "poll", "shared rate", "busy events"],
    [
      SamplingDemand(rate: 200), both, SamplingDemand(Demand(falls), at: 200, usesChip: true),
      SamplingDemand(
        Demand(falls.union(MotionRegistry.defaults(of: .still))), usesChip: true, isResting: true),
    ])
  func settings(kind: String, demand: SamplingDemand) throws {
    let machine = try FakeMachine([Self.device(kind)] + Self.triggers(kind))
    let before = machine.attributes()
    #expect(before["buffer/enable"] == (kind == "poll" ? nil : "1"))
    var memory = OpeningMemory()
    let (device, refusals) = try IIOAccelerometers().open(
      AccelerometerChoice(.iio), demand, SamplingOptions(rate: 200), &memory)
    #expect(refusals.isEmpty)
    let during = machine.attributes()
    let changed = Set(before.keys.filter { before[$0] != during[$0] })
    var expected: Set = ["current_timestamp_clock"]
    if demand.events.isEmpty, kind == "poll" { expected = [] }
    if !demand.events.isEmpty { expected.insert(Self.fall) }
    if demand.rate != nil {
      expected.insert(
        kind == "shared rate" ? "in_accel_x_sampling_frequency" : "sampling_frequency")
      if kind != "poll" { expected.formUnion(["buffer/length", "buffer/watermark"]) }
      expected.formUnion(changed.filter { $0.hasPrefix("scan_elements/") })
      if kind == "timer" { expected.insert("trigger/current_trigger") }
    }
    #expect(changed == expected)
    if demand.rate == nil { #expect(during["buffer/enable"] == before["buffer/enable"]) }
    device.close()
    #expect(machine.attributes() == before)
  }

  @Test("a rate that the neighbor sets meanwhile stays, and so does its event")
  func meanwhile() throws {
    let machine = try FakeMachine([Self.device("buffer")])
    var memory = OpeningMemory()
    let (device, _) = try IIOAccelerometers().open(
      AccelerometerChoice(.iio), Self.both, SamplingOptions(rate: 200), &memory)
    try machine.set("sampling_frequency", to: "100")
    try machine.set(Self.motion, to: "0")
    device.close()
    #expect(machine.attribute("sampling_frequency") == "100")
    #expect(machine.attribute(Self.motion) == "0")
    #expect(machine.attribute(Self.fall) == "0")
  }

  @Test("where nothing can be opened, all is as it was", arguments: ["buffer", "trigger", "timer"])
  func refused(kind: String) throws {
    let device = Self.device(kind).with {
      $0.refused = ["buffer", "trigger"]
      $0.attributes["accel_z scale"] = "0"
    }
    let machine = try FakeMachine([device] + Self.triggers(kind))
    let before = machine.attributes()
    var memory = OpeningMemory()
    #expect(throws: AccelerometerError.self) {
      try IIOAccelerometers().open(
        AccelerometerChoice(.iio), Self.both, SamplingOptions(rate: 200), &memory)
    }
    #expect(machine.attributes() == before)
  }

  @Test(
    "a note tells a process after a crash what to put back",
    arguments: [
      ([], both),
      // The crash came while its buffer was off for the event of the chip.
      ([fall, "buffer/enable"], SamplingDemand(Demand(falls), at: 200, usesChip: true)),
    ])
  func crash(busy: [String], demand: SamplingDemand) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let machine = try FakeMachine([Self.device("buffer").with { $0.busy = Set(busy) }])
    let before = machine.attributes()
    var options = SamplingOptions(rate: 200)
    options.notes = folder.path
    var memory = OpeningMemory()
    let (device, _) = try IIOAccelerometers().open(
      AccelerometerChoice(.iio), demand, options, &memory)
    // As the crash leaves it: nothing of the device is closed.
    #expect(machine.attributes() != before)
    machine.permitAll()
    #expect(SettingsNotes(directory: folder.path).putBack() == [])
    #expect(machine.attributes() == before)
    device.close()
  }
}
