// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import DesktopInput
import LinuxSupport

/// The command `shake-to-undo programs`.
struct ProgramsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "programs",
    abstract: "Check the files that describe programs, and show what holds.",
    discussion: """
      Prints a line for each program: its kind, and its keys. /etc/shake-to-undo/programs.conf and \
      ~/.config/shake-to-undo/programs.conf add to what the agent knows, or make a program stricter. \
      The agent reads them when it starts. The page docs/shake-to-undo-how.md describes the form.

      Exit status: 65 if a line of a file cannot be taken.
      """)

  func run() throws {
    try reportingFailures(of: "shake-to-undo programs") {
      var problems: [Failure] = []
      let programs = Programs.installed(RunCommand.environment) { problems.append($0) }
      for (name, row) in programs.rows.sorted(by: { $0.key < $1.key }) {
        try OutputFile.standardOutput.write("\(name): \(row.text)\n")
      }
      for problem in problems.dropLast() { try OutputFile.standardError.write("\(problem)\n") }
      if let last = problems.last { throw last }
    }
  }
}

extension Programs {
  /// The built-in rows, and the rows of the files in /etc and of the user.
  ///
  /// - Parameters:
  ///   - environment: leads to the user's file
  ///   - tell: called with each line that cannot be taken, and that is left out
  /// - Returns: the rows
  static func installed(
    _ environment: [String: String], _ tell: (Failure) -> Void
  ) -> Self {
    var programs = builtIn
    let own = environment.userFolder("XDG_CONFIG_HOME", orHome: ".config")
    for folder in ["/etc", own].compactMap(\.self) {
      let path = "\(folder)/shake-to-undo/programs.conf"
      do throws(Failure) {
        guard let text = try SmallFile.text(of: path, "the descriptions of programs") else {
          continue
        }
        for problem in programs.add(text) { tell(Failure(.badData, "\(path): \(problem)")) }
      } catch { tell(error) }
    }
    return programs
  }
}

extension Programs.Row {
  /// The row in one line.
  fileprivate var text: String {
    [
      kind.map { "kind=\($0.rawValue)" } ?? "kind=editor", undo.map { "undo=\($0.name)" },
      redo.map { "redo=\($0.name)" }, pageSwitch.map { "switch=\($0)" },
    ].compactMap(\.self).joined(separator: " ")
  }
}
