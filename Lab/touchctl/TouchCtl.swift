// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import LinuxSupport

@main
struct TouchCtl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "touchctl",
    abstract: "List and record touchscreens, and find gestures in recordings.",
    discussion: """
      For a machine whose app owns the screen: under a compositor, touches belong to the compositor. root and the \
      group motiond-touch may read touchscreens.

      Exit status: 0 done; 64 wrong usage; 65 bad data; 66 no such input; 69 no touchscreen; 77 not permitted; \
      1 otherwise.
      """,
    version: "touchctl \(version)",
    subcommands: [ListCommand.self, RecordCommand.self, ReplayCommand.self])

  static func main() {
    mainSuggesting()
  }
}

/// The format of results.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  /// For people.
  case text
  /// For programs: one JSON object a line.
  case json
}
