import ArgumentParser
import CommandSupport
import LinuxSupport
import MotionSources

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find out why nothing happens.",
    discussion: """
      Looks at everything between the accelerometer and a program: the driver, permissions, other \
      readers, sampling, readings, mounting; the bus, its policy, motiond, polkit and claims. A line \
      each: ok, -- (works, with something to know), !! (wrong) or ?? (this user cannot see it), and \
      below it the command that mends it or shows more. Nothing is changed. Hold the device still \
      meanwhile.

      Exit status 1 if something is wrong.
      """)

  @Option(help: "Output format; json is one object a line.")
  var format = EventFormat.text

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    try reportingFailures(of: "motionctl doctor") {
      let signals = try StopSignals()
      let findings =
        SensorCheck(bus: daemon.address).findings(signals) + BusCheck(bus: daemon.address).findings
      for finding in findings {
        let line = try format == .text ? finding.line : finding.jsonObject + "\n"
        try OutputFile.standardOutput.write(line)
      }
      if findings.contains(where: { $0.verdict == .wrong }) {
        throw ExitCode(ExitStatus.failure.rawValue)
      }
    }
  }
}
