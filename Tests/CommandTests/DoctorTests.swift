// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionSensors
import ProcessTestSupport
import TestTraits
import Testing

@testable import motionctl

/// The doctor on an accelerometer made of files, whole and broken.
@Suite(
  .waits,
  .enabled(
    if: MockedAccelerometer.umockdev != nil && PrivateBus.isInstalled,
    "umockdev or dbus-daemon is missing: apt-get install umockdev dbus-daemon"))
struct DoctorTests {
  private struct Finding: Decodable {
    let subject: String
    let verdict: String
    let text: String
    let remedy: String?
  }

  private func diagnosis(
    bus: PrivateBus?, node: String? = nil, changed change: ([String]) -> [String] = { $0 }
  ) throws -> (status: Int32?, findings: [String: Finding]) {
    let address = bus?.address ?? "unix:path=/nonexistent/bus"
    let mock = try MockedAccelerometer(
      "motionctl", ["doctor", "--bus", "session", "--format", "json"],
      environment: ["DBUS_SESSION_BUS_ADDRESS": address, "MOCK_NODE": node ?? ""], changed: change)
    let (status, output, _) = try mock.command.outcome()
    let findings = output.compactMap {
      try? JSONDecoder().decode(Finding.self, from: Data($0.utf8))
    }
    return (status, Dictionary(uniqueKeysWithValues: findings.map { ($0.subject, $0) }))
  }

  /// A change of the description: a device that lies still, seen value by value.
  private static func atRest(_ lines: [String]) -> [String] { values(512, lines) }

  /// A change of the description: values of a device that lies on its back.
  private static func values(_ z: Int, _ lines: [String]) -> [String] {
    lines + ["A: in_accel_x_raw=0\\n", "A: in_accel_y_raw=0\\n", "A: in_accel_z_raw=\(z)\\n"]
  }

  @Test("everything is looked at, and a daemon that cannot be started is wrong")
  func noDaemon() throws {
    let (status, findings) = try diagnosis(bus: try PrivateBus(), changed: Self.atRest)
    #expect(status == 1)
    #expect(findings["driver"]?.text.hasPrefix("mockaccel (iio:device0)") == true)
    #expect(findings["readings"]?.verdict == "fine", "\(String(describing: findings["readings"]))")
    #expect(findings["mounting"]?.verdict == "note")
    #expect(findings["bus"]?.verdict == "fine")
    #expect(findings["service"]?.verdict == "wrong")
    #expect(findings["service"]?.remedy == "motiond --bus session &")
  }

  @Test("a motiond without claims is a note, and not wrong")
  func unclaimed() throws {
    let daemon = try BusDaemon()
    let (_, findings) = try diagnosis(bus: daemon.bus, changed: Self.atRest)
    #expect(findings["service"]?.verdict == "fine")
    #expect(findings["claims"]?.verdict == "note")
    #expect(findings["claims"]?.remedy?.contains("motionctl monitor") == true)
  }

  @Test("without a bus it is the bus")
  func noBus() throws {
    let (status, findings) = try diagnosis(bus: nil, changed: Self.atRest)
    #expect(status == 1)
    #expect(findings["bus"]?.verdict == "wrong")
    #expect(findings["service"] == nil)
  }

  /// What is wrong with a device, what is found of it, and a part of what is said.
  private static let faults:
    [(change: @Sendable ([String]) -> [String], subject: String, words: String)] = [
      (
        { atRest($0) + ["A: mount_matrix=1, 0, 0; 0, 1, 0; 0, 0, 0\\n"] }, "mounting",
        "ACCEL_MOUNT_MATRIX"
      ),
      ({ values(51, $0) }, "readings", "gravity"),
      ({ $0.filter { !$0.contains("in_accel") } }, "driver", "mockaccel"),
    ]

  @Test(
    "an invalid mount matrix, readings that are not gravity, and no accelerometer are wrong",
    arguments: faults.indices)
  func wrong(_ index: Int) throws {
    let fault = Self.faults[index]
    let (status, findings) = try diagnosis(bus: try PrivateBus(), changed: fault.change)
    #expect(status == 1)
    let finding = try #require(findings[fault.subject])
    #expect(finding.verdict == "wrong")
    #expect((finding.text + (finding.remedy ?? "")).contains(fault.words), "\(finding)")
    #expect(fault.subject != "driver" || findings["permissions"] == nil)
  }

  @Test("an accelerometer in the base is a note: the screen does not turn by it")
  func base() throws {
    let (_, findings) = try diagnosis(bus: try PrivateBus()) {
      Self.atRest($0) + ["E: ACCEL_LOCATION=base"]
    }
    #expect(findings["place"]?.verdict == "note")
    #expect(findings["place"]?.text.contains("the screen does not turn") == true)
    let (_, unknown) = try diagnosis(bus: try PrivateBus(), changed: Self.atRest)
    #expect(unknown["place"] == nil)
  }

  /// A DualSense's motion sensors beside what `lines` describe; `keys` as sysfs shows them.
  private static func withController(_ lines: [String], keys: String = "0") -> [String] {
    lines + [
      "", "P: /devices/virtual/input/input5", "E: SUBSYSTEM=input", "A: name=DualSense Sensors\\n",
      "A: uniq=aa:bb\\n", "A: properties=40\\n", "A: id/vendor=054c\\n", "A: id/product=0ce6\\n",
      "A: capabilities/abs=3f\\n", "A: capabilities/key=\(keys)\\n", "A: capabilities/msc=20\\n",
      "", "P: /devices/virtual/input/input5/event7", "N: input/event7",
      "E: DEVNAME=/dev/input/event7", "E: SUBSYSTEM=input", "L: device=../../input5",
    ]
  }

  @Test("a controller is named, beside an accelerometer and alone; a node of files cannot be asked")
  func controller() throws {
    let (_, beside) = try diagnosis(bus: try PrivateBus()) { Self.withController(Self.atRest($0)) }
    #expect(beside["driver"]?.verdict == "fine")
    #expect(beside["input"]?.verdict == "note")
    #expect(beside["input"]?.text.contains("DualSense Sensors (event7)") == true)
    let (_, alone) = try diagnosis(bus: try PrivateBus()) { lines in
      Self.withController(lines.filter { !$0.contains("in_accel") })
    }
    #expect(alone["driver"]?.verdict == "wrong")
    #expect(alone["input"]?.verdict == "note")
    // One with keys is no fault of the machine.
    let (_, useless) = try diagnosis(bus: try PrivateBus()) {
      Self.withController(Self.atRest($0), keys: "1")
    }
    #expect(useless["input"]?.text.contains("cannot be used: it has keys") == true)
    #expect(useless["input access"] == nil)
  }

  @Test("a buffer that is on without a reader is wrong", .enabled(if: geteuid() == 0))
  func leftOn() throws {
    // Another accelerometer has a reader: a pipe of the same name, in a /dev of its own. Where root
    // may not mount, there is none.
    let other = try RunningCommand(
      "/usr/bin/unshare",
      [
        "--mount", "--propagation", "private", "sh", "-euc",
        """
        mount -t tmpfs none /dev; mkfifo /dev/iio:device0
        exec 3<> /dev/iio:device0; echo open; read -r end
        """,
      ])
    _ = other.nextLine()
    defer { try? other.closeInput() }
    let (_, findings) = try diagnosis(bus: try PrivateBus()) { lines in
      Self.atRest(lines).map { $0 == "A: buffer/enable=0\\n" ? "A: buffer/enable=1\\n" : $0 }
    }
    #expect(findings["reader"]?.verdict == "wrong")
    #expect(
      findings["reader"]?.remedy?.contains("buffer/enable") == true,
      "\(String(describing: findings["reader"]))")
  }

  @Test("a reader is named, also one that knows the device by another name, as in a container")
  func otherName() throws {
    // A terminal is a device that nobody else has open: the accelerometer gets its number.
    var (keyboard, terminal) = (Int32(-1), Int32(-1))
    try #require(openpty(&keyboard, &terminal, nil, nil, nil) == 0)
    defer { [keyboard, terminal].forEach { close($0) } }
    for each in [keyboard, terminal] { _ = fcntl(each, F_SETFD, FD_CLOEXEC) }
    var status = stat()
    try #require(fstat(terminal, &status) == 0)
    let number = status.st_rdev
    let (major, minor) = (number >> 8 & 0xFFF, number & 0xFF | number >> 12 & 0xFFF00)
    let (_, findings) = try diagnosis(bus: try PrivateBus(), node: "/dev/zero") {
      Self.atRest($0) + ["A: dev=\(major):\(minor)\\n"]
    }
    #expect(findings["reader"]?.verdict == "wrong")
    #expect(findings["reader"]?.text.contains("(process \(getpid()))") == true, "\(findings)")
  }
}

/// The words about input devices.
@Suite(.waits) struct InputCheckTests {
  @Test("a controller is read when motiond is told to, a drive guard by itself")
  func words() {
    var info = AccelerometerInfo(id: "event7", name: "DualSense Sensors")
    (info.subsystem, info.address) = (.input, "aa:bb")
    let check = InputCheck(bus: .system, isBesideIIO: false)
    #expect(check.findings([info]).map(\.verdict) == [.note, .fine])
    #expect(check.findings([info]).first?.remedy == "motiond --source input:aa:bb")
    info.isDriveGuard = true
    #expect(check.findings([info]).map(\.verdict) == [.fine, .fine])
    let beside = InputCheck(bus: .system, isBesideIIO: true)
    #expect(beside.findings([info]).first?.verdict == .note)
    (info.problem, info.isPermissionProblem) = ("cannot open it: Permission denied", true)
    #expect(beside.findings([info]).last?.text.contains("may not read /dev/input/event7") == true)
  }
}
