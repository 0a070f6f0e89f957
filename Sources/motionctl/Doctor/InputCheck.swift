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
          "input", "\(info.title) is here, and cannot be used: \(problem)")
      ]
    }
  }

  private func presence(of info: AccelerometerInfo) -> Finding {
    guard isBesideIIO || !info.isDriveGuard else {
      return .fine("input", "\(info.title), a drive guard, which motiond reads")
    }
    return .note(
      "input", "\(info.title) is here, and motiond reads it only if you tell it to",
      "motiond --source input:\(info.address ?? info.id)")
  }

  private func permission(of info: AccelerometerInfo) -> Finding {
    let subject = "input access"
    let node = "/dev/input/\(info.id)"
    guard info.problem != nil else { return .fine(subject, "this user may read \(node)") }
    let text = "\(info.name ?? info.id) is here, and this user may not read \(node)"
    // The rule of the service is for the service alone.
    let isForUser = bus == .session
    let rule = isForUser ? Self.sessionRule : Self.rule
    let apply = "sudo udevadm control --reload; sudo udevadm trigger \(node)"
    guard Machine.rule(rule) != nil else {
      let install = isForUser ? "sudo cp \(Self.example) /etc/udev/rules.d/" : "sudo make install"
      return .wrong(subject, "\(text): the rule \(rule) is missing", "\(install); \(apply)")
    }
    return isForUser
      ? .wrong(subject, "\(text): the rule \(rule) was not applied", apply)
      : .note(subject, "\(text); the service may, by \(rule)", "sudo motionctl doctor")
  }

  /// The rule for the user at the seat, as it is installed, or else in the source.
  private static var example: String {
    Machine.first(of: ["/usr", "/usr/local"].map { "\($0)/share/motiond/\(sessionRule)" })
      ?? "Packaging/data/udev/\(sessionRule)"
  }
}
