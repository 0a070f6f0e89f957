// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Glibc
import LinuxSupport

/// A way to have the agent started with each session, where nothing does that by itself.
struct AutomaticStart {
  /// The compositor or the window manager.
  var desktop: String
  var file: String
  var line: String

  static let all = [
    Self(desktop: "sway", file: "~/.config/sway/config", line: "exec shake-to-undo"),
    Self(desktop: "labwc", file: "~/.config/labwc/autostart", line: "shake-to-undo &"),
    Self(
      desktop: "wayfire", file: "~/.config/wayfire.ini, section [autostart]",
      line: "shake_to_undo = shake-to-undo"),
    Self(desktop: "river", file: "~/.config/river/init", line: "shake-to-undo &"),
    Self(desktop: "i3", file: "~/.config/i3/config", line: "exec --no-startup-id shake-to-undo"),
    Self(desktop: "openbox", file: "~/.config/openbox/autostart", line: "shake-to-undo &"),
    Self(
      desktop: "another window manager of X11", file: "~/.xsession or ~/.xinitrc, before it",
      line: "shake-to-undo &"),
  ]

  /// The instructions, with the desktop at hand first.
  ///
  /// - Parameter desktops: `XDG_CURRENT_DESKTOP`
  /// - Returns: some lines
  static func text(for desktops: String?) -> String {
    let names = (desktops ?? "").lowercased().split(separator: ":").map(String.init)
    var text = ""
    if let own = all.first(where: { names.contains($0.desktop) }) {
      text += "you have \(own.desktop): in \(own.file)\n\n    \(own.line)\n\n"
    }
    text += """
      GNOME, KDE, Xfce, Phosh and others that start programs of a session: once, as the user

          systemctl --user enable --now app-org.motiond.ShakeToUndo

      or nothing, where the package has enabled that, as Debian's does, or where systemd does not start
      the session, and /etc/xdg/autostart is read. Others start nothing by themselves:


      """
    let width = all.map(\.desktop.count).max() ?? 0
    for each in all {
      let name = each.desktop + String(repeating: " ", count: width - each.desktop.count)
      text +=
        "    \(name)  \(each.line)\n    \(String(repeating: " ", count: width))  in \(each.file)\n"
    }
    return text + "\nOf two agents in one session the second ends.\n"
  }
}

/// The command `shake-to-undo install`.
struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Show how to have it started with each session.",
    discussion: "It prints the line for your desktop, and for others, and writes nothing.")

  func run() throws {
    try reportingFailures(of: "shake-to-undo install") {
      try OutputFile.standardOutput.write(
        AutomaticStart.text(for: RunCommand.environment["XDG_CURRENT_DESKTOP"]))
    }
  }
}
