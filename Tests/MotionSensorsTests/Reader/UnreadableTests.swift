// SPDX-License-Identifier: Apache-2.0

import FakeSensor
import Glibc
import MotionCore
import TestTraits
import Testing

@testable import MotionSensors

/// An accelerometer that cannot be read hides no other one.
@Suite(.waits, .oneMachine) struct UnreadableTests {
  private static let usable = FakeDevice.accelerometer()
  /// With the display, so that it would be the best.
  private static let withoutScale = usable.with {
    ($0.label, $0.attributes["accel_z scale"]) = ("accel-display", nil)
  }
  private static let scaleless = AccelerometerError.unusable(
    device: "fake (iio:device0)", reason: "accel_z has no scale")
  private static let other = usable.with { $0.id = "iio:device1" }

  @Test("one without a scale is the last in the list, and the other is read")
  func scale() throws {
    try withReader(of: [Self.withoutScale, Self.other]) { probe, _ in
      try #expect(probe.started().id == "iio:device1")
      let all = try IIOAccelerometers().accelerometers(busy: nil)
      #expect(all.map(\.id) == ["iio:device1", "iio:device0"])
      #expect(all.map(\.problem) == [nil, "accel_z has no scale"])
      #expect(try IIOAccelerometers().info(AccelerometerChoice(.iio)).id == "iio:device1")
    }
  }

  @Test("one whose buffer cannot be switched on leaves the next to be read, as it was before")
  func buffer() throws {
    let broken = Self.usable.with { ($0.refused, $0.refusal) = (["buffer"], EIO) }
    try withReader(of: [broken, Self.other]) { probe, machine in
      try #expect(probe.started().id == "iio:device1")
      #expect(!machine.isOn())
    }
  }

  @Test("one that another program reads is told, as a user can end that")
  func busy() throws {
    let busy = Self.usable.with { ($0.refused, $0.refusal) = (["buffer"], EBUSY) }
    let error = #expect(throws: AccelerometerError.self) {
      try withReader(of: [busy, Self.other]) { _, _ in }
    }
    #expect(error?.isBusy == true)
  }

  @Test("where none can be read, the error is of the best one")
  func none() throws {
    let broken = Self.other.with { ($0.refused, $0.refusal) = (["buffer"], EIO) }
    #expect(
      throws: AccelerometerError.failed(
        action: "switch on the buffer of", device: "fake (iio:device1)", error: .ioError)
    ) { try withReader(of: [Self.withoutScale, broken]) { _, _ in } }
  }

  @Test("a named one is read or none is", arguments: ["iio:device0", "accel-display"])
  func named(_ name: String) {
    #expect(throws: Self.scaleless) {
      try withReader(of: [Self.withoutScale, Self.other], name: name) { _, _ in }
    }
  }

  @Test(
    "a subsystem whose accelerometer cannot be read hides no other one", arguments: [true, false])
  func subsystems(iioIsFirst: Bool) throws {
    let input = try FakeInput()
    try input.addDriveGuard()
    let guardian = InputAccelerometers(in: input.folder) { _ in
      FakeNode(resolution: 0, maximum: 2000)
    }
    let without = try FakeInput()
    try without.add("event3", name: "ST LIS3LV02DL Accelerometer", properties: "0", axes: "3")
    let incomplete = InputAccelerometers(in: without.folder) { _ in FakeNode() }

    #expect(
      try opened([Self.withoutScale], [IIOAccelerometers(), guardian], iioIsFirst) == "event3")
    #expect(
      try opened([Self.usable], [IIOAccelerometers(), incomplete], iioIsFirst) == "iio:device0")
    let error = #expect(throws: AccelerometerError.self) {
      try opened([Self.withoutScale], [IIOAccelerometers(), incomplete], iioIsFirst)
    }
    let missing = "it has no axis z, and a shake needs x, y and z"
    #expect(error?.reason == (iioIsFirst ? "accel_z has no scale" : missing))
    let none = InputAccelerometers(in: "/nowhere") { _ in FakeNode() }
    #expect(throws: Self.scaleless) {
      try opened([Self.withoutScale], [IIOAccelerometers(), none], iioIsFirst)
    }
  }

  @Test("an input device whose units make no sense leaves the next to be read")
  func units() throws {
    let input = try FakeInput()
    try input.addDualSense("event5", address: "aa")
    try input.addDualSense("event6", address: "bb")
    let pads = InputAccelerometers(in: input.folder) { id in
      FakeNode(resolution: id == "event5" ? 1 << 30 : 8192)
    }
    var memory = OpeningMemory()
    let (device, _) = try pads.open(
      AccelerometerChoice(.input), SamplingDemand(rate: 100), SamplingOptions(), &memory)
    guard case .sampling(let session, _) = device else {
      Issue.record("it does not sample")
      return
    }
    #expect(session.info.id == "event6")
    #expect(try pads.info(AccelerometerChoice(.input)).id == "event6")
  }

  /// The accelerometer that the automatic choice opens on a machine with `devices`.
  private func opened(
    _ devices: [FakeDevice], _ subsystems: [any AccelerometerSubsystem], _ isInOrder: Bool
  ) throws -> String {
    let machine = try FakeMachine(devices)
    let probe = ReaderProbe()
    let reader = AccelerometerReader(
      .automatic, of: isInOrder ? subsystems : subsystems.reversed(), sampling: SamplingOptions(),
      times: .eager
    ) { probe.put($0) }
    defer { reader.stop() }
    return try withExtendedLifetime(machine) {
      try reader.start(waiting: false)
      return try probe.started().id
    }
  }
}
