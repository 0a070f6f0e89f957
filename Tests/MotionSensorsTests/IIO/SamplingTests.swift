// SPDX-License-Identifier: Apache-2.0

import Dispatch
import FakeSensor
import Glibc
import MotionCore
import SystemPackage
import TestTraits
import Testing

@testable import MotionSensors

/// Whatever an accelerometer has to be sampled with is made use of, and what does not work is left.
@Suite(.waits, .oneMachine) struct SamplingTests {
  private static let usable = FakeDevice.accelerometer()
  private static let scan = FakeDevice.scan(1, 2, 3, at: 4)

  @Test("one without a buffer is read one value after the other, with rising timestamps")
  func poll() throws {
    let device = FakeDevice.readable.with { device in
      device.channels = device.channels.map { FakeDevice.Channel(id: $0.id) }
      device.attributes["accel_y offset"] = "-7.5"
    }
    try withReader(of: [device], rate: 1000) { probe, machine in
      let info = try probe.started()
      #expect(info.sampling == .poll && info.clock == .arrival && info.rate == 1000)
      #expect(!info.hasBuffer && info.problem == nil)
      let readings = try probe.readings(3)
      let expected = FakeDevice.scale * SIMD3(1, -9.5, 1000)
      #expect(readings.allSatisfy { $0.acceleration == expected })
      #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
      try machine.add(device.with { $0.attributes["accel_z raw"] = nil })
      #expect(
        try probe.lostAfterReadings()
          == .failed(action: "read", device: "fake (iio:device0)", error: .noSuchFileOrDirectory))
    }
  }

  @Test("a trigger that the kernel refuses, or a buffer, leads to the next way at once")
  func refused() throws {
    let device = FakeDevice.readable.with { $0.trigger = "" }
    for (refused, expected) in [
      ([], .trigger("fake-dev0")), (["trigger"], .buffer), (["buffer"], .poll),
    ] as [(Set<String>, SamplingWay)] {
      let devices = [device.with { $0.refused = refused }] + FakeDevice.triggers
      try withReader(of: devices, [Self.scan]) { probe, _ in
        try #expect(probe.started().sampling == expected)
        try #expect(probe.readings(1).count == 1)
      }
    }
  }

  @Test(
    "that it is busy or not permitted is no fault of the way: it is told",
    arguments: [EBUSY, EACCES])
  func notTheWay(_ number: Int32) throws {
    for (refused, action) in [("trigger", "set the trigger"), ("buffer", "switch on the buffer")] {
      let device = FakeDevice.readable.with {
        ($0.trigger, $0.refused, $0.refusal) = ("", [refused], number)
      }
      let error = try #require(throws: AccelerometerError.self) {
        try withReader(of: [device] + FakeDevice.triggers) { _, _ in }
      }
      let title = "fake (iio:device0)"
      #expect(
        error == .failed(action: "\(action) of", device: title, error: Errno(rawValue: number)))
    }
  }

  @Test("when the kernel refuses every way, the last refusal is told")
  func allRefused() throws {
    let device = Self.usable.with { ($0.trigger, $0.refused) = ("", ["buffer", "trigger"]) }
    let error = try #require(throws: AccelerometerError.self) {
      try withReader(of: [device, FakeDevice.triggers[1]]) { _, _ in }
    }
    #expect(
      error
        == .failed(
          action: "switch on the buffer of", device: "fake (iio:device0)", error: .invalidArgument))
  }

  @Test("a trigger that never fires is left for the next, and one that fires is kept")
  func silentTrigger() throws {
    let device = Self.usable.with { $0.trigger = "" }
    try withReader(of: [device] + FakeDevice.triggers) { probe, machine in
      try #expect(probe.started().sampling == .trigger("fake-dev0"))
      guard case .stalled = try probe.lost() else {
        Issue.record("lost for another reason")
        return
      }
      try #expect(probe.started().sampling == .trigger("timer"))
      machine.play(Self.scan)
      try #expect(probe.readings(1).count == 1)
      machine.play([0])
      _ = try probe.lost()
      try #expect(probe.started().sampling == .trigger("timer"))
    }
  }

  @Test("timestamps that are all zero make room for arrivals, and that is told")
  func zeros() throws {
    let zero = FakeDevice.scan(1, 2, 3, at: 0)
    try withReader(of: [Self.usable], [zero, zero, zero]) { probe, _ in
      try #expect(probe.started().clock == .boottime)
      try #expect(probe.started().clock == .arrival)
      let readings = try probe.readings(3)
      #expect(readings.allSatisfy { $0.timestamp.nanoseconds > 0 })
      #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.timestamp < $1.timestamp })
    }
  }

  @Test("when another program switches the buffer off that is said, and it is opened again")
  func switchedOff() throws {
    try withReader(of: [Self.usable], [Self.scan]) { probe, machine in
      _ = try probe.started()
      _ = try probe.readings(1)
      try machine.set("buffer/enable", to: "0")
      try #expect(probe.lost() == .switchedOff(device: "fake (iio:device0)"))
      _ = try probe.started()
    }
  }

  @Test("statistics do not wait for a reader that is busy")
  func statisticsMeanwhile() throws {
    let machine = try FakeMachine([Self.usable], Self.scan)
    let (entered, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let reader = AccelerometerReader(
      .automatic, of: [IIOAccelerometers()], sampling: SamplingOptions(mode: .prompt),
      times: .eager
    ) { event in
      guard case .started = event else { return }
      entered.signal()
      // Once it is released, for all later ones too.
      released.wait()
      released.signal()
    }
    let started = DispatchSemaphore(value: 0)
    DispatchQueue.global().async {
      try? reader.start(waiting: true)
      started.signal()
    }
    entered.wait()
    #expect(reader.statistics == SamplingStatistics())
    released.signal()
    started.wait()
    reader.stop()
    withExtendedLifetime(machine) {}
  }

  @Test("statistics go on over losses, stop and start")
  func statistics() throws {
    try withReader(of: [Self.usable], [Self.scan]) { probe, machine, reader in
      _ = try probe.started()
      _ = try probe.readings(1)
      machine.play([0])
      _ = try probe.lost()
      _ = try probe.started()
      machine.play(Self.scan)
      _ = try probe.readings(1)
      reader.stop()
      machine.play(Self.scan)
      try reader.start(waiting: false)
      _ = try probe.started()
      _ = try probe.readings(1)
      let statistics = reader.statistics
      #expect(statistics.readings == 3 && statistics.batches == 3)
      #expect(statistics.losses == 1 && statistics.reopenings == 1)
      // A scan of just after the machine was started comes late.
      #expect(statistics.lateBatches == 3 && statistics.overruns == 0 && statistics.missed == 0)
    }
  }
}
