// SPDX-License-Identifier: Apache-2.0

import FakeSensor
import TestTraits
import Testing

@testable import MotionSensors

/// A scale that another program sets is noticed, five seconds after the last look at the latest.
@Suite(.waits, .oneMachine) struct ScaleWatchTests {
  private static let second: Int64 = 1_000_000_000

  @Test("each axis with a scale of its own", arguments: ["x", "y", "z"])
  func axis(_ axis: String) throws {
    let machine = try FakeMachine([.accelerometer()])
    var watch = try watch()
    let before = watch.hasChanged(at: 5 * Self.second)
    try machine.set("in_accel_\(axis)_scale", to: "0.019613300")
    let early = watch.hasChanged(at: 10 * Self.second - 1)
    let inTime = watch.hasChanged(at: 10 * Self.second)
    #expect((before, early, inTime) == (false, false, true))
  }

  @Test("a scale of all axes together, and one set back in time")
  func shared() throws {
    let machine = try FakeMachine([
      FakeDevice.accelerometer().with { device in
        for axis in ["x", "y", "z"] { device.attributes["accel_\(axis) scale"] = nil }
        device.attributes["accel scale"] = "0.009806650"
      }
    ])
    var watch = try watch()
    try machine.set("in_accel_scale", to: "0.019613300")
    try machine.set("in_accel_scale", to: "0.009806650")
    let before = watch.hasChanged(at: 5 * Self.second)
    try machine.set("in_accel_scale", to: "0.019613300")
    let after = watch.hasChanged(at: 10 * Self.second)
    #expect((before, after) == (false, true))
  }

  @Test("a device without any scale has nothing to watch")
  func none() throws {
    let machine = try FakeMachine([
      FakeDevice.accelerometer().with { device in
        for axis in ["x", "y", "z"] { device.attributes["accel_\(axis) scale"] = nil }
      }
    ])
    var watch = try watch()
    let hasChanged = watch.hasChanged(at: 5 * Self.second)
    #expect(!hasChanged && !machine.isOn())
  }

  /// A watch from time 0 on.
  private func watch() throws -> ScaleWatch {
    ScaleWatch(try #require(IIOContext().accelerometers.first), at: 0)
  }
}
