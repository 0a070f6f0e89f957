// SPDX-License-Identifier: Apache-2.0

import FakeSensor
import LinuxSupport
import MotionCore
import MotionSensors
import Synchronization
import TestTraits
import Testing

/// What an accelerometer sends comes out as readings, equal to the last bit.
@Suite(.waits, .oneMachine) struct StreamTests {
  private let scale = FakeDevice.scale

  @Test("readings are the raw values times the scale, with the kernel's timestamps")
  func goodStream() throws {
    let raw: [(Int16, Int16, Int16, Int64)] = [
      (0, 0, 1000, 1_000_000_000), (1, -1, 1001, 1_010_000_000), (.min, .max, -1, 1_019_999_999),
      // Timestamps are handed on, whatever they are.
      (3, 3, 3, .max), (4, 4, 4, .min),
    ]
    let scans = raw.map { FakeDevice.scan($0, $1, $2, at: $3) }
    try withReader(of: [.accelerometer()], scans) { probe, _ in
      let info = try probe.started()
      #expect(info.name == "fake" && info.rate == 100 && info.rates == [50, 100, 200])
      #expect(info.scale == scale && info.hasBuffer && info.trigger == nil)
      let readings = try probe.readings(raw.count)
      #expect(readings == raw.map { reading($0, $1, $2, at: $3) })
    }
  }

  @Test("what a FIFO kept from before the start is left out, counted, and said once")
  func kept() throws {
    let now = bootTime()
    let new = FakeDevice.scan(1, 2, 3, at: now + 60_000_000_000)
    let old = (1...64).map { FakeDevice.scan(1, 2, 3, at: now - 30_000_000_000 + $0 * 10_000_000) }
    try withReader(of: [.accelerometer()], old + [new]) { probe, machine, reader in
      _ = try probe.started()
      try #expect(probe.readings(1).map(\.timestamp.nanoseconds) == [now + 60_000_000_000])
      // Until the second is over that a device has for what it kept; silence would be a fault.
      var (warnings, turns): ([AccelerometerError], Int) = ([], 0)
      while turns < 10 {
        turns += warnings.isEmpty ? 0 : 1
        machine.play(new)
        var event = try probe.next()
        while case .warning(let warning) = event {
          warnings.append(warning)
          event = try probe.next()
        }
        _ = try probe.time()
      }
      #expect(warnings == [.old(device: "fake (iio:device0)", readings: 64)])
      #expect(reader.statistics.old == 64)
    }
  }

  @Test("what a FIFO kept is counted also where nothing new comes before the device is lost")
  func keptAndLost() throws {
    let now = bootTime()
    let old = (1...64).map { FakeDevice.scan(1, 2, 3, at: now - 30_000_000_000 + $0 * 10_000_000) }
    try withReader(of: [.accelerometer()], old) { probe, machine, reader in
      _ = try probe.started()
      machine.play([0])
      let event = try probe.next()
      guard case .warning(let warning) = event else { throw ReaderProbe.Unexpected(event: event) }
      #expect(warning == .old(device: "fake (iio:device0)", readings: 64))
      guard case .badData = try probe.lost() else { throw ReaderProbe.Unexpected(event: event) }
      #expect(reader.statistics.old == 64)
    }
  }

  @Test("the buffer is switched off by stop")
  func switchedOff() throws {
    let machine = try FakeMachine([.accelerometer()])
    let probe = ReaderProbe()
    let reader = AccelerometerReader(.automatic, sampling: SamplingOptions(mode: .prompt)) {
      probe.put($0)
    }
    try reader.start(waiting: false)
    _ = try probe.started()
    #expect(machine.isOn())
    // A second start changes nothing.
    try reader.start(waiting: false)
    reader.stop()
    let told = probe.rest
    #expect(!machine.isOn())
    #expect(probe.rest == told, "something was told after stop had returned")
    reader.stop()
  }

  @Test("a reader that its own handler stops reports nothing more, and its buffer is off soon")
  func stopsFromHandler() throws {
    let scans = (1...3).map { FakeDevice.scan(Int16($0), 0, 0, at: Int64($0)) }
    // Three scans that come as one batch.
    let machine = try FakeMachine([.accelerometer()], scans.flatMap { $0 })
    let probe = ReaderProbe()
    let own = Mutex<AccelerometerReader?>(nil)
    let reader = AccelerometerReader(
      .automatic, sampling: SamplingOptions(mode: .thrifty)
    ) { event in
      if case .readings = event { own.withLock { $0 }?.stop() }
      probe.put(event)
    }
    own.withLock { $0 = reader }
    try reader.start(waiting: false)
    _ = try probe.started()
    try #expect(probe.readings(3).map(\.timestamp.nanoseconds) == [1, 2, 3])
    // Waits until whatever is under way is over.
    reader.stop()
    #expect(!machine.isOn(), "the buffer is on when stop returns")
    #expect(probe.rest == 0, "something was told after the reader was stopped")
    own.withLock { $0 = nil }
  }

  @Test("a reader that is stopped as it starts does not report the events its chip refused")
  func stopsAtStart() throws {
    let tap = "events/in_accel_gesture_singletap_en"
    let device = FakeDevice.accelerometer().with {
      $0.attributes[tap] = "0"
      $0.refused = [tap]
    }
    let machine = try FakeMachine([device])
    for isStopped in [false, true] {
      let probe = ReaderProbe()
      let own = Mutex<AccelerometerReader?>(nil)
      let reader = AccelerometerReader(.automatic) { event in
        if isStopped, case .started = event { own.withLock { $0 }?.stop() }
        probe.put(event)
      }
      own.withLock { $0 = reader }
      reader.demand(
        SamplingDemand(
          Demand(MotionRegistry.defaults(of: .tap), wantsReadings: true), at: 100, usesChip: true))
      try reader.start(waiting: false)
      _ = try probe.started()
      if !isStopped {
        guard case .warning(.noChipEvent(.tap, "fake (iio:device0)", _)) = try probe.next() else {
          Issue.record("a refusal was not reported")
          return
        }
      }
      reader.stop()
      #expect(probe.rest == 0 && !machine.isOn())
      own.withLock { $0 = nil }
    }
  }

  @Test("a reader that is started as another stops opens what that has closed")
  func takesOver() throws {
    let machine = try FakeMachine([.accelerometer()])
    let queues = SensorQueues()
    let probes = [ReaderProbe(), ReaderProbe()]
    let readers = probes.map { probe in
      AccelerometerReader(.automatic, sampling: SamplingOptions(mode: .prompt), on: queues) {
        probe.put($0)
      }
    }
    try readers[0].start(waiting: false)
    _ = try probes[0].started()
    let isClosed = Answer<Void>()
    readers[0].stop { isClosed.give(()) }
    try readers[1].start(waiting: false)
    isClosed.wait()
    #expect(machine.isOn())
    readers[1].stop()
    #expect(!machine.isOn())
  }

  @Test("channels that nobody asked for do not get into the scans")
  func otherChannels() throws {
    let device = FakeDevice.accelerometer().with {
      $0.channels.insert(.init(id: "temp", place: (7, "le:s16/16>>0")), at: 1)
    }
    try withReader(of: [device], [FakeDevice.scan(1, 2, 3, at: 4)]) { probe, machine in
      _ = try probe.started()
      try #expect(probe.readings(1) == [reading(1, 2, 3, at: 4)])
      #expect(machine.attribute("scan_elements/in_temp_en") == "0")
    }
  }

  @Test("without timestamps of their own, readings get later and later ones")
  func noTimestamps() throws {
    let scans = (1...5).map { [UInt8($0), 0, 2, 0, 3, 0] }
    try withReader(of: [.accelerometer(timestamp: nil)], scans) { probe, _ in
      _ = try probe.started()
      let readings = try probe.readings(5)
      let expected = (1...5).map { reading(Int16($0), 2, 3, at: 0).acceleration }
      #expect(readings.map(\.acceleration) == expected)
      #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
    }
  }

  @Test("an offset is added before the scale; both may be the device's")
  func offset() throws {
    let device = FakeDevice.accelerometer().with {
      for axis in ["x", "y", "z"] { $0.attributes["accel_\(axis) scale"] = nil }
      $0.attributes["scale"] = "0.5"
      $0.attributes["accel_y offset"] = "-7.5"
    }
    let expected = Reading(timestamp: Timestamp(nanoseconds: 9), acceleration: [5, 1.25, 5])
    try withReader(of: [device], [FakeDevice.scan(10, 10, 10, at: 9)]) { probe, _ in
      _ = try probe.started()
      try #expect(probe.readings(1) == [expected])
    }
  }

  @Test("time is told while no reading comes, on the readings' own clock")
  func time() throws {
    let scan = FakeDevice.scan(1, 2, 3, at: 5_000_000_000)
    try withReader(of: [.accelerometer()], [scan]) { probe, _ in
      _ = try probe.started()
      _ = try probe.readings(1)
      let now = try #require(try probe.time())
      #expect(now.nanoseconds >= 5_000_000_000 + 250_000_000)
    }
  }

  private func reading(_ x: Int16, _ y: Int16, _ z: Int16, at nanoseconds: Int64) -> Reading {
    Reading(
      timestamp: Timestamp(nanoseconds: nanoseconds),
      acceleration: [Double(x) * scale, Double(y) * scale, Double(z) * scale])
  }
}
