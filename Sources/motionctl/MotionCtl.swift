// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import CommandOptions
import LinuxSupport
import MotionSensors

@main
struct MotionCtl: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motionctl",
    abstract: "List and record accelerometers, find motions in recordings, and talk to motiond.",
    discussion: """
      Exit status: 0 done; 64 wrong usage; 65 bad data; 66 no such input; 69 no accelerometer \
      or no daemon or bus; 77 not permitted; 1 otherwise.
      """,
    version: "motionctl \(version) (libiio \(IIOLibrary.version))",
    subcommands: [
      ListCommand.self, RecordCommand.self, ReplayCommand.self, MonitorCommand.self,
      StatusCommand.self, CaptureCommand.self, SimulateCommand.self, LiveCommand.self,
      DoctorCommand.self, MotionsCommand.self, StampCommand.self,
    ])

  static func main() {
    mainSuggesting(moved: ["import", "mock", "plot"], to: "motion-lab")
  }
}

extension ParsableCommand {
  /// Writes a line to standard error, after the name of this subcommand of motionctl.
  static func report(_ text: String) throws {
    let name = "motionctl \(configuration.commandName ?? "")"
    try OutputFile.standardError.write("\(name): \(text.printable)\n")
  }
}

struct MotionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motions",
    abstract: "List the kinds of motion, and their options.",
    discussion: MotionChoice.reference)

  func run() throws {
    try reportingFailures(of: "motionctl motions") {
      try OutputFile.standardOutput.write(MotionChoice.reference + "\n")
    }
  }
}
