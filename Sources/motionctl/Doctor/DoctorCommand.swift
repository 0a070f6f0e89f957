// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import LinuxSupport
import MotionCore
import SensorArguments

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Find out why nothing happens.",
    discussion: """
      Looks at everything between the accelerometer and a program: the driver, permissions, other readers, sampling, \
      readings, mounting; the bus, its policy, motiond, polkit and claims. It prints a line each: ok, -- (works, with \
      something to know), !! (wrong) or ?? (this user cannot see it), and below it the command that mends it or shows \
      more. It changes nothing. Hold the device still while it looks.

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
        let line = format == .text ? finding.line : finding.json + "\n"
        try OutputFile.standardOutput.write(line)
      }
      if findings.contains(where: { $0.verdict == .wrong }) {
        throw ExitCode(ExitStatus.failure.rawValue)
      }
    }
  }
}

/// A finding of the doctor about one thing on the way from the accelerometer to the program.
struct Finding: Hashable {
  /// The judgment of it.
  enum Verdict: String {
    /// It works.
    case fine
    /// It works, and there is something to know about it.
    case note
    /// It does not work.
    case wrong
    /// This user cannot see it.
    case unseen
  }

  /// The thing.
  let subject: String
  /// The judgment of it.
  let verdict: Verdict
  /// The finding in words.
  let text: String
  /// The command that mends it or shows more; nil if the user has nothing to do.
  let remedy: String?

  /// It works.
  static func fine(_ subject: String, _ text: String) -> Finding {
    Finding(subject: subject, verdict: .fine, text: text, remedy: nil)
  }

  /// It works, and there is something to know about it.
  static func note(_ subject: String, _ text: String, _ remedy: String? = nil) -> Finding {
    Finding(subject: subject, verdict: .note, text: text, remedy: remedy)
  }

  /// It does not work; `remedy` mends it, or shows more.
  static func wrong(_ subject: String, _ text: String, _ remedy: String) -> Finding {
    Finding(subject: subject, verdict: .wrong, text: text, remedy: remedy)
  }

  /// This user cannot see it; `remedy` can.
  static func unseen(_ subject: String, _ text: String, _ remedy: String? = nil) -> Finding {
    Finding(subject: subject, verdict: .unseen, text: text, remedy: remedy)
  }

  /// The finding as a line for people, and a second one with the remedy.
  var line: String {
    let mark =
      switch verdict {
      case .fine: "ok "
      case .note: "-- "
      case .wrong: "!! "
      case .unseen: "?? "
      }
    let blanks = String(repeating: " ", count: max(1, 13 - subject.count))
    let first = "\(mark) \(subject)\(blanks)\(text)\n"
    return first + (remedy.map { "                 > \($0)\n" } ?? "")
  }

  /// The finding as one JSON object, without a newline.
  var json: String {
    jsonObject([
      "subject": subject.jsonString, "verdict": verdict.rawValue.jsonString,
      "text": text.jsonString, "remedy": remedy?.jsonString,
    ])
  }
}
