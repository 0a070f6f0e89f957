// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import Foundation
import MotionBus
import ProcessTestSupport
import TestSupport
import TestTraits
import Testing

@testable import MotionSensors

/// motiond in the place of iio-sensor-proxy, as the proxy's own client and gdbus see it, and beside
/// the real proxy.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct SensorProxyCommandTests {
  /// Poses of the device, in m/s² along its axes.
  private static let poses: [SIMD3<Double>] = [
    [0, 9.8, 0], [9.8, 0, 0], [0, -9.8, 0], [-9.8, 0, 0],
  ]

  /// A client of the proxy's, which prints each change.
  private func monitorSensor(_ bus: PrivateBus) throws -> RunningCommand {
    try RunningCommand(
      "/usr/bin/stdbuf", ["-oL", "monitor-sensor", "--accel"],
      environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
  }

  /// The next orientations that `monitor` prints, other than `undefined`, with which the proxy
  /// starts.
  private func orientations(_ count: Int, of monitor: RunningCommand) -> [String] {
    var words: [String] = []
    while words.count < count, let line = monitor.nextLine() {
      let parts = line.components(separatedBy: "orientation changed: ")
      if parts.count == 2, parts[1] != "undefined" { words.append(parts[1]) }
    }
    return words
  }

  /// Plays `poses` to `daemon`, each held for 2 s.
  ///
  /// motiond drops what comes before the bridge has its pipe: the first pose is held until it
  /// shows.
  private func play(_ poses: [SIMD3<Double>], to daemon: BusDaemon) throws {
    var time = 0
    func lines(_ pose: SIMD3<Double>?) -> String {
      let first = time
      time += 2_000_000_000
      return stride(from: first, to: time, by: 20_000_000).map {
        "\($0),\(pose?.x ?? 0),\(pose?.y ?? 0),\(pose?.z ?? 0)\n"
      }.joined()
    }
    try daemon.command.write("timestamp_ns,x,y,z\n")
    #expect(
      try settles {
        try daemon.command.write(lines(poses.first))
        return try property("AccelerometerOrientation", on: daemon.bus) != .string("undefined")
      })
    for pose in poses.dropFirst() { try daemon.command.write(lines(pose)) }
  }

  private func property(_ property: String, on bus: PrivateBus) throws -> BusValue? {
    let name = "net.hadess.SensorProxy"
    return try MotionDaemon(.address(bus.address)).ask(
      name, "/net/hadess/SensorProxy", "org.freedesktop.DBus.Properties", "Get",
      [.string(name), .string(property)]
    ).first
  }

  /// Starts the bridge on the bus at `address`.
  private func bridge(_ bus: PrivateBus) throws -> RunningCommand {
    try RunningCommand(
      "motiond-sensor-proxy", ["--bus", "session"], through: "2>&1", environment: bus.environment)
  }

  /// Starts the bridge, and waits until it serves the accelerometer of `daemon`.
  private func servingBridge(_ daemon: BusDaemon) throws -> RunningCommand {
    let bridge = try bridge(daemon.bus)
    #expect(bridge.lines(upTo: "net.hadess").last?.contains("serves") == true)
    #expect(try settles { try property("HasAccelerometer", on: daemon.bus) == .bool(true) })
    return bridge
  }

  @Test(
    "monitor-sensor prints the turns of a recording",
    .enabled(if: RealProxy.isInstalled, RealProxy.missing))
  func monitor() throws {
    let daemon = try BusDaemon()
    let bridge = try servingBridge(daemon)
    let monitor = try monitorSensor(daemon.bus)
    let first = monitor.lines(upTo: "===")
    #expect(first.contains("+++ iio-sensor-proxy appeared"))
    #expect(first.last?.hasPrefix("=== Has accelerometer (orientation: undefined") == true)
    try play([Self.poses[0], Self.poses[3], Self.poses[0]], to: daemon)
    #expect(orientations(3, of: monitor) == ["bottom-up", "right-up", "bottom-up"])
    bridge.send(SIGTERM)
    #expect(monitor.lines(upTo: "vanished").last?.contains("vanished") == true)
    monitor.send(SIGKILL)
    #expect(try daemon.finish().status == 0)
  }

  @Test(
    "the real proxy has the same words for the same poses, with the same mount matrix",
    .enabled(if: RealProxy.isRunnable, RealProxy.missing),
    arguments: ["1, 0, 0; 0, 1, 0; 0, 0, 1", "0, 1, 0; -1, 0, 0; 0, 0, 1"])
  func sameWords(matrix: String) throws {
    let mount = try #require(MountMatrix(matrix))
    let bus = try PrivateBus()
    let proxy = try RealProxy(bus, mounted: matrix)
    let theirs = try monitorSensor(bus)
    _ = theirs.lines(upTo: "===")
    let daemon = try BusDaemon()
    let bridge = try servingBridge(daemon)
    let ours = try monitorSensor(daemon.bus)
    _ = ours.lines(upTo: "===")
    try play(Self.poses.map { mount.applied(to: $0) }, to: daemon)
    for pose in Self.poses {
      try proxy.hold(pose)
      let (their, our) = (orientations(1, of: theirs), orientations(1, of: ours))
      #expect(their == our, "\(pose)")
      #expect(their.count == 1, "\(pose)")
    }
    for monitor in [theirs, ours, bridge] { monitor.send(SIGKILL) }
    proxy.end()
    #expect(try daemon.finish().status == 0)
  }

  @Test(
    "the bridge waits for the real proxy's name, and says so once; a proxy that comes later ends",
    .enabled(if: RealProxy.isRunnable, RealProxy.missing))
  func besideTheProxy() throws {
    let daemon = try BusDaemon()
    let proxy = try RealProxy(daemon.bus)
    let client = try MotionDaemon(.address(daemon.bus.address))
    #expect(try settles { try client.has("net.hadess.SensorProxy") })
    let bridge = try bridge(daemon.bus)
    #expect(bridge.lines(upTo: "net.hadess").last?.contains("serves it once") == true)
    proxy.end()
    #expect(
      bridge.lines(upTo: "net.hadess").last?.contains("serves net.hadess.SensorProxy in") == true)
    let monitor = try monitorSensor(daemon.bus)
    _ = monitor.lines(upTo: "===")
    // Release 3.0 cannot ask for the name: it ends where it does not get it.
    let second = try RealProxy(daemon.bus)
    #expect(second.wait() == 0)
    try play(Self.poses, to: daemon)
    #expect(orientations(4, of: monitor) == ["bottom-up", "left-up", "normal", "right-up"])
    for each in [monitor, bridge] { each.send(SIGKILL) }
    #expect(try daemon.finish().status == 0)
  }

  @Test("a name that the bus refuses: the log and doctor say what helps, and that it asks again")
  func refused() throws {
    let bus = try PrivateBus(
      policy: PrivateBus.openPolicy + """
        <policy context="mandatory"><deny own="net.hadess.SensorProxy"/></policy>
        """)
    let bridge = try bridge(bus)
    let said = bridge.lines(upTo: "net.hadess").last
    #expect(said?.contains("asks again in a moment") == true, "\(said ?? "nothing")")
    func neighbors() throws -> String? {
      try bus.motionctl(["doctor"]).output.first { $0.contains("neighbors") }
    }
    #expect(try neighbors()?.contains("runs without the name net.hadess.SensorProxy") == true)
    try bus.write(policy: PrivateBus.openPolicy)
    let name = "org.freedesktop.DBus"
    _ = try MotionDaemon(.address(bus.address)).ask(
      name, "/org/freedesktop/DBus", name, "ReloadConfig", [])
    _ = bridge.lines(upTo: "serves net.hadess.SensorProxy in")
    #expect(try neighbors()?.contains("motiond-sensor-proxy serves") == true)
    bridge.send(SIGKILL)
  }

  @Test("wrong usage, and a missing bus, have their statuses")
  func usage() throws {
    #expect(try RunningCommand.run("motiond-sensor-proxy", "--sensor").status == 64)
    let lost = try RunningCommand.run(
      "motiond-sensor-proxy", "--bus", "session",
      environment: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"])
    #expect(lost.status == 69)
    #expect(lost.errors.contains("cannot reach the session bus"))
  }
}

/// iio-sensor-proxy on an accelerometer made of files, whose values it polls.
private final class RealProxy {
  private let command: RunningCommand
  private let folder: URL
  private let description: URL

  private static let path = ["/usr/libexec/iio-sensor-proxy", "/usr/sbin/iio-sensor-proxy"]
    .first(where: FileManager.default.isExecutableFile)

  static var isInstalled: Bool { path != nil }
  static var isRunnable: Bool { isInstalled && MockedAccelerometer.umockdev != nil }
  static let missing: Comment =
    "iio-sensor-proxy or umockdev is missing: apt-get install iio-sensor-proxy umockdev"

  init(_ bus: PrivateBus, mounted matrix: String = "1, 0, 0; 0, 1, 0; 0, 0, 1") throws {
    description = FileManager.default.temporaryDirectory.appending(
      path: "\(UUID().uuidString).umockdev")
    let lines = [
      "P: /devices/mock/iio:device0", "N: iio:device0", "E: DEVNAME=/dev/iio:device0",
      "E: DEVTYPE=iio_device", "E: SUBSYSTEM=iio", "E: IIO_SENSOR_PROXY_TYPE=iio-poll-accel",
      "E: ACCEL_MOUNT_MATRIX=\(matrix)",
      "A: name=mock\\n", "A: in_accel_scale=0.001\\n", "A: in_accel_x_raw=0\\n",
      "A: in_accel_y_raw=0\\n", "A: in_accel_z_raw=9800\\n",
    ]
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: description)
    command = try RunningCommand(
      MockedAccelerometer.umockdev ?? "",
      [
        "-d", description.path, "--", "sh", "-c",
        "echo \"$UMOCKDEV_DIR\"; exec timeout 300 \(Self.path ?? "")",
      ], environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    folder = URL(filePath: command.nextLine() ?? "").appending(
      path: "sys/devices/mock/iio:device0")
  }

  deinit {
    end()
    try? FileManager.default.removeItem(at: description)
  }

  /// Has its accelerometer read `acceleration`, in m/s², from now on.
  ///
  /// The proxy may read between two of the values: on its way from one side to the next the device
  /// is between them.
  func hold(_ acceleration: SIMD3<Double>) throws {
    for (axis, value) in zip(
      ["z", "x", "y"], [acceleration.z, acceleration.x, acceleration.y])
    {
      try Data("\(Int((value * 1000).rounded()))\n".utf8).write(
        to: folder.appending(path: "in_accel_\(axis)_raw"))
    }
  }

  /// Ends it.
  func end() {
    command.send(SIGTERM)
    _ = wait()
  }

  /// Waits for its end; its exit status.
  func wait() -> Int32? {
    _ = command.lines()
    return try? command.finish().status
  }
}
