// SPDX-License-Identifier: Apache-2.0

import FakeSensor
import MotionCore
import MotionSensors
import TestTraits
import Testing

/// Which accelerometer is taken, how it is set up, and why one cannot be.
@Suite(.waits, .oneMachine) struct FindingTests {
  private static let usable = FakeDevice.accelerometer()
  private static let twins = [
    usable.with { ($0.id, $0.name, $0.label) = ("iio:device0", "bma400", "accel-base") },
    usable.with { ($0.id, $0.name, $0.label) = ("iio:device3", "bma400", "accel-display") },
    usable.with { ($0.id, $0.name) = ("iio:device4", "kxcjk") },
  ]

  @Test(
    "an accelerometer is found by name, label or id",
    arguments: [
      ("kxcjk", "iio:device4"), ("accel-display", "iio:device3"), ("iio:device3", "iio:device3"),
      // The best: that of the display.
      (nil, "iio:device3"),
    ])
  func found(_ name: String?, _ id: String) throws {
    try withReader(of: Self.twins, name: name) { probe, _ in
      try #expect(probe.started().id == id)
    }
  }

  @Test("control characters in names, which terminals obey, are told as question marks")
  func controlCharacters() throws {
    let device = Self.usable.with { ($0.name, $0.label) = ("a\u{9B}31mb", "\u{7F}ä") }
    try withReader(of: [device], name: nil) { probe, _ in
      let info = try probe.started()
      #expect(info.name == "a?31mb")
      #expect(info.label == "?ä")
    }
  }

  @Test("one that can be streamed is taken before one that cannot")
  func streamable() throws {
    let devices = [unscannable().with { $0.id = "iio:device8" }, Self.usable]
    try withReader(of: devices) { probe, _ in try #expect(probe.started().id == "iio:device0") }
  }

  @Test("a name of several is ambiguous, and of none unknown; both tell the choices")
  func notFound() throws {
    #expect(
      try failure(Self.twins, name: "bma400")
        == .ambiguous(name: "bma400", choices: ["iio:iio:device3", "iio:iio:device0"]))
    #expect(
      try failure(Self.twins, name: "lis2dh12")
        == .unknown(
          name: "lis2dh12",
          choices: [
            "iio:iio:device3 (bma400)", "iio:iio:device4 (kxcjk)", "iio:iio:device0 (bma400)",
          ]))
  }

  @Test("without an accelerometer there is none, under any name", arguments: [nil, "fake"])
  func none(_ name: String?) throws {
    let light = FakeDevice(channels: [], attributes: ["illuminance": "3"])
    #expect(
      try failure([light], name: name)
        == name.map { .unknown(name: $0, choices: []) } ?? .noAccelerometer(uri: "local:"))
  }

  @Test("one or two axes are refused, and never taken before three")
  func fewAxes() throws {
    let twoAxes = FakeDevice.accelerometer(axes: ["x", "y"])
    let reason = "it has only x and y, and a shake needs x, y and z"
    let refusal = AccelerometerError.unusable(device: "fake (iio:device0)", reason: reason)
    #expect(try failure([twoAxes]) == refusal)
    #expect(try failure([twoAxes], name: "fake") == refusal)
    let machine = try FakeMachine([twoAxes])
    let listed = try IIOAccelerometers().accelerometers(busy: nil)
    withExtendedLifetime(machine) { #expect(listed.map(\.problem) == [reason]) }
    let whole = unscannable().with { $0.id = "iio:device1" }
    guard case .unusable("fake (iio:device1)", _) = try failure([twoAxes, whole]) else {
      Issue.record("the other one was taken")
      return
    }
  }

  @Test(
    "where it sits: with the display before anywhere before the keyboard",
    arguments: [("lid", "base"), ("accel-display", "camera"), ("camera", "base")])
  func place(_ better: String, _ worse: String) throws {
    let devices = [("iio:device0", worse), ("iio:device1", better)].map { id, place in
      Self.usable.with { ($0.id, $0.attributes["location"]) = (id, place) }
    }
    try withReader(of: devices) { probe, _ in try #expect(probe.started().id == "iio:device1") }
  }

  @Test(
    "the place is told: by the label or by the driver, and the display goes before the base",
    arguments: [
      ("accel-base", nil, .base), ("accel-display", nil, .display), (nil, "Lid", .display),
      (nil, "base", .base), (nil, nil, .unknown), ("accel-display", "base", .display),
      ("bma", "camera", .unknown),
    ] as [(String?, String?, AccelerometerInfo.Place)])
  func told(_ label: String?, _ location: String?, _ place: AccelerometerInfo.Place) throws {
    let device = Self.usable.with { ($0.label, $0.attributes["location"]) = (label, location) }
    try withReader(of: [device]) { probe, _ in try #expect(probe.started().place == place) }
  }

  @Test(
    "formats that make no sense are refused",
    arguments: [
      "le:s48/48>>0", "le:s12/16>>17", "le:s12/16>>5", "le:s17/16>>0", "le:s0/16>>0", "le:s0/0>>0",
      "le:s12/128>>0", "le:s16/16X2>>0", "le:s4294967295/16>>0", "le:s16/16>>4294967295",
    ])
  func absurdFormats(_ format: String) throws {
    let error = try failure([.accelerometer(format)])
    guard case .unusable(_, let reason) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(reason == "accel_x has a format that makes no sense")
  }

  @Test(
    "without a scale, or with a negative one, it cannot be used, and that is what is said",
    arguments: ["0", "nan", "inf", "", "many", nil, "-1"])
  func absurdScales(_ scale: String?) throws {
    let device = Self.usable.with { $0.attributes["accel_z scale"] = scale }
    let reason = "accel_z has \(scale == "-1" ? "a negative" : "no") scale"
    #expect(
      try failure([device]) == .unusable(device: "fake (iio:device0)", reason: reason))
  }

  @Test(
    "the rate is the nearest above", arguments: [(100.0, 100), (60, 100), (10, 50), (999, 200)])
  func rate(_ wanted: Double, _ taken: Double) throws {
    let device = Self.usable.with { $0.attributes["sampling_frequency"] = "1" }
    try withReader(of: [device], rate: wanted) { probe, _ in
      try #expect(probe.started().rate == taken)
    }
  }

  @Test(
    "a range of rates has all between, by its step",
    arguments: [
      ("[1.000000 1.000000 400.000000]", 60.0, 60.0), ("[1 1 400]", 999, 400),
      ("[1 1 400]", 0.2, 1),
      ("[1 3 400]", 60, 61), ("[12.5 12.5 100]", 50, 50),
      ("[0.1 0.1 400]", 50, 50), ("[0.01 0.01 400]", 25, 25),
    ])
  func rateRange(_ available: String, _ wanted: Double, _ taken: Double) throws {
    let device = Self.usable.with {
      ($0.attributes["sampling_frequency"], $0.attributes["sampling_frequency_available"]) = (
        "7", available
      )
    }
    try withReader(of: [device], rate: wanted) { probe, _ in
      let info = try probe.started()
      #expect(info.rate == taken && info.rates == [] && info.rateRange?.lowerBound ?? 0 > 0)
      let highest = try #require(info.highestRate)
      #expect(highest >= taken && info.rate(above: highest * 2) == highest)
    }
  }

  @Test(
    "a wanted rate that no accelerometer has stops no app, with a list and without, nor where it polls",
    arguments: [Double.infinity, -.infinity, .nan, 0, -1, .greatestFiniteMagnitude, 1e-300])
  func nonsense(_ wanted: Double) throws {
    let unlisted = Self.usable.with { $0.attributes["sampling_frequency_available"] = nil }
    let polled = Self.usable.with { device in
      for index in device.channels.indices { device.channels[index].place = nil }
      for axis in ["x", "y", "z"] { device.attributes["accel_\(axis) raw"] = "1" }
    }
    for device in [Self.usable, unlisted, polled] {
      try withReader(of: [device], rate: wanted) { probe, _, reader in
        try #expect(probe.started().rate.map { $0.isFinite && $0 > 0 } == true)
        reader.setRate(50)
        reader.setRate(wanted)
      }
    }
  }

  @Test(
    "rates that make no sense do no harm",
    arguments: [
      "[1 1]", "[1 0 400]", "[400 1 1]", "[nan 1 400]", "[1 inf 400]", "[]", "inf", "nan", "1e300",
      "1e-300",
      "-1", "0", "", "many",
    ])
  func absurdRates(_ rate: String) throws {
    let device = Self.usable.with {
      $0.attributes["sampling_frequency"] = rate
      $0.attributes["sampling_frequency_available"] = rate
    }
    let scan = FakeDevice.scan(1, 2, 3, at: 4)
    try withReader(of: [device], [scan]) { probe, _ in
      _ = try probe.started()
      try #expect(probe.readings(1).count == 1)
    }
  }

  @Test("attributes that cannot be written are left as they are")
  func refused() throws {
    let device = Self.usable.with {
      $0.attributes["sampling_frequency"] = "25"
      $0.refused = ["sampling_frequency", "current_timestamp_clock"]
    }
    let scan = FakeDevice.scan(1, 2, 3, at: 4)
    try withReader(of: [device], [scan]) { probe, machine in
      try #expect(probe.started().rate == 25)
      try #expect(probe.readings(1).map(\.timestamp.nanoseconds) == [4])
      #expect(machine.attribute("sampling_frequency") == "25")
    }
  }

  @Test("one without a trigger gets its own, or any; one that takes none gets none")
  func trigger() throws {
    let triggers = [("trigger0", "timer"), ("trigger1", "fake-dev0")].map {
      FakeDevice(id: $0, name: $1, channels: [], attributes: [:])
    }
    let device = Self.usable.with { $0.trigger = "" }
    for (devices, expected) in [
      ([device] + triggers, "fake-dev0"), ([device, triggers[0]], "timer"),
      ([device.with { $0.trigger = "timer" }] + triggers, "timer"), ([device], nil),
      ([Self.usable] + triggers, nil),
    ] as [([FakeDevice], String?)] {
      try withReader(of: devices) { probe, _ in
        try #expect(probe.started().trigger == expected)
      }
    }
  }

  @Test("a buffer that is on for another program is taken, which is told, and left on at the end")
  func taken() throws {
    let device = Self.usable.with { $0.attributes["BUFFER enable"] = "1" }
    let machine = try FakeMachine([device])
    let probe = ReaderProbe()
    let reader = AccelerometerReader(.automatic) { probe.put($0) }
    try reader.start(waiting: false)
    _ = try probe.started()
    guard case .warning(.bufferTaken("fake (iio:device0)")) = try probe.next() else {
      Issue.record("it was not told")
      return
    }
    reader.stop()
    #expect(machine.isOn())
  }

  @Test("timestamps are on a clock that goes on in suspend, if it has one")
  func clock() throws {
    try withReader(of: [Self.usable]) { probe, machine in
      _ = try probe.started()
      #expect(machine.attribute("current_timestamp_clock") == "boottime")
    }
  }

  private func unscannable() -> FakeDevice {
    Self.usable.with { device in
      device.channels = device.channels.map { FakeDevice.Channel(id: $0.id) }
    }
  }

  private func failure(
    _ devices: [FakeDevice], name: String? = nil
  ) throws -> AccelerometerError {
    try #require(throws: AccelerometerError.self) {
      try withReader(of: devices, name: name) { _, _ in }
    }
  }
}
