// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import LinuxSupport
import MotionBus
import MotionCore
import SensorArguments

struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Print the motions that a running motiond recognizes.",
    usage: "motionctl monitor [<options>] [--exec <program> [-- <argument>...]]",
    discussion: """
      Claims motions from motiond, and prints their events until SIGINT or SIGTERM. Where you give no option, \
      motiond's own applies. If motiond stops, monitor waits for it and claims again.

      With --exec PROGRAM, monitor runs a program for each event: one at a time, in order, and without a shell. Its \
      arguments come after --. Its environment describes the event: MOTION_MOTION, MOTION_PHASE, MOTION_TIMESTAMP_NS, \
      and a variable for each other key of the JSON line, such as MOTION_AXIS, MOTION_DIRECTION (numbers separated by \
      blanks) and MOTION_SIMULATED. Its output goes to standard error. If it fails, monitor reports that and \
      continues. An event that has waited for longer than --exec-max-age, because the program was slow, runs nothing: \
      an undo that comes late undoes something else. monitor counts such events on standard error. If more than 100 \
      events wait, it skips whole motions.

      Example: motionctl monitor --on ended --exec sh -- -c 'echo "$MOTION_MOTION" >> motions.txt'
      """)

  @Option(help: "Output format; json is one object a line.")
  var format = EventFormat.text

  @OptionGroup var daemon: DaemonOptions
  @OptionGroup var detection: MotionArguments

  @Flag(help: "Wait for motiond if it is not running.")
  var wait = false

  @Flag(
    help: "Also print each motion that was not recognized, and the reason; reads motiond's samples."
  )
  var explain = false

  @Option(
    help: ArgumentHelp(
      "Only these events: began, ended, cancelled, recognized; separated by commas.",
      valueName: "phases"),
    completion: .list(["began", "ended", "cancelled", "recognized"]), transform: Self.phases)
  var on: Set<String>?

  @Option(
    help: ArgumentHelp("Run a program for each event.", valueName: "program"),
    completion: .file())
  var exec: String?

  @Option(
    help: ArgumentHelp(
      "End a program that runs for longer than this.", valueName: "seconds"))
  var execLimit = 10.0

  @Option(
    help: ArgumentHelp(
      "Run no program for an event that has waited for longer than this.", valueName: "seconds"))
  var execMaxAge = 2.0

  @Argument(parsing: .postTerminator, help: "Arguments of the program.")
  var arguments: [String] = []

  func validate() throws {
    guard execLimit > 0, execLimit <= 86_400 else {
      throw ValidationError("--exec-limit \(execLimit): expected more than 0 and at most 86400")
    }
    guard execMaxAge > 0, execMaxAge <= 86_400 else {
      throw ValidationError(
        "--exec-max-age \(execMaxAge): expected more than 0 and at most 86400")
    }
    guard exec != nil || arguments.isEmpty else {
      throw ValidationError("there are arguments for a program, but no --exec")
    }
  }

  private static func phases(_ list: String) throws -> Set<String> {
    let known = ["began", "ended", "cancelled", "recognized"]
    let phases = list.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if let phase = phases.first(where: { !known.contains($0) }) {
      throw ValidationError("'\(phase)' is no phase; expected \(known.joined(separator: ", "))")
    }
    return Set(phases)
  }

  func run() throws {
    try reportingFailures(of: "motionctl monitor") {
      let signals = try StopSignals()
      if let exec { try Child.check(exec) }
      let output = OutputFile.standardOutput.interrupted(by: signals)
      let runner = exec.map {
        ProgramRunner(
          $0, arguments, limit: .seconds(execLimit), maxAge: .seconds(execMaxAge), on: on)
      }
      defer { runner?.stop() }
      var watch = try MonitorWatch(
        daemon.address, MotionClaim(detection.choice.kinds, options: detection.choice.options),
        isWaiting: wait, isExplaining: explain
      ) { finding in
        guard case .event(let event) = finding else {
          return try output.write(format.line(finding, source: "motiond"))
        }
        if on?.contains(event.phase.name) ?? true {
          try output.write(format.line(finding, source: "motiond"))
        }
        // All phases: the runner needs the beginning of a motion to recognize its end.
        runner?.run(for: event)
      }
      try watch.run(signals)
    }
  }
}
