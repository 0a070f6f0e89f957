// SPDX-License-Identifier: Apache-2.0

import FakeSensor
import Glibc
import MotionCore
import SystemPackage
import TestTraits
import Testing

@testable import MotionSensors

/// An accelerometer that breaks in any way is told to be lost, for the right reason, and is read
/// again as soon as it works.
@Suite(.waits, .oneMachine) struct TroubleTests {
  private static let device = FakeDevice.accelerometer()
  private static let title = "fake (iio:device0)"
  private static let first = FakeDevice.scan(1, 2, 3, at: 1_000_000_000)
  private static let second = FakeDevice.scan(4, 5, 6, at: 9_000_000_000)

  @Test(
    "bytes that are no scans are told, and the reader recovers",
    arguments: [(Array(first.prefix(8)), "8 bytes"), (first + [0], "17 bytes"), ([0], "1 bytes")])
  func recovers(_ bytes: [UInt8], _ reason: String) throws {
    try withReader(of: [Self.device], [Self.first]) { probe, machine in
      _ = try probe.started()
      try #expect(probe.readings(1).map(\.timestamp.nanoseconds) == [1_000_000_000])
      machine.play(bytes)
      try #expect(
        probe.lost() == .badData(device: Self.title, reason: "\(reason), with scans of 16"))
      _ = try probe.started()
      machine.play(Self.second)
      try #expect(probe.readings(1).map(\.timestamp.nanoseconds) == [9_000_000_000])
    }
  }

  @Test("one that has no scans any more is given up, and looked for again")
  func stall() throws {
    try withReader(of: [Self.device], [Self.first]) { probe, machine in
      _ = try probe.started()
      _ = try probe.readings(1)
      let error = try probe.lost()
      guard case .stalled(Self.title, let silence, _) = error else {
        Issue.record("lost for another reason: \(error)")
        return
      }
      #expect(silence >= .seconds(1))
      machine.play(Self.second)
      _ = try probe.started()
      try #expect(probe.readings(1).map(\.timestamp.nanoseconds) == [9_000_000_000])
    }
  }

  @Test("a caller who does not wait learns that it is not there, though another waits for it")
  func doesNotWait() throws {
    let machine = try FakeMachine([])
    let probe = ReaderProbe()
    let reader = AccelerometerReader(.automatic) { probe.put($0) }
    try reader.start(waiting: true)
    try #expect(probe.lost() == .noAccelerometer(uri: "local:"))
    #expect(throws: AccelerometerError.noAccelerometer(uri: "local:")) {
      try reader.start(waiting: false)
    }
    // It goes on looking, for the one who waits.
    try machine.add(Self.device)
    _ = try probe.started()
    reader.stop()
  }

  @Test("one that is not there is waited for")
  func waits() throws {
    try withReader(of: [], waiting: true) { probe, machine in
      try #expect(probe.lost() == .noAccelerometer(uri: "local:"))
      try machine.add(Self.device)
      _ = try probe.started()
      machine.play(Self.first)
      try #expect(probe.readings(1).count == 1)
      #expect(probe.rest == 0, "the same loss was told twice")
    }
  }

  @Test("a reader that was stopped can be started again")
  func startsAgain() throws {
    try withReader(of: [Self.device], [Self.first]) { probe, machine, reader in
      _ = try probe.started()
      _ = try probe.readings(1)
      machine.play([0])
      _ = try probe.lost()
      _ = try probe.started()
      reader.stop()
      try reader.start(waiting: false)
      _ = try probe.started()
      machine.play(Self.second)
      try #expect(probe.readings(1).map(\.timestamp.nanoseconds) == [9_000_000_000])
    }
  }
}
