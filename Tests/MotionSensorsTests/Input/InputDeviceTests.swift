// SPDX-License-Identifier: Apache-2.0

import CLinux
import Foundation
import Glibc
import MotionCore
import MotionSynthesis
import Synchronization
import SystemPackage
import Testing

@testable import MotionSensors

/// Which input devices are accelerometers, and what they say of themselves.
@Suite struct InputDeviceTests {
  private static func open(
    _ choice: AccelerometerChoice, of accelerometers: InputAccelerometers,
    _ memory: inout OpeningMemory
  ) throws -> any AccelerometerSession {
    let sampling = SamplingOptions()
    let (device, refusals) = try accelerometers.open(
      choice, SamplingDemand(rate: sampling.rate), sampling, &memory)
    #expect(refusals.isEmpty)
    guard case .sampling(let session, nil) = device else { throw Errno.notSupported }
    return session
  }

  private static func accelerometers(
    of input: FakeInput, _ node: FakeNode = FakeNode()
  ) -> InputAccelerometers {
    InputAccelerometers(in: input.folder) { _ in node }
  }

  @Test("controllers and drive guards are known; keyboards, pedals and mice are not")
  func known() throws {
    let input = try FakeInput()
    try input.addKeyboard()
    try input.addDualSense()
    try input.addDriveGuard()
    try input.add("event2", name: "Racing Pedals", properties: "0")
    try input.add("event12", name: "Nintendo Wii Remote Accelerometer", properties: "0", axes: "38")
    try input.add("mouse0", name: "no event node")
    let all = try Self.accelerometers(of: input).accelerometers(busy: nil)
    #expect(all.map(\.id) == ["event3", "event7", "event12"])
    #expect(all.map(\.rate) == [20, 250, 100])
    #expect(all.allSatisfy { $0.subsystem == .input && $0.axes == ["x", "y", "z"] })
    #expect(all[1].address == "aa:bb:cc:00:00:01")
    #expect(all.map { $0.mountProblem == nil } == [false, true, false])
  }

  @Test("events of keyboards are no reason to look; each that changes the list is")
  func relevant() throws {
    let input = try FakeInput()
    let subsystem = Self.accelerometers(of: input)
    let ids = (0..<6).map { "event\($0)" }
    var random = SeededGenerator(seed: 1)
    try input.addKeyboard(ids[0])
    try input.addDualSense(ids[1])
    var devices = RelevantDevices(of: [subsystem])
    var isKeyboard = [ids[0]: true, ids[1]: false]
    var looks = 0
    for _ in 0..<300 {
      let before = try subsystem.accelerometers(busy: nil).map(\.id)
      let id = ids[Int.random(in: 0..<6, using: &random)]
      let event: DeviceEvent
      let concerns: Bool
      if let former = isKeyboard.removeValue(forKey: id) {
        try FileManager.default.removeItem(atPath: "\(input.folder)/\(id)")
        (event, concerns) = (.removed(id), !former)
      } else {
        let now = Bool.random(using: &random)
        try now ? input.addKeyboard(id) : input.addDualSense(id)
        isKeyboard[id] = now
        (event, concerns) = (Bool.random(using: &random) ? .added(id) : .changed(id), !now)
      }
      let isRelevant = devices.include(event)
      let after = try subsystem.accelerometers(busy: nil).map(\.id)
      #expect(isRelevant == concerns && (isRelevant || before == after), "\(event)")
      looks += isRelevant ? 1 : 0
    }
    #expect((50..<250).contains(looks))
  }

  @Test("a program that makes a Pro Controller of a handheld has the axes of no driver")
  func copied() throws {
    let input = try FakeInput()
    for (id, name) in [
      ("event1", "Nintendo Switch Pro Controller IMU"), ("event2", "Pro Controller (IMU)"),
      // Handheld Daemon.
      ("event3", "Switch Pro Motion Sensors"),
    ] {
      try input.add(
        id, name: name, vendor: "057e", product: "2009", axes: "3f", misc: "20")
    }
    let all = try Self.accelerometers(of: input).accelerometers(busy: nil)
    #expect(all.map(\.rate) == [200, 200, nil])
    #expect(all.map { $0.mountProblem == nil } == [true, true, false])
  }

  @Test("no node of a keyboard is opened, to list or to read")
  func keyboard() throws {
    let input = try FakeInput()
    try input.addKeyboard()
    try input.add("event1", name: "a keyboard that lies", keys: "1000")
    let subsystem = InputAccelerometers(in: input.folder) { id throws(Errno) in
      Issue.record("\(id) was opened")
      throw .permissionDenied
    }
    let all = try subsystem.accelerometers(busy: nil)
    #expect(all.map(\.problem) == ["it has keys or buttons, which motiond does not read"])
    var memory = OpeningMemory()
    #expect(throws: AccelerometerError.self) {
      try Self.open(AccelerometerChoice(.input), of: subsystem, &memory)
    }
  }

  @Test(
    "units come from the resolution, or from the table where it makes no sense",
    arguments: [
      (8192, 32768, "DualSense Wireless Controller Motion Sensors", 9.80665 / 8192),
      (0, 500, "Nintendo Wii Remote Accelerometer", 9.80665 / 103),
      (0, 2000, "ST LIS3LV02DL Accelerometer", 9.80665 / 1000),
      (0, 32768, "Some Pad Motion Sensors", nil), (1, 32768, "Some Pad Motion Sensors", nil),
      (-8192, 32768, "Some Pad Motion Sensors", nil),
      (1 << 30, 32768, "Some Pad Motion Sensors", nil),
    ] as [(Int32, Int32, String, Double?)])
  func units(resolution: Int32, maximum: Int32, name: String, scale: Double?) throws {
    let input = try FakeInput()
    try input.add("event1", name: name, axes: "3f")
    let node = FakeNode(resolution: resolution, maximum: maximum)
    let info = try #require(
      try Self.accelerometers(of: input, node).accelerometers(busy: nil).first)
    #expect((info.problem == nil) == (scale != nil))
    #expect(info.scale == scale)
    if let scale { #expect(info.range == Double(maximum) * scale) }
    #expect(!node.isOpen)
  }

  @Test("names with controls are printable, and a device without z says so")
  func names() throws {
    let input = try FakeInput()
    try input.add("event1", name: "a\u{1B}[31m pad", axes: "3")
    let info = try #require(try Self.accelerometers(of: input).accelerometers(busy: nil).first)
    #expect(info.name?.contains("\u{1B}") == false)
    #expect(info.axes == ["x", "y"])
    #expect(info.problem == "it has no axis z, and a shake needs x, y and z")
  }

  @Test("one that may not be read is listed, with the reason")
  func permission() throws {
    let input = try FakeInput()
    try input.addDualSense()
    let subsystem = InputAccelerometers(in: input.folder) { _ throws(Errno) in
      throw .permissionDenied
    }
    let info = try #require(try subsystem.accelerometers(busy: nil).first)
    #expect(info.problem?.contains("Permission denied") == true)
    #expect((info.rate, info.range) == (250, nil))
  }

  @Test("auto takes a drive guard alone; input takes the first, a name or an address takes that")
  func choices() throws {
    let input = try FakeInput()
    let subsystem = Self.accelerometers(of: input)
    func id(_ text: String) throws -> String {
      try subsystem.info(#require(AccelerometerChoice(text))).id
    }
    #expect(throws: AccelerometerError.noAccelerometer(uri: "input:")) { try id("auto") }
    try input.addDualSense("event11")
    #expect(throws: AccelerometerError.noAccelerometer(uri: "input:")) { try id("auto") }
    try input.addDualSense("event12", address: "aa:bb:cc:00:00:02")
    try input.addDriveGuard("event20")
    #expect(try id("auto") == "event20")
    #expect(try id("input") == "event11")
    #expect(try id("input:event12") == "event12")
    #expect(try id("input:aa:bb:cc:00:00:02") == "event12")
    let name = "DualSense Wireless Controller Motion Sensors"
    let error = #expect(throws: AccelerometerError.self) { try id("input:\(name)") }
    #expect(
      error
        == .ambiguous(
          name: name,
          choices: [
            "input:aa:bb:cc:00:00:01 (\(name))", "input:aa:bb:cc:00:00:02 (\(name))",
          ]))
    #expect(throws: AccelerometerError.self) { try id("input:nobody") }
  }

  @Test("a controller that comes back under another number is the same one")
  func comesBack() throws {
    let input = try FakeInput()
    try input.addDualSense("event11", address: "aa:bb:cc:00:00:02")
    let subsystem = Self.accelerometers(of: input)
    var memory = OpeningMemory()
    let choice = AccelerometerChoice(.input)
    try Self.open(choice, of: subsystem, &memory).delivered(&memory)
    // Another one is first now.
    let after = try FakeInput()
    try after.addDualSense("event5")
    try after.addDualSense("event30", address: "aa:bb:cc:00:00:02")
    let later = Self.accelerometers(of: after)
    #expect(try Self.open(choice, of: later, &memory).info.id == "event30")
    var none = OpeningMemory()
    #expect(try Self.open(choice, of: later, &none).info.id == "event5")
  }

  @Test("one that was refused keeps no other from being read")
  func refused() throws {
    let input = try FakeInput()
    try input.addDualSense("event5", address: "aa")
    try input.addDualSense("event6", address: "bb")
    let subsystem = Self.accelerometers(of: input)
    let choice = AccelerometerChoice(.input)
    var memory = OpeningMemory()
    let first = try Self.open(choice, of: subsystem, &memory)
    first.delivered(&memory)
    first.gaveUp(&memory, .unusable(device: "a", reason: "no gravity"))
    #expect(try Self.open(choice, of: subsystem, &memory).info.id == "event6")
    let named = AccelerometerChoice(.input, name: "aa")
    #expect(
      throws: AccelerometerError.unusable(device: first.title, reason: "no gravity")
    ) { _ = try Self.open(named, of: subsystem, &memory) }
  }

  /// A matrix that turns x to y.
  private static let matrix = "0, -1, 0; 1, 0, 0; 0, 0, 1"

  @Test(
    "udev's mount matrix is applied to the driver's axes, in the place of a table and of nothing",
    arguments: [
      ("event3", matrix, [0, 1, 0]), ("event7", matrix, [0, 1, 0]),
      // Text that is no matrix: the driver's axes count, without a direction.
      ("event7", "1, 0, 0; 0, 1, 0; 0, 0, 0", [1, 0, 0]),
    ] as [(String, String, SIMD3<Double>)])
  func mounted(id: String, text: String, own: SIMD3<Double>) throws {
    let input = try FakeInput()
    try id == "event3" ? input.addDriveGuard() : input.addDualSense()
    let property = Property(text)
    let node = FakeNode(resolution: 1000, maximum: 2000)
    let subsystem = InputAccelerometers(
      in: input.folder, udev: { $0 == "ACCEL_MOUNT_MATRIX" && $1 == id ? property.text : nil }
    ) { _ in node }
    var memory = OpeningMemory()
    let session = try Self.open(AccelerometerChoice(.input), of: subsystem, &memory)
    let listed = try #require(try subsystem.accelerometers(busy: nil).first)
    for info in [session.info, listed] {
      #expect(info.mountMatrixSource == .udev && info.mountMatrix == MountMatrix(text))
      #expect((info.mountProblem == nil) == (text == Self.matrix))
      let tilt = MotionRegistry.defaults(of: .tilt)
      #expect(tilt.recognizable(by: info) == (text == Self.matrix ? tilt : []))
    }
    for number in 1...3 {
      node.sendFrame((number * 4).ms, [1000, 0, 0], clock: UInt32(number * 4000))
    }
    _ = try session.read()
    let reading = try #require(session.latest.readings.first).acceleration / Reading.standardGravity
    #expect((reading - own).length < 1e-9)
    #expect(!session.isMountedOtherwise)
    property.text = nil
    #expect(session.isMountedOtherwise)
  }

  @Test("udev's place of a drive guard is told, and a new one is noticed")
  func place() throws {
    let input = try FakeInput()
    try input.addDriveGuard()
    let property = Property("base")
    let subsystem = InputAccelerometers(
      in: input.folder, udev: { name, _ in name == "ACCEL_LOCATION" ? property.text : nil }
    ) { _ in FakeNode(resolution: 0, maximum: 2000) }
    var memory = OpeningMemory()
    let session = try Self.open(.automatic, of: subsystem, &memory)
    #expect(session.info.place == .base && session.info.location == "base")
    property.text = nil
    #expect(session.isMountedOtherwise)
    #expect(try subsystem.info(.automatic).place == .unknown)
  }

  @Test("the user's matrix turns what the table says, whatever udev has")
  func userMatrix() throws {
    let input = try FakeInput()
    try input.addDualSense()
    let node = FakeNode()
    let subsystem = InputAccelerometers(in: input.folder, udev: { _, _ in Self.matrix }) { _ in node
    }
    var options = SamplingOptions()
    options.mountMatrix = .identity
    var memory = OpeningMemory()
    let (device, _) = try subsystem.open(
      AccelerometerChoice(.input), SamplingDemand(rate: 100), options, &memory)
    guard case .sampling(let session, _) = device else { throw Errno.notSupported }
    #expect(session.info.mountMatrixSource == .option)
    for number in 1...3 {
      node.sendFrame((number * 4).ms, [0, 8192, 0], clock: UInt32(number * 4000))
    }
    _ = try session.read()
    #expect(session.latest.readings.first?.acceleration.z == Reading.standardGravity)
  }

  /// A property of udev's that a test changes.
  private final class Property: Sendable {
    private let value: Mutex<String?>

    init(_ text: String?) { value = Mutex(text) }

    var text: String? {
      get { value.withLock { $0 } }
      set { value.withLock { $0 = newValue } }
    }
  }

  @Test(
    "a silence has its likely causes by the bus: a drive guard sleeps, a controller is out of reach",
    arguments: [("0019", "asleep"), ("0005", "out of reach"), ("0003", "Steam")])
  func silence(bus: String, cause: String) throws {
    let input = try FakeInput()
    try input.add("event3", name: "ST LIS3LV02DL Accelerometer", bus: bus, properties: "0")
    let node = FakeNode(resolution: 0, maximum: 2000)
    var memory = OpeningMemory()
    let session = try Self.open(
      AccelerometerChoice(.input), of: Self.accelerometers(of: input, node), &memory)
    #expect(session.causesOfSilence?.contains(cause) == true)
    #expect(session.causesOfSilence?.contains("Steam") == (bus != "0019"))
    #expect(session.longestSilence == 2_000.ms)
  }

  @Test("sets of numbers in sysfs: the highest word first")
  func bits() {
    #expect(InputBits("0") == InputBits())
    #expect(InputBits("0 0 0") == InputBits())
    #expect(InputBits("40") == InputBits([6]))
    #expect(InputBits("1 0") == InputBits([Int32(UInt.bitWidth)]))
    #expect(InputBits("fffffffffffffffffffff") == InputBits())
    #expect(!InputBits("40").contains(70))
  }
}
