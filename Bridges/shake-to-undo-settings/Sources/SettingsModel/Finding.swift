// SPDX-License-Identifier: Apache-2.0

/// Something that does not work here, from a line `no : NAME: TEXT` of `shake-to-undo doctor`.
package enum Finding: Hashable, Sendable {
  /// No agent runs in the session.
  case agent
  /// motiond does not run, or has no accelerometer.
  case motiond
  /// Programs do not show what has the focus.
  case accessibility
  /// No key can be sent, unless the portal is allowed to.
  case keys
  /// A tap on dunst's or mako's card answers nothing.
  case taps(Server)
  /// Questions are not shown, for the reason that the doctor gives.
  case questions(String)

  /// A server of notifications that closes a question at a tap, and the line that changes that.
  package enum Server: String, CaseIterable, Hashable, Sendable {
    case dunst, mako

    /// The line of its file of settings.
    package var line: String {
      self == .dunst ? "mouse_left_click=do_action" : "on-touch=invoke-default-action"
    }
    var file: String { self == .dunst ? "~/.config/dunst/dunstrc" : "~/.config/mako/config" }
  }

  /// The findings in what the doctor printed, in its order.
  ///
  /// It leaves out a line that the window has no words for: the doctor itself shows it. Keys are
  /// missing only if no way to send them works.
  package static func all(in text: String) -> [Finding] {
    var (found, keysWork): ([Finding], Bool) = ([], false)
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 2).map { $0.drop { $0 == " " } }
      guard parts.count == 3 else { continue }
      let isFine = parts[0].hasPrefix("yes")
      guard isFine || parts[0].hasPrefix("no") else { continue }
      if isFine {
        keysWork = keysWork || parts[1].hasPrefix("keys")
      } else if let finding = Finding(String(parts[1]), String(parts[2])),
        !found.contains(finding)
      {
        found.append(finding)
      }
    }
    return found.filter { $0 != .keys || !keysWork }
  }

  private init?(_ name: String, _ text: String) {
    switch name.split(separator: ",").first {
    // One that is off or paused runs: the window shows that elsewhere.
    case "agent" where text.hasPrefix("none"): self = .agent
    case "motiond": self = .motiond
    case "accessibility": self = .accessibility
    case "keys": self = .keys
    case "questions":
      let server = Server.allCases.first { text.hasPrefix("\($0.rawValue) shows no buttons") }
      self = server.map { .taps($0) } ?? .questions(text)
    default: return nil
    }
  }

  /// The command that mends it; nil where a person has to.
  var command: [String]? {
    switch self {
    case .agent: ["systemctl", "--user", "start", "app-org.motiond.ShakeToUndo.service"]
    case .accessibility:
      ["gsettings", "set", "org.gnome.desktop.interface", "toolkit-accessibility", "true"]
    case .keys: ["shake-to-undo", "doctor", "--allow-keys"]
    case .motiond, .taps, .questions: nil
    }
  }
}
