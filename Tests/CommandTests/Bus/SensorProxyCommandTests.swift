import BusTestSupport
import Foundation
import MotionBus
import Testing

@testable import MotionIIO

/// motiond in the place of iio-sensor-proxy, as the proxy's own client and gdbus see it, and beside
/// the real proxy.
@Suite(.enabled(if: PrivateBus.isInstalled)) struct SensorProxyCommandTests {
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

  /// The lines of a recording of `poses`, each held for 2 s.
  private static func recording(of poses: [SIMD3<Double>]) -> String {
    var lines = "timestamp_ns,x,y,z\n"
    for index in 0..<poses.count * 100 {
      let pose = poses[index / 100]
      lines += "\(index * 20_000_000),\(pose.x),\(pose.y),\(pose.z)\n"
    }
    return lines
  }

  @Test(
    "monitor-sensor prints the turns of a recording",
    .enabled(if: RealProxy.isInstalled, RealProxy.missing))
  func monitor() throws {
    let daemon = try BusDaemon(["--sensor-proxy"])
    let monitor = try monitorSensor(daemon.bus)
    let first = monitor.lines(upTo: "===")
    #expect(first.contains("+++ iio-sensor-proxy appeared"))
    #expect(first.last?.hasPrefix("=== Has accelerometer (orientation: undefined") == true)
    let turn = RunningCommand.packageRoot.appending(path: "samples/turn.csv")
    try daemon.command.write(try String(contentsOf: turn, encoding: .utf8))
    #expect(orientations(3, of: monitor) == ["bottom-up", "left-up", "bottom-up"])
    let status = try RunningCommand.run(
      "motionctl", "status", "--bus", "session", environment: daemon.environment)
    #expect(status.output.contains("sensor proxy   serving"))
    #expect(
      status.output.contains { $0.hasPrefix("  1. the screen's orientation (monitor-sensor,") },
      "\(status.output)")
    _ = try daemon.finish()
    #expect(monitor.lines(upTo: "vanished").last?.contains("vanished") == true)
    monitor.send(SIGKILL)
  }

  @Test(
    "gdbus sees all properties of the proxy",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gdbus"),
      "gdbus is missing: apt-get install libglib2.0-bin"))
  func gdbus() throws {
    let daemon = try BusDaemon(["--sensor-proxy"])
    let result = try RunningCommand.run(
      "/usr/bin/gdbus", "call", "--system", "--dest", "net.hadess.SensorProxy", "--object-path",
      "/net/hadess/SensorProxy", "--method", "org.freedesktop.DBus.Properties.GetAll",
      "net.hadess.SensorProxy", environment: ["DBUS_SYSTEM_BUS_ADDRESS": daemon.bus.address])
    #expect(
      result.output == [
        "({'HasAccelerometer': <true>, 'AccelerometerOrientation': <'undefined'>, "
          + "'AccelerometerTilt': <'undefined'>, 'HasAmbientLight': <false>, "
          + "'LightLevelUnit': <'lux'>, 'LightLevel': <0.0>, 'HasProximity': <false>, "
          + "'ProximityNear': <false>},)"
      ], "\(result.errors)")
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
    let daemon = try BusDaemon(["--sensor-proxy"])
    let ours = try monitorSensor(daemon.bus)
    _ = ours.lines(upTo: "===")
    try daemon.command.write(Self.recording(of: Self.poses.map { mount.applied(to: $0) }))
    for pose in Self.poses {
      try proxy.hold(pose)
      let (their, our) = (orientations(1, of: theirs), orientations(1, of: ours))
      #expect(their == our, "\(pose)")
      #expect(their.count == 1, "\(pose)")
    }
    for monitor in [theirs, ours] { monitor.send(SIGKILL) }
    proxy.end()
    #expect(try daemon.finish().status == 0)
  }

  @Test(
    "motiond waits for the real proxy's name, and says so once; a proxy that comes later ends",
    .enabled(if: RealProxy.isRunnable, RealProxy.missing))
  func besideTheProxy() throws {
    let bus = try PrivateBus()
    let proxy = try RealProxy(bus)
    let client = try MotionDaemon(.address(bus.address))
    while try !client.has("net.hadess.SensorProxy") { sched_yield() }
    let motiond = try RunningCommand(
      "motiond", ["--bus", "session", "--source", "-", "--sensor-proxy"], through: "2>&1",
      environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
    #expect(motiond.lines(upTo: "net.hadess").last?.contains("motiond serves it once") == true)
    proxy.end()
    #expect(
      motiond.lines(upTo: "net.hadess").last?.contains("serves net.hadess.SensorProxy in") == true)
    let monitor = try monitorSensor(bus)
    _ = monitor.lines(upTo: "===")
    // Release 3.0 cannot ask for the name: it ends where it does not get it.
    let second = try RealProxy(bus)
    #expect(second.wait() == 0)
    try motiond.write(Self.recording(of: Self.poses))
    #expect(orientations(4, of: monitor) == ["bottom-up", "left-up", "normal", "right-up"])
    monitor.send(SIGKILL)
    motiond.send(SIGTERM)
    #expect(motiond.lines().allSatisfy { !$0.contains("net.hadess") })
    #expect(try motiond.finish().status == 0)
  }

  @Test("a reload serves the interface, or stops that")
  func reload() throws {
    let daemon = try BusDaemon(options: "")
    let client = try MotionDaemon(.address(daemon.bus.address))
    #expect(try !client.has("net.hadess.SensorProxy"))
    try daemon.reload("--sensor-proxy")
    #expect(daemon.command.lines(upTo: "serves net.hadess").last?.contains("serves") == true)
    #expect(try client.has("net.hadess.SensorProxy"))
    try daemon.reload("")
    while try client.has("net.hadess.SensorProxy"), daemon.command.isRunning { sched_yield() }
    #expect(try daemon.finish().status == 0)
  }

  @Test("without a bus there is no client to serve")
  func noBus() throws {
    let result = try RunningCommand.run("motiond", "--bus", "none", "--sensor-proxy")
    #expect(result.status == 64)
    #expect(result.errors.contains("leave --bus none out"))
  }

  @Test("the doctor tells who has the name, and the command that helps")
  func doctor() throws {
    func neighbors(_ daemon: BusDaemon) throws -> String {
      let lines = try RunningCommand.run(
        "motionctl", "doctor", "--bus", "session", environment: daemon.environment
      ).output
      let index = try #require(lines.firstIndex { $0.contains("neighbors") })
      return lines[index...].prefix(2).joined(separator: "\n")
    }
    #expect(
      try neighbors(try BusDaemon(["--sensor-proxy"]))
        .contains("motiond serves net.hadess.SensorProxy"))
    #expect(try neighbors(try BusDaemon()).contains("no other service"))
    let refused = try BusDaemon(
      ["--sensor-proxy"],
      policy: PrivateBus.openPolicy
        + "<policy context=\"default\"><deny own=\"net.hadess.SensorProxy\"/></policy>")
    #expect(refused.command.lines(upTo: "cannot own").last?.contains("org.motiond") == true)
    let advice = try neighbors(refused)
    #expect(advice.contains("!!"))
    #expect(advice.contains("sudo ln -s"))
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
        "echo \"$UMOCKDEV_DIR\"; exec timeout 50 \(Self.path ?? "")",
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
