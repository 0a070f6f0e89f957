// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import Glibc
import LinuxSupport
import MotionCore

struct MockCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mock",
    abstract: "Run a program with a recording as the accelerometer of the machine.",
    usage: "motion-lab mock [--stop] <file> -- <program> [<argument>...]",
    discussion: """
      PROGRAM, and whatever it starts, finds one IIO accelerometer in /sys and /dev, and no others. The \
      accelerometer's readings come from the recording, in real time, with timestamps of now. The recording starts \
      once the program has switched the buffer on for 50 ms, or reads a raw value; it stands while the buffer is off. \
      After its end the device stays as it was then. Needs umockdev; the program must be linked dynamically, and \
      needs no rights. The exit status is the program's.

      Such as: motion-lab mock shake.csv --stop -- motiond --bus none
      """)

  @Argument(help: "The recording.", completion: .file(extensions: ["csv", "gz"]))
  var file: String

  @Flag(help: "End the program (SIGTERM) a second after the end of the recording.")
  var stop = false

  @Argument(parsing: .postTerminator, help: "The program and its arguments, after --.")
  var program: [String]

  func validate() throws {
    guard !program.isEmpty else { throw ValidationError("expected a program after --") }
  }

  func run() throws {
    var status: Int32 = 0
    try reportingFailures(of: "motion-lab mock") {
      let signals = try StopSignals()
      guard let readings = try SourcePlayer.readings(of: file, signals) else { return }
      guard let first = readings.first else { throw Failure(.badData, "\(file): no readings") }
      try Child.check(program[0])
      let rate = readings.rate ?? 100
      let device = try MockedDevice(running: program, at: rate, lying: first.acceleration)
      status = device.play(readings, signals, stopsProgram: stop)
    }
    if status != 0 { throw ExitCode(status) }
  }
}
