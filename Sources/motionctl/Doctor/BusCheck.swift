// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionBus
import MotionCore

/// Checks the service: from the bus to the claims.
struct BusCheck {
  /// The bus where motiond is, or should be.
  let bus: BusAddress

  /// The note for a user whose claims do not wake the accelerometer.
  static let limited =
    "claims of this user do not wake the accelerometer: the user has no active session, and no "
    + "rule names the user"

  private static let systemd = "org.freedesktop.systemd1"

  /// The findings, in the order from the bus to the programs.
  var findings: [Finding] {
    let daemon: MotionDaemon
    do { daemon = try MotionDaemon(bus) } catch {
      let remedy =
        bus == .system ? "sudo systemctl start dbus" : "motionctl doctor --bus system"
      return [.wrong("bus", "\(error)", remedy)]
    }
    do throws(BusError) {
      let isRunning = try daemon.has(Motion1.name)
      let service = try service(daemon, isRunning: isRunning)
      var findings = [.fine("bus", "the \(bus) is there")] + policy + [service]
      if bus == .system { findings.append(authorization(daemon)) }
      if isRunning { findings += try claims(daemon) }
      findings.append(try neighbors(daemon))
      return findings
    } catch {
      return [.wrong("bus", "\(error)", "systemctl status dbus")]
    }
  }

  /// The option of commands for this bus.
  private var option: String { bus == .session ? " --bus session" : "" }

  private var policy: [Finding] {
    guard bus == .system else { return [] }
    let file = Machine.first(
      of: ["/etc", "/usr/local/share", "/usr/share"].map {
        "\($0)/dbus-1/system.d/org.motiond.Motion1.conf"
      })
    return [
      file.map { .fine("policy", $0) }
        ?? .wrong(
          "policy", "the bus has no policy that lets motiond own its name", "sudo make install")
    ]
  }

  private func service(
    _ daemon: MotionDaemon, isRunning: Bool
  ) throws(BusError) -> Finding {
    if isRunning { return .fine("service", "motiond runs") }
    let unit = "/org/freedesktop/systemd1/unit/motiond_2eservice"
    func property(_ interface: String, _ name: String) -> String? {
      guard bus == .system,
        case .string(let value)? =
          (try? daemon.ask(
            Self.systemd, unit, "org.freedesktop.DBus.Properties", "Get",
            [.string("\(Self.systemd).\(interface)"), .string(name)]))?.first
      else { return nil }
      return value
    }
    if property("Unit", "ActiveState") == "failed" {
      let result = property("Service", "Result") ?? "unknown"
      return .wrong(
        "service", "motiond failed (\(result))",
        result == "start-limit-hit"
          ? "sudo systemctl reset-failed motiond; journalctl -u motiond -n 20"
          : "journalctl -u motiond -n 20")
    }
    if property("Unit", "LoadState") == "masked" {
      return .wrong("service", "motiond.service is masked", "sudo systemctl unmask motiond")
    }
    return try daemon.canStart(Motion1.name)
      ? .note("service", "motiond does not run; the bus starts it for the first claim")
      : .wrong(
        "service", "motiond does not run, and the bus cannot start it",
        bus == .system ? "sudo make install" : "motiond --bus session &")
  }

  /// Asks polkit if this user may do `action`.
  private func may(_ action: String, _ daemon: MotionDaemon) throws(BusError) -> Bool {
    let answer = try daemon.ask(
      Polkit.name, Polkit.path, Polkit.interface, Polkit.check,
      Polkit.question(about: try daemon.uniqueName(), action), startingIt: true)
    guard case .structure(let members)? = answer.first else { return false }
    return members.first == .bool(true)
  }

  private func authorization(_ daemon: MotionDaemon) -> Finding {
    guard geteuid() != 0 else {
      return .fine("polkit", "root may record and simulate without it")
    }
    let action = Motion1.openingSamples
    do throws(BusError) {
      guard try may("org.motiond.motion1.claim", daemon) else {
        return .wrong(
          "polkit",
          Self.limited,
          "sudoedit /etc/polkit-1/rules.d/50-motiond.rules   # as org.motiond.motion1.policy shows")
      }
      if try may(action, daemon) { return .fine("polkit", "this user may record and simulate") }
      return .note(
        "polkit",
        "this user may claim motions, but not record or simulate: root may, and the user at the "
          + "machine's seat", "loginctl session-status")
    } catch {
      return .wrong(
        "polkit", "it does not answer about \(action): \(error)",
        "sudo systemctl restart polkit; pkaction --action-id \(action)")
    }
  }

  private func claims(_ daemon: MotionDaemon) throws(BusError) -> [Finding] {
    guard let status = try daemon.status() else { return [] }
    // Older versions of motiond have no status.
    let known = DaemonStatus((try? daemon.fullStatus()) ?? [:])
    var options: [Finding] = []
    if let words = known.options, let file = known.optionsFile, !file.isEmpty {
      options = [.fine("options", "\(words.isEmpty ? "none" : words), from \(file)")]
    }
    return options + [
      source(of: status.device, known),
      status.isClaimed
        ? .fine("claims", "programs have claimed motions")
        : .note(
          "claims", "no program has claimed a motion", "motionctl monitor\(option)   # and shake"),
    ]
  }

  /// The accelerometer that motiond reads, and its warning for users.
  private func source(of device: String?, _ known: DaemonStatus) -> Finding {
    // A pipe is shown by the name of the source, and a warning of it means that no readings come.
    let isPipe = known.source.map { $0 == device } ?? false
    return switch (device, known.warning) {
    case (let device?, nil): .fine("daemon", "it has the accelerometer \(device)")
    case (let device?, let warning?) where !isPipe:
      .note("daemon", "it has the accelerometer \(device): \(warning)")
    case (_, let warning?): .wrong("daemon", warning, "motionctl status\(option)")
    case (nil, nil): .wrong("daemon", "it has no accelerometer", "motionctl list")
    }
  }

  /// The name that desktops ask for the orientation of the screen.
  private static let sensorProxy = "net.hadess.SensorProxy"

  private func neighbors(_ daemon: MotionDaemon) throws(BusError) -> Finding {
    let name = Self.sensorProxy
    // A kernel keeps 15 letters of a name.
    func isOurs(_ client: String) -> Bool {
      daemon.process(of: client).flatMap { Machine.line(of: "/proc/\($0)/comm") }?
        .hasPrefix("motiond-sensor-") == true
    }
    guard let owner = try daemon.owner(of: name) else {
      guard try daemon.names().contains(where: { $0.hasPrefix(":") && isOurs($0) }) else {
        return .fine("neighbors", "no other service takes the accelerometer")
      }
      return .wrong(
        "neighbors",
        "motiond-sensor-proxy runs without the name \(name), which the bus refuses it: no desktop "
          + "turns its screen",
        bus == .system
          ? "sudo systemctl reload dbus   # it asks again then; journalctl -u motiond-sensor-proxy"
          : "busctl --user call org.freedesktop.DBus / org.freedesktop.DBus ReloadConfig")
    }
    guard !isOurs(owner) else {
      return .fine("neighbors", "motiond-sensor-proxy serves \(name) from motiond's readings")
    }
    return .note(
      "neighbors",
      "iio-sensor-proxy runs: with most drivers only one of the two can have the accelerometer's "
        + "buffer, and motiond takes it while motions are claimed",
      "sudo systemctl mask --now iio-sensor-proxy   # motiond-sensor-proxy turns the screen then")
  }
}
