// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Glibc
import LinuxSupport

/// The command `shake-to-undo set`.
struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change a setting, or show all of them.",
    discussion: """
      The settings are in $XDG_CONFIG_HOME/shake-to-undo/settings.conf, or below ~/.config; an \
      agent that runs reads a change at once. Without KEY=VALUE all settings are printed.

      \(Setting.all.map { "\($0.name)=\($0.value(Settings())): \($0.comment)" }
        .joined(separator: "\n\n"))
      """)

  @Argument(
    help: ArgumentHelp("Settings, such as ask=never.", valueName: "key=value"),
    completion: .list(Setting.all.map { "\($0.name)=" }))
  var assignments: [String] = []

  func run() throws {
    try reportingFailures(of: "shake-to-undo set") {
      let path = try SettingsFile.ownPath
      guard assignments.isEmpty else {
        try SettingsFile.write(assignments, to: path)
        let words = SwitchWords.set(assignments, AgentCall.state)
        return try OutputFile.standardOutput.write(words.printable + "\n")
      }
      let text = SettingsFile.text(of: try SettingsFile.settings(at: path))
      try OutputFile.standardOutput.write(text)
    }
  }
}

/// The command `shake-to-undo on`.
struct OnCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "on", abstract: "Have shakes undo, on a laptop too that is no tablet now.",
    discussion: """
      The same as 'shake-to-undo set enabled=yes when=always', and 'shake-to-undo pause 0' if there is a pause.
      """)

  func run() throws {
    try reportingFailures(of: "shake-to-undo on") {
      try SettingsFile.write(["enabled=yes", "when=always"], to: try SettingsFile.ownPath)
      let state = AgentCall.state
      if let state, state.pausedSeconds > 0 || state.quietSeconds > 0 {
        _ = try AgentCall.make("Pause", [.uint32(0)])
      }
      try OutputFile.standardOutput.write(SwitchWords.on(state) + "\n")
    }
  }
}

/// The command `shake-to-undo off`.
struct OffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "off", abstract: "Have shakes do nothing, until 'shake-to-undo on'.",
    discussion: "The same as 'shake-to-undo set enabled=no'. 'shake-to-undo now' still undoes.")

  func run() throws {
    try reportingFailures(of: "shake-to-undo off") {
      try SettingsFile.write(["enabled=no"], to: try SettingsFile.ownPath)
      try OutputFile.standardOutput.write(SwitchWords.off + "\n")
    }
  }
}

extension SettingsFile {
  /// The path of this process.
  ///
  /// - Throws: a ``Failure`` without a home directory
  static var ownPath: String {
    get throws(Failure) {
      let variables = ["HOME", "XDG_CONFIG_HOME"].compactMap { (name: String) in
        getenv(name).map { (name, String(cString: $0)) }
      }
      guard let path = path(Dictionary(uniqueKeysWithValues: variables)) else {
        throw Failure(.failure, "there is no place for settings: set HOME or XDG_CONFIG_HOME")
      }
      return path
    }
  }
}
