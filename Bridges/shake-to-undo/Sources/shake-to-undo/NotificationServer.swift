// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Glibc
import LinuxSupport
import MotionBus
import MotionCore

/// The server of notifications: what it is able to do, and how it differs from others.
struct NotificationServer: Hashable {
  var hasButtons = false
  var hasMarkup = false
  var kind = Kind.other
  /// True if a tap on a card is the answer that the card offers for a tap; false where the server
  /// closes a card for it.
  var takesTaps = true

  /// The servers that need something of their own.
  enum Kind: String {
    /// It shows buttons of urgent notifications at once, and leaves those there.
    case gnome = "gnome-shell"
    case dunst, mako
    /// It shows the default action as a button, unless that has no label.
    case xfce = "Xfce Notify Daemon"
    case plasma = "Plasma"
    case other
  }

  /// The hint at how a card is answered where a tap closes it.
  ///
  /// - Parameter redoes: true for a card whose answer redoes, false for one that undoes
  /// - Returns: a sentence; nil where a tap answers
  func clickHint(redoes: Bool) -> String? {
    let dunst = (setting: "mouse_left_click=do_action", file: "dunstrc")
    let mako = (setting: "on-touch=invoke-default-action", file: "mako/config")
    return switch kind {
    case _ where takesTaps: nil
    case .dunst: Texts.middleClick(redoes: redoes, setting: dunst.setting, file: dunst.file)
    case .mako: Texts.leftClick(redoes: redoes, setting: mako.setting, file: mako.file)
    case .gnome, .xfce, .plasma, .other: nil
    }
  }

  /// The words for `doctor`, and whether a finger can answer.
  var finding: (isFine: Bool, text: String) {
    let line =
      kind == .dunst
      ? "mouse_left_click=do_action in the section [global] of ~/.config/dunst/dunstrc"
      : "on-touch=invoke-default-action in ~/.config/mako/config"
    if !takesTaps {
      return (
        false,
        "\(kind.rawValue) shows no buttons, and closes the question at a tap; add \(line), and "
          + "restart it. Until then: the \(kind == .dunst ? "middle" : "left") button of a mouse, "
          + "or 'shake-to-undo answer undo' from a key binding"
      )
    }
    switch kind {
    case .dunst, .mako:
      return (true, "\(kind.rawValue) shows no buttons: a tap on the notification undoes")
    case .gnome, .xfce, .plasma, .other:
      return (
        true,
        hasButtons
          ? "the notification server shows buttons"
          : "the notification server shows no buttons: a tap on the notification undoes"
      )
    }
  }

  /// True if the file of settings of `kind` lets a tap answer; the last line counts.
  static func letsTapsAnswer(_ kind: Kind, _ text: String) -> Bool {
    let (key, action) =
      kind == .dunst
      ? ("mouse_left_click", "do_action") : ("on-touch", "invoke-default-action")
    var (section, answers) = ("global", false)
    for line in text.lines.map(\.trimmingBlanks) {
      if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
        section = String(line[..<end].dropFirst())
      }
      guard kind == .mako || section == "global", let equals = line.firstIndex(of: "="),
        line[..<equals].trimmingBlanks == key
      else { continue }
      let actions = line[line.index(after: equals)...].split(separator: ",").map(\.trimmingBlanks)
      answers = actions.contains(action)
    }
    return answers
  }

  /// True if the settings of `kind`, which it reads at its start, let a tap answer.
  static func letsTapsAnswer(_ kind: Kind, _ environment: [String: String]) -> Bool {
    let file: String
    switch kind {
    case .dunst: file = "dunst/dunstrc"
    case .mako: file = "mako/config"
    case .gnome, .xfce, .plasma, .other: return true
    }
    let own = environment.userFolder("XDG_CONFIG_HOME", orHome: ".config")
    for folder in [own, "/etc/xdg"].compactMap(\.self) {
      if let text = (try? SmallFile.text(of: "\(folder)/\(file)", "the settings")) ?? nil {
        return letsTapsAnswer(kind, text)
      }
    }
    return false
  }
}

/// The desktop's switch for users who do not want to be disturbed.
enum DoNotDisturb {
  /// True if `kind` of server shows nothing now, as the user wants it; false if that is not known.
  static func isOn(
    _ kind: NotificationServer.Kind, _ session: BusConnection, until deadline: Timestamp
  ) -> Bool {
    let name = "org.freedesktop.Notifications"
    let path = "/org/freedesktop/Notifications"
    func property(_ interface: String, _ property: String) -> Bool {
      session.ask(.property(name, path, interface, property), until: deadline)?.first == .bool(true)
    }
    switch kind {
    case .plasma: return property(name, "Inhibited")
    case .dunst: return property("org.dunstproject.cmd0", "paused")
    case .mako:
      let call = Call(
        destination: name, path: "/fr/emersion/Mako", interface: "fr.emersion.Mako",
        member: "ListModes")
      return session.ask(call, until: deadline)?.first?.texts.contains("do-not-disturb") ?? false
    case .gnome: return hidesBanners(session, until: deadline)
    case .xfce, .other: return false
    }
  }

  /// GNOME's switch, by the portal of settings, or by its own command.
  private static func hidesBanners(_ session: BusConnection, until deadline: Timestamp) -> Bool {
    let (schema, key) = ("org.gnome.desktop.notifications", "show-banners")
    // The first call that the portal gets of a connection, over which keys may be sent later.
    _ = session.ask(
      Call(
        destination: PortalKeys.service, path: PortalKeys.path, interface: PortalKeys.registry,
        member: "Register", values: PortalKeys.registration), until: deadline)
    let call = Call(
      destination: PortalKeys.service, path: PortalKeys.path,
      interface: "org.freedesktop.portal.Settings", member: "Read",
      values: [.string(schema), .string(key)])
    if case .bool(let shows)? = session.ask(call, until: deadline)?.first { return !shows }
    return output(of: ["gsettings", "get", schema, key]).trimmingBlanks == "false"
  }

  /// The output of a command, at most a line; empty without the command, and after half a second.
  static func output(of command: [String]) -> String {
    guard
      let child = try? ChildProcess(command, from: "libglib2.0-bin", showsErrors: true)
    else { return "" }
    return withExtendedLifetime(child) {
      var wish = pollfd(fd: child.output.rawValue, events: Int16(POLLIN), revents: 0)
      var bytes = [UInt8](repeating: 0, count: 100)
      let count = poll(&wish, 1, 500) > 0 ? read(child.output.rawValue, &bytes, bytes.count) : 0
      let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
      return String(text.prefix { !$0.isNewline })
    }
  }
}
