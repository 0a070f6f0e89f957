// SPDX-License-Identifier: Apache-2.0

import FakeSensor
import Foundation
import Glibc
import LinuxSupport
import MotionCore
import TestSupport
import TestTraits
import Testing

@testable import MotionSensors

/// A reader leaves nothing behind.
///
/// Each test has a process of its own, so that descriptors, threads and what a signal does are
/// nobody else's.
@Suite(.waits, .serialized) struct LeavingTests {
  @Test("rounds of both endings leave no descriptor and no thread behind", .exits)
  func leaks() async {
    await #expect(processExitsWith: .success) {
      // The first round makes what a process makes once, such as the threads of its queues.
      try LeavingTests.rounds(3)
      let (descriptors, threads) = (count("fd"), count("task"))
      try LeavingTests.rounds(LongTests.count(20, long: 100))
      #expect(settles { count("fd") <= descriptors })
      // The pool has one or two threads more or less at any moment; a leak would be of twenty.
      #expect(settles { count("task") <= threads + 4 })
    }
  }

  @Test("a stopped reader has nothing left that could wake the process", .oneMachine)
  func idle() throws {
    let machine = try FakeMachine([.accelerometer()])
    for choice in [AccelerometerChoice.automatic, .init(.iio, name: "none")] {
      let probe = ReaderProbe()
      let reader = AccelerometerReader(choice) { probe.put($0) }
      #expect(reader.isIdle)
      try reader.start(waiting: true)
      #expect(!reader.isIdle)
      reader.stop()
      #expect(reader.isIdle && !machine.isOn())
      if choice == .automatic { continue }
      #expect(throws: AccelerometerError.self) { try reader.start(waiting: false) }
      #expect(reader.isIdle)
    }
  }

  /// Reads, and stops, so many times: now while it is reading, now while it is looking for the
  /// accelerometer.
  private static func rounds(_ rounds: Int) throws {
    let device = FakeDevice.accelerometer()
    for round in 0..<rounds {
      let scan = FakeDevice.scan(1, 2, 3, at: 4)
      try withReader(of: [device], [scan]) { probe, machine in
        _ = try probe.started()
        _ = try probe.readings(1)
        guard !round.isMultiple(of: 3) else { return }
        machine.play([0])
        _ = try probe.lost()
      }
      // Opening it in vain: it is there, but cannot be used.
      let bad = device.with { $0.attributes["accel_z scale"] = "0" }
      #expect(throws: AccelerometerError.self) { try withReader(of: [bad]) { _, _ in } }
    }
  }
}

/// How many entries this process's folder `name` in /proc has.
private func count(_ name: String) -> Int {
  (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(name)").count) ?? -1
}
