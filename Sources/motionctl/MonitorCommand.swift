import ArgumentParser
import CommandSupport
import Glibc
import MotionBus
import MotionCore

struct MonitorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    abstract: "Print the motions that a running motiond recognises.",
    discussion: """
      Claims shakes of motiond, which samples as long as somebody does, and prints each event until \
      SIGINT or SIGTERM comes. If motiond goes away it is waited for, and the claim is made again.

      With --exec PROGRAM a program is run for each event, one at a time and in order, without a shell; \
      words after -- are its arguments: --exec sh -- -c '[ "$MOTION_PHASE" = ended ] && ...'. What \
      happened is in its environment: MOTION_MOTION, MOTION_PHASE, MOTION_TIMESTAMP_NS, and what else is \
      known alike, such as MOTION_AXIS, MOTION_DIRECTION (numbers with blanks between them) and \
      MOTION_SIMULATED. Its output goes to standard error; one that fails is told and forgotten.
      """)

  @Option(help: "How to print; json is one object a line.")
  var format = EventFormat.text

  @OptionGroup var daemon: DaemonOptions

  @Option(help: "How little it takes: low, medium or high; by default as motiond was told.")
  var sensitivity: MotionClaim.Sensitivity?

  @Option(
    help: ArgumentHelp(
      "Within how many seconds of its beginning a shake must stop; by default as motiond was told.",
      valueName: "seconds"))
  var window: Double?

  @Flag(help: "Without a daemon, wait for one to appear.")
  var wait = false

  @Flag(
    help: "Say of each motion that was not taken for a shake what it lacked; takes its readings.")
  var explain = false

  @Option(
    help: ArgumentHelp("Run a program for each event.", valueName: "program"),
    completion: .file())
  var exec: String?

  @Option(
    help: ArgumentHelp(
      "After how many seconds a program that still runs is ended.", valueName: "seconds"))
  var execLimit = 10.0

  @Argument(parsing: .postTerminator, help: "Arguments of the program.")
  var arguments: [String] = []

  func validate() throws {
    if let window, !(window > 0 && window <= 60) {
      throw ValidationError("--window \(window): expected more than 0 and at most 60 seconds")
    }
    guard execLimit > 0, execLimit <= 86_400 else {
      throw ValidationError("--exec-limit \(execLimit): expected more than 0 and at most 86400")
    }
    guard exec != nil || arguments.isEmpty else {
      throw ValidationError("arguments for a program, but no --exec")
    }
  }

  func run() throws {
    try reportingFailures(of: "motionctl monitor") {
      let signals = try StopSignals()
      if let exec { try ProgramRunner.check(exec) }
      let output = OutputFile.standardOutput.interrupted(by: signals)
      let runner = exec.map { ProgramRunner($0, arguments, limit: .seconds(execLimit)) }
      defer { runner?.stop() }
      var watch = MonitorWatch(isWaiting: wait) { finding in
        try output.write(format.line(finding, source: "motiond"))
        if case .event(let event) = finding { runner?.run(for: event) }
      }
      var claim = MotionClaim(sensitivity: sensitivity, window: window)
      if explain {
        // What is explained and what is told must go by the same.
        claim.sensitivity = sensitivity ?? .medium
        claim.window = window ?? 1
      }
      do throws(BusError) {
        try watch.connect(daemon.address, claim, isExplaining: explain)
      } catch { throw Failure(error) }
      try watch.run(signals)
    }
  }
}

extension MotionClaim.Sensitivity: ExpressibleByArgument {}
