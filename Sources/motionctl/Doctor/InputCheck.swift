// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionBus
import MotionSensors

/// Checks the accelerometers that are input devices: whether motiond takes them, and may.
struct InputCheck {
  /// The bus of the motiond that would read them.
  let bus: BusAddress
  /// A Boolean value that indicates whether there is an accelerometer of IIO, which is taken first.
  let isBesideIIO: Bool

  private static let rule = "72-motiond-input.rules"
  private static let sessionRule = "72-motiond-session.rules"

  /// The findings about `all`: two for each that could be used.
  func findings(_ all: [AccelerometerInfo]) -> [Finding] {
    all.flatMap { info -> [Finding] in
      guard let problem = info.problem, !info.isPermissionProblem else {
        return [presence(of: info), permission(of: info)]
      }
      return [
        .note(
          "input", "\(info.name ?? info.id) (\(info.id)) is here, and cannot be used: \(problem)")
      ]
    }
  }

  private func presence(of info: AccelerometerInfo) -> Finding {
    let name = "\(info.name ?? info.id) (\(info.id))"
    guard isBesideIIO || !info.isDriveGuard else {
      return .fine("input", "\(name), a drive guard, which motiond reads")
    }
    return .note(
      "input", "\(name) is here, and motiond reads it only if it is told to",
      "motiond --source input:\(info.address ?? info.id)")
  }

  private func permission(of info: AccelerometerInfo) -> Finding {
    let node = "/dev/input/\(info.id)"
    guard info.problem != nil else {
      return .fine("input access", "this user may read \(node)")
    }
    let name = info.name ?? info.id
    if bus == .session {
      let example = Machine.first(
        of: ["/usr", "/usr/local"].map { "\($0)/share/motiond/\(Self.sessionRule)" })
      return missing(
        Self.sessionRule, "\(name) is here, and this user may not read \(node)",
        "sudo cp \(example ?? "Packaging/\(Self.sessionRule)") /etc/udev/rules.d/")
    }
    return missing(
      Self.rule, "\(name) is here, and this user may not read \(node)", "sudo make install")
  }

  /// What keeps a node from being read: a rule that is missing, or was not applied.
  private func missing(_ rule: String, _ text: String, _ install: String) -> Finding {
    let apply = "sudo udevadm control --reload; sudo udevadm trigger --subsystem-match=input"
    guard Machine.rule(rule) != nil else {
      return .wrong("input access", "\(text): the rule \(rule) is missing", "\(install); \(apply)")
    }
    // The rule of the service is for the service alone.
    return rule == Self.rule
      ? .note("input access", "\(text); the service may, by \(rule)", "sudo motionctl doctor")
      : .wrong("input access", "\(text): the rule \(rule) was not applied", apply)
  }
}
