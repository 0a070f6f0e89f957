// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import ProcessTestSupport
import TestTraits
import Testing

@Suite(.waits) struct SuggestionTests {
  @Test(
    "a mistyped command is answered with the nearest, and a strange one with none",
    arguments: [
      ("recrod", ", did you mean record?"), ("montior", ", did you mean monitor?"),
      ("captrue", ", did you mean capture?"), ("xyzzy", ""),
    ])
  func nearest(_ word: String, _ guess: String) throws {
    let result = try RunningCommand.run("motionctl", word, "--bus", "session")
    #expect(result.status == 64)
    #expect(result.errors.hasPrefix("Error: there is no command '\(word)'\(guess)\nUsage: "))
  }

  @Test(
    "a command that motion-lab has now is answered with its spelling there, in one line",
    arguments: ["import", "mock", "plot"])
  func moved(_ word: String) throws {
    let result = try RunningCommand.run("motionctl", word, "a.csv", "-o", "b.csv")
    #expect(result.status == 64)
    #expect(result.output == [])
    #expect(
      result.errors
        == "motionctl: '\(word)' is now 'motion-lab \(word)', of the package motion-lab\n")
    let help = try RunningCommand.run("motionctl", "--help")
    #expect(!help.output.contains { $0.contains(word) })
  }

  @Test("an argument that is not UTF-8 names another file: refused", arguments: ["ctl", "d"])
  func notUTF8(_ name: String) throws {
    let arguments = name == "d" ? ["--print", "json", "--source"] : ["replay"]
    let command = try RunningCommand(
      "motion\(name)", arguments, through: #""$(printf '\377.csv')""#)
    let (status, errors) = try command.finish()
    #expect(status == 64)
    #expect(errors.contains("'\u{FFFD}.csv' is not UTF-8; rename the file"))
  }

  @Test(
    "help, version and commands are what they were", arguments: ["--help", "help", "--version"])
  func known(_ word: String) throws {
    let result = try RunningCommand.run("motionctl", word)
    #expect(result.status == 0)
    #expect(!result.output.isEmpty)
  }
}
