// SPDX-License-Identifier: Apache-2.0

import FakeIIOD
import FakeSensor
import Glibc
import MotionCore
import MotionSensors
import SystemPackage
import TestTraits
import Testing

@testable import IIONetwork

/// What an accelerometer of another machine sends comes out as readings, equal to the last bit.
@Suite(.waits) struct NetworkStreamTests {
  private static let scan = FakeIIOD.Answer.scan(FakeDevice.scan(1, 2, 3, at: 4))

  @Test("readings are the raw values times the scale, with the kernel's timestamps")
  func goodStream() throws {
    let raw: [(Int16, Int16, Int16, Int64)] = [
      (0, 0, 1000, 1_000_000_000), (1, -1, 1001, 1_010_000_000), (.min, .max, -1, 1_019_999_999),
      // Timestamps are handed on, whatever they are.
      (3, 3, 3, .max), (4, 4, 4, .min),
    ]
    let scans = raw.map { FakeIIOD.Answer.scan(FakeDevice.scan($0, $1, $2, at: $3)) }
    try withAccelerometer(scans) { accelerometer, iiod in
      let info = accelerometer.info
      #expect(info.name == "fake" && info.rate == 100 && info.rates == [50, 100, 200])
      #expect(info.scale == FakeDevice.scale && info.hasBuffer && info.trigger == nil)
      #expect(info.clock == .boottime && info.sampling == .buffer)
      for each in raw {
        try #expect(accelerometer.read() == [reading(each.0, each.1, each.2, at: each.3)])
      }
      // A server that does not answer holds up the end for that long: of it, half is left to iiod.
      #expect(iiod.desk.log.contains("TIMEOUT 250"))
    }
  }

  @Test("the buffer is switched off at the end, and before anything is set")
  func switchedOff() throws {
    let iiod = try FakeIIOD([.accelerometer().with { $0.attributes["sampling_frequency"] = "50" }])
    do {
      let accelerometer = try NetworkAccelerometer(of: NetworkContext(uri: iiod.uri), rate: 100)
      withExtendedLifetime(accelerometer) {}
    }
    #expect(iiod.stop())
    let log = iiod.desk.log
    #expect(
      log.filter { $0.hasPrefix("OPEN") || $0.hasPrefix("CLOSE") }
        == ["OPEN iio:device0 4 0000000f", "CLOSE iio:device0"])
    let writes = log.filter { $0.hasPrefix("WRITE") || $0.hasPrefix("SET") }
    #expect(writes.first?.hasPrefix("WRITE iio:device0 BUFFER enable") == true)
    #expect(writes.contains { $0.hasPrefix("WRITE iio:device0 sampling_frequency") })
  }

  @Test(
    "a read takes at once what comes in 40 ms",
    arguments: [(100.0, ["100"], 4), (200, ["200"], 8), (10, ["10"], 1)])
  func gathered(_ rate: Double, _ rates: [String], _ scans: Int) throws {
    let device = FakeDevice.accelerometer().with {
      $0.attributes["sampling_frequency_available"] = rates.joined(separator: " ")
    }
    try withAccelerometer(of: [device], rate: rate, [Self.scan]) { accelerometer, iiod in
      try #expect(accelerometer.read().count == 1)
      #expect(iiod.desk.log.contains("OPEN iio:device0 \(scans) 0000000f"))
      #expect(iiod.desk.log.contains("READBUF iio:device0 \(scans * 16)"))
    }
  }

  @Test("several scans of one answer, and none where iiod says that the kernel has nothing")
  func batch() throws {
    let scans = (1...3).flatMap { FakeDevice.scan(Int16($0), 0, 0, at: Int64($0)) }
    try withAccelerometer([.scan(scans), .error(ETIMEDOUT), Self.scan]) { accelerometer, _ in
      try #expect(accelerometer.read().map(\.timestamp.nanoseconds) == [1, 2, 3])
      try #expect(accelerometer.read().isEmpty)
      try #expect(accelerometer.read() == [reading(1, 2, 3, at: 4)])
    }
  }

  @Test("channels that nobody asked for do not get into the scans")
  func otherChannels() throws {
    let device = FakeDevice.accelerometer().with {
      $0.channels.insert(.init(id: "temp", place: (7, "le:s16/16>>0")), at: 1)
    }
    try withAccelerometer(of: [device], [Self.scan]) { accelerometer, iiod in
      try #expect(accelerometer.read() == [reading(1, 2, 3, at: 4)])
      // libiio sorts the channels by index, so temp comes last.
      #expect(iiod.desk.log.contains("OPEN iio:device0 4 0000000f"))
    }
  }

  @Test("without timestamps of their own, readings get later and later ones")
  func noTimestamps() throws {
    let scans = (1...5).map { FakeIIOD.Answer.scan([UInt8($0), 0, 2, 0, 3, 0]) }
    try withAccelerometer(of: [.accelerometer(timestamp: nil)], scans) { accelerometer, _ in
      #expect(accelerometer.info.clock == .arrival)
      let readings = try (1...5).flatMap { _ in try accelerometer.read() }
      #expect(readings.map(\.acceleration) == (1...5).map { reading($0, 2, 3, at: 0).acceleration })
      #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
    }
  }

  @Test("timestamps that are all zero make room for arrivals, and that is told")
  func zeros() throws {
    let zero = FakeIIOD.Answer.scan(FakeDevice.scan(1, 2, 3, at: 0))
    try withAccelerometer([zero, zero, zero]) { accelerometer, _ in
      try #expect(accelerometer.read().isEmpty)
      try #expect(accelerometer.read().count == 2)
      #expect(accelerometer.info.clock == .arrival)
    }
  }

  @Test("one without a buffer is read one value after the other, with rising timestamps")
  func poll() throws {
    let device = FakeDevice.readable.with { device in
      device.channels = device.channels.map { FakeDevice.Channel(id: $0.id) }
      device.attributes["accel_y offset"] = "-7.5"
    }
    try withAccelerometer(of: [device], rate: 1000) { accelerometer, iiod in
      let info = accelerometer.info
      #expect(info.sampling == .poll && info.clock == .arrival && info.rate == 1000)
      #expect(accelerometer.due != nil)
      let readings = try (1...3).flatMap { _ in try accelerometer.read() }
      let expected = FakeDevice.scale * SIMD3(1, -9.5, 1000)
      #expect(readings.allSatisfy { $0.acceleration == expected })
      #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
      #expect(!iiod.desk.log.contains { $0.hasPrefix("OPEN") })
      iiod.desk.devices = [device.with { $0.attributes["accel_z raw"] = nil }]
      let title = "fake (iio:device0)"
      #expect(
        throws: NetworkError.accelerometer(
          .failed(action: "read", device: title, error: .noSuchFileOrDirectory))
      ) { _ = try accelerometer.read() }
    }
  }

  @Test("a trigger that the kernel refuses, or a buffer, leads to the next way at once")
  func refused() throws {
    let device = FakeDevice.readable.with { $0.trigger = "" }
    for (refused, expected) in [
      ([], .trigger("fake-dev0")), (["trigger1"], .trigger("timer")),
      (["trigger1", "trigger0"], .buffer), (["buffer"], .poll),
    ] as [(Set<String>, SamplingWay)] {
      let devices = [device.with { $0.refused = refused }] + FakeDevice.triggers
      try withAccelerometer(of: devices, [Self.scan]) { accelerometer, _ in
        #expect(accelerometer.info.sampling == expected)
        try #expect(accelerometer.read().count == 1)
      }
    }
    // One that never fired is left for the next.
    try withAccelerometer(
      of: [device] + FakeDevice.triggers, avoiding: [.trigger("fake-dev0")]
    ) { accelerometer, _ in #expect(accelerometer.info.sampling == .trigger("timer")) }
  }

  @Test(
    "that it is busy or not permitted is no fault of the way: it is told",
    arguments: [EBUSY, EACCES])
  func notTheWay(_ number: Int32) throws {
    for (refused, action) in [("trigger1", "set the trigger"), ("buffer", "switch on the buffer")] {
      let device = FakeDevice.readable.with {
        ($0.trigger, $0.refused, $0.refusal) = ("", [refused], number)
      }
      let error = AccelerometerError.failed(
        action: "\(action) of", device: "fake (iio:device0)", error: Errno(rawValue: number))
      try #expect(failure([device] + FakeDevice.triggers) == .accelerometer(error))
    }
  }

  @Test("an accelerometer that cannot be read hides no other one")
  func hidden() throws {
    let usable = FakeDevice.accelerometer()
    let other = usable.with { $0.id = "iio:device1" }
    for broken in [
      usable.with { ($0.label, $0.attributes["accel_z scale"]) = ("accel-display", nil) },
      usable.with { ($0.label, $0.refused, $0.refusal) = ("accel-display", ["buffer"], EIO) },
    ] {
      try withAccelerometer(of: [broken, other]) { accelerometer, _ in
        #expect(accelerometer.info.id == "iio:device1")
      }
      try #expect(failure([broken]) != failure([]))
    }
  }

  @Test("without an accelerometer, or without three axes, there is none to read")
  func none() throws {
    let light = FakeDevice(channels: [], attributes: ["illuminance": "3"])
    guard case .accelerometer(.noAccelerometer) = try failure([light]) else {
      Issue.record("there is one")
      return
    }
    guard case .accelerometer(.unusable) = try failure([.accelerometer(axes: ["x", "y"])]) else {
      Issue.record("two axes are enough")
      return
    }
  }

  @Test("what is listed has the acceleration now, and the problem of each")
  func listed() throws {
    let absurd = FakeDevice.accelerometer("le:s12/16>>17").with { $0.id = "iio:device1" }
    let iiod = try FakeIIOD([FakeDevice.readable, absurd])
    let all = try NetworkContext(uri: iiod.uri).accelerometers
    #expect(all.map(\.id) == ["iio:device0", "iio:device1"])
    #expect(all.first?.magnitude.map { abs($0 - 9.806669) < 1e-4 } == true)
    #expect(all.last?.problem == "accel_x has a format that makes no sense")
    #expect(iiod.stop())
  }
}
