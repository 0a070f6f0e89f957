// SPDX-License-Identifier: Apache-2.0

import Commands
import Glibc
import LinuxSupport
import MotionBus
import MotionCore
import MotionSensors

/// Checks the accelerometer: from its driver to its mount matrix.
struct SensorCheck {
  /// The bus of a motiond that may be reading it.
  let bus: BusAddress
  private let devices = "/sys/bus/iio/devices"

  /// Checks everything.
  ///
  /// - Parameter signals: the signals that end the wait for a reading
  /// - Returns: the findings, in the order from the kernel to the readings
  func findings(_ signals: borrowing StopSignals) -> [Finding] {
    let all: [AccelerometerInfo]
    do {
      // The acceleration is read later, through motiond if that is the reader.
      IIOLibrary.guardStandardError()
      all = try AccelerometerChoice.accelerometers()
    } catch {
      guard Folder.names(in: devices) != nil else { return [noKernelSupport] }
      return [.wrong("driver", "\(error)", "ls -l \(devices)")]
    }
    let inputs = all.filter { $0.subsystem == .input }
    let input = InputCheck(bus: bus, isBesideIIO: all.count > inputs.count).findings(inputs)
    let sensors = all.filter { $0.subsystem == .iio }
    guard let info = sensors.first else {
      // A drive guard is an accelerometer too.
      return (inputs.contains(where: \.isDriveGuard) ? [] : [missing]) + input
    }
    return [driver(of: info, beside: sensors.dropFirst())]
      + (info.problem.map { [problem($0, of: info)] } ?? [])
      + [permissions(of: info), holder(of: info), sampling(of: info)]
      + [readings(of: info, signals), mounting(of: info), place(of: info)].compactMap { $0 } + input
  }

  // MARK: Driver

  private var noKernelSupport: Finding {
    .wrong(
      "driver", "this kernel shows no sensors: \(devices) does not exist",
      "sudo modprobe industrialio   # and the driver of the accelerometer")
  }

  private var missing: Finding {
    guard let names = Folder.names(in: devices) else { return noKernelSupport }
    let others = names.filter { $0.hasPrefix("iio:device") }.map { id in
      Machine.line(of: "\(devices)/\(id)/name") ?? id
    }
    let beside = others.isEmpty ? "" : "; other sensors: \(others.joined(separator: ", "))"
    return .wrong(
      "driver", "no driver has an accelerometer\(beside)",
      "sudo dmesg | grep -i -e accel -e iio   # is it in the device tree, or in ACPI?")
  }

  private func driver(
    of info: AccelerometerInfo, beside others: ArraySlice<AccelerometerInfo>
  ) -> Finding {
    let driver = Machine.target(of: "\(devices)/\(info.id)/device/driver")?
      .split(separator: "/").last
    let also = others.map { $0.name ?? $0.id }.joined(separator: ", ")
    return .fine(
      "driver",
      "\(info.name ?? info.id) (\(info.id))\(driver.map { ", by \($0)" } ?? "")"
        + (also.isEmpty ? "" : "; not chosen: \(also)"))
  }

  private func problem(_ problem: String, of info: AccelerometerInfo) -> Finding {
    .wrong("device", problem, "motionctl list")
  }

  // MARK: Permissions

  private func permissions(of info: AccelerometerInfo) -> Finding {
    let node = "/dev/\(info.id)"
    guard let rights = Machine.rights(of: node) else {
      return .wrong(
        "permissions", "\(node) does not exist", "sudo udevadm trigger --subsystem-match=iio")
    }
    let rule = Machine.rule("70-motiond.rules")
    let mayOpen = access(node, R_OK | W_OK) == 0
    guard let group = Machine.group("motiond") else {
      let text = "\(node) is \(rights.text); the service is not installed"
      return mayOpen
        ? .note("permissions", "\(text), this user may read it")
        : .wrong("permissions", "\(text), and this user may not read it", "sudo make install")
    }
    let enable = Machine.rights(of: "\(devices)/\(info.id)/buffer/enable")
    guard rights.admits(group: group), enable?.admits(group: group) ?? true else {
      let text = "\(node) is \(rights.text), and the service may not read it"
      guard rule != nil else {
        return .wrong("permissions", "\(text): the udev rule is missing", "sudo make install")
      }
      return .wrong(
        "permissions", "\(text): the udev rule was not applied",
        "sudo udevadm control --reload; sudo udevadm trigger --subsystem-match=iio")
    }
    return .fine("permissions", "the service may read \(node) (\(rights.text))")
  }

  private func holder(of info: AccelerometerInfo) -> Finding {
    let holders = Machine.holders(of: "/dev/\(info.id)")
    let others = holders.filter { $0.name != "motiond" }
    if let other = others.first {
      return .wrong(
        "reader", "\(other.name) (process \(other.process)) reads it: only one program can",
        other.name.hasPrefix("iio-sensor-p")
          ? "sudo systemctl mask --now iio-sensor-proxy" : "kill \(other.process)")
    }
    if !holders.isEmpty { return .fine("reader", "motiond reads it now") }
    guard Machine.line(of: "\(devices)/\(info.id)/buffer/enable") == "1" else {
      return .fine("reader", "no program reads it now")
    }
    if (try? MotionDaemon(bus).status())??.isClaimed == true {
      return .fine("reader", "its buffer is on, and motiond has claims")
    }
    return geteuid() == 0
      ? .wrong(
        "reader", "its buffer is on without a reader: a program has left it on",
        "echo 0 | sudo tee \(devices)/\(info.id)/buffer/enable")
      : .unseen("reader", "its buffer is on; only root can see the reader", "sudo motionctl doctor")
  }

  // MARK: Readings

  private func sampling(of info: AccelerometerInfo) -> Finding {
    guard let way = info.sampling else {
      return .wrong(
        "sampling", "it can neither be streamed nor read value by value", "motionctl list")
    }
    let rate = info.rate.map { "\(MotionOption.text($0)) Hz" } ?? "rate unknown"
    let fastest = info.highestRate ?? info.rate
    if let fastest, let obstacle = MotionRegistry[.shake]?.obstacle(at: fastest) {
      return .wrong("sampling", "\(obstacle)", "motionctl list   # shows the rates it has")
    }
    guard way == .poll else { return .fine("sampling", "\(way), \(rate)") }
    return .note(
      "sampling", "\(way), \(rate): that costs more, as no trigger fills its buffer",
      "sudo modprobe iio-trig-hrtimer")
  }

  private func readings(
    of info: AccelerometerInfo, _ signals: borrowing StopSignals
  ) -> Finding? {
    guard info.problem == nil else { return nil }
    var info = info
    if let shared = SharedAccelerometer(info, on: bus) {
      info.magnitude = shared.magnitude(signals)
    }
    guard let magnitude = info.magnitude else {
      return .unseen(
        "readings", "none: this user may not read it, or another program does",
        "sudo motionctl doctor")
    }
    let text = "|a| is \(magnitude.text(decimals: 2)) m/s²"
    if magnitude == 0 {
      return .wrong(
        "readings", "\(text): the sensor sends only zeros", "sudo dmesg | tail")
    }
    return info.isPlausible == true
      ? .fine("readings", "\(text), as at rest")
      : .wrong(
        "readings", "\(text), which is not gravity (9.81): it moves, or its scale is wrong",
        "motionctl doctor   # again, with the device at rest")
  }

  private func place(of info: AccelerometerInfo) -> Finding? {
    switch info.place {
    case .unknown: nil
    case .display: .fine("place", "with the display")
    case .base:
      .note(
        "place",
        "in the base, with the keyboard: shakes are recognized, and the screen does not turn",
        "motionctl list   # if it is in the display, ACCEL_LOCATION of udev's database is wrong")
    }
  }

  private func mounting(of info: AccelerometerInfo) -> Finding? {
    if let problem = info.mountProblem {
      // udev's matrix goes before the device's, so this mends both.
      return .wrong(
        "mounting", problem,
        """
        printf 'sensor:modalias:*\\n ACCEL_MOUNT_MATRIX=1, 0, 0; 0, 1, 0; 0, 0, 1\\n' | sudo tee \
        /etc/udev/hwdb.d/61-sensor-local.hwdb && sudo systemd-hwdb update && sudo udevadm trigger \
        --subsystem-match=iio   # with the matrix of this device
        """)
    }
    guard let matrix = info.mountMatrix else { return nil }
    switch info.mountMatrixSource {
    case .assumed, nil:
      return .note(
        "mounting", "no mount matrix: axes are the sensor's; shakes need none, orientation does")
    case .udev: return .fine("mounting", "\(matrix), from udev")
    case .device: return .fine("mounting", "\(matrix), from the device")
    case .channel: return .fine("mounting", "\(matrix), from a channel")
    case .option: return .fine("mounting", "\(matrix), as given")
    }
  }
}
