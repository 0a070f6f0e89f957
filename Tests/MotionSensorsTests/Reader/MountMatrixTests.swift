// SPDX-License-Identifier: Apache-2.0

import FakeSensor
import MotionCore
import MotionSensors
import TestTraits
import Testing

/// How a sensor sits in its device: what says so, and what becomes of its readings.
@Suite(.waits, .oneMachine) struct MountMatrixTests {
  @Test(
    "the kernel's text, and nothing else",
    arguments: [
      "0, 1, 0; 1, 0, 0; 0, 0, 1", "0,-1,0;-1,0,0;0,0,-1", "-1.0, 0.0, 0.0; 0, +1, 0; 0, 0, 1e0",
      "0.7071, -0.7071, 0; 0.7071, 0.7071, 0; 0, 0, 1",
    ])
  func good(_ text: String) {
    #expect(MountMatrix(text) != nil)
  }

  @Test(
    "what is no mount matrix",
    arguments: [
      "", "1", "1, 0, 0; 0, 1, 0", "1, 0, 0; 0, 1, 0; 0, 0, 1;", "1, 0, 0, 0; 0, 1, 0; 0, 0, 1",
      "1, 0; 0, 1, 0; 0, 0, 1", "1 0 0; 0 1 0; 0 0 1", "a, 0, 0; 0, 1, 0; 0, 0, 1",
      "nan, 0, 0; 0, 1, 0; 0, 0, 1", "0, 0, 0; 0, 0, 0; 0, 0, 0", "2, 0, 0; 0, 1, 0; 0, 0, 1",
      "1, 0, 0; 1, 0, 0; 0, 0, 1", "1, 0.5, 0; 0, 1, 0; 0, 0, 1", "1,, 0; 0, 1, 0; 0, 0, 1",
      "1, 0, 0; 0, 1, 0; 0, 0, inf",
    ])
  func bad(_ text: String) {
    #expect(MountMatrix(text) == nil)
  }

  @Test("it is written as it is read")
  func text() {
    #expect("\(MountMatrix.identity)" == "1, 0, 0; 0, 1, 0; 0, 0, 1")
    let text = "0.6, -0.8, 0; 0.8, 0.6, 0; 0, 0, -1"
    #expect(MountMatrix(text).map { "\($0)" } == text)
  }

  @Test("what apps hold across an await has no vectors, which async functions break")
  func alignment() {
    #expect(MemoryLayout<MountMatrix>.alignment <= 8)
    #expect(MemoryLayout<AccelerometerMotions.Status>.alignment <= 8)
    #expect(MemoryLayout<AccelerometerEvent>.alignment <= 8)
  }

  /// Device x is sensor y, y is minus x, z is minus z.
  private static let matrix = "0, 1, 0; -1, 0, 0; 0, 0, -1"
  private static let other = "-1, 0, 0; 0, -1, 0; 0, 0, 1"
  private static let usable = FakeDevice.accelerometer()
  private static let odd = usable.with {
    $0.channels.append(FakeDevice.Channel(id: "mount"))
    $0.attributes["mount matrix"] = matrix
  }

  @Test(
    "it is found where a driver puts it, the device's before a channel's, and applied",
    arguments: [
      (usable.with { $0.attributes["mount_matrix"] = matrix }, MountMatrixSource.device),
      // libiio makes channels' attributes of these two.
      (usable.with { $0.attributes["in_mount_matrix"] = matrix }, .channel),
      (usable.with { $0.attributes["in_accel_mount_matrix"] = matrix }, .channel),
      (
        usable.with {
          for axis in ["x", "y", "z"] { $0.attributes["accel_\(axis) mount_matrix"] = matrix }
        }, .channel
      ),
      (odd, .channel),
      (
        odd.with {
          $0.attributes["mount_matrix"] = matrix
          $0.attributes["accel_x mount_matrix"] = other
        }, .device
      ),
      (
        odd.with {
          $0.attributes["mount_matrix"] = "0, 0, 0; 0, 0, 0; 0, 0, 0"
          $0.attributes["accel_x mount_matrix"] = matrix
        }, .channel
      ),
    ])
  func applied(_ device: FakeDevice, _ source: MountMatrixSource) throws {
    let scan = FakeDevice.scan(1, 2, 3, at: 4)
    try withReader(of: [device], [scan]) { probe, _ in
      let info = try probe.started()
      #expect(info.mountMatrixSource == source)
      #expect(info.mountMatrix.map { "\($0)" } == Self.matrix)
      let acceleration = try #require(probe.readings(1).first).acceleration
      #expect(acceleration == FakeDevice.scale * SIMD3(2, -1, -3))
    }
  }

  @Test("without one the sensor's axes are the device's")
  func assumed() throws {
    try withReader(of: [Self.usable]) { probe, _ in
      let info = try probe.started()
      #expect((info.mountMatrix, info.mountMatrixSource) == (.identity, .assumed))
    }
  }

  @Test("empty text is the identity, as in iio-sensor-proxy")
  func empty() throws {
    try withReader(of: [Self.usable.with { $0.attributes["mount_matrix"] = "" }]) { probe, _ in
      let info = try probe.started()
      #expect((info.mountMatrix, info.mountMatrixSource) == (.identity, .device))
      #expect(info.mountProblem == nil)
    }
  }

  @Test(
    "one that is no rotation is ignored, and said; shakes are recognized",
    arguments: ["1, 0, 0", "1, 0, 0; 0, -1, 0; 1, 0, 0", "0, 1, 0; -1, 0, 0; -1, 0, 0"])
  func ignored(_ text: String) throws {
    let device = Self.usable.with { $0.attributes["mount_matrix"] = text }
    let scan = FakeDevice.scan(1, 2, 3, at: 4)
    try withReader(of: [device], [scan]) { probe, _ in
      let info = try probe.started()
      #expect(info.mountMatrix == nil && info.problem == nil)
      #expect(
        info.mountProblem
          == "the mount matrix of its device is ignored, as '\(text)' is no rotation")
      let acceleration = try #require(probe.readings(1).first).acceleration
      #expect(acceleration == FakeDevice.scale * SIMD3(1, 2, 3))
    }
  }

  @Test("kinds about the axes of the device are withheld where the mounting is not known")
  func withheld() {
    let all = Set(MotionRegistry.all.map { MotionOptions().configurations(of: [$0.kind]) }.joined())
    var info = AccelerometerInfo(id: "event7")
    #expect(all.recognizable(by: info) == all)
    info.mountProblem = "unknown"
    var kinds = Set(all.recognizable(by: info).map(\.kind.rawValue))
    #expect(kinds.isDisjoint(with: ["orientation", "flip", "tilt", "twist"]))
    #expect(kinds.isSuperset(of: ["shake", "freeFall", "tap", "pickUp", "still"]))
    (info.mountProblem, info.isUncalibrated) = (nil, true)
    kinds = Set(all.recognizable(by: info).map(\.kind.rawValue))
    #expect(
      kinds.isDisjoint(with: ["orientation", "flip", "tilt", "twist", "pickUp", "freeFall"]))
    #expect(kinds.isSuperset(of: ["shake", "tap", "still"]))
  }
}
