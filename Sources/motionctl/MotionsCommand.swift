// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import LinuxSupport

struct MotionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motions",
    abstract: "List the kinds of motion, and their options.",
    discussion: MotionArguments.reference)

  func run() throws {
    try reportingFailures(of: "motionctl motions") {
      try OutputFile.standardOutput.write(MotionArguments.reference + "\n")
    }
  }
}
