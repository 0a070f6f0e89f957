// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import LinuxSupport
import MotionBus
import MotionCore
import MotionSensors
import SensorArguments

struct CaptureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Save the readings of the last 30 s, such as of a shake that was missed.",
    discussion: """
      motiond keeps the latest readings in memory while it samples, unless it runs with --no-capture. With -o the \
      command writes them to a recording. With --label and --to it adds them to a directory with an index.csv, which \
      motion-lab reads, to draw and to score: so a missed motion, or a false one, becomes a test. Root, the \
      user who runs motiond on a session bus, and a user at the machine's seat may do this.

      Exit status 69 if motiond does not run, has sampled nothing, or keeps nothing.
      """)

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The new file; - is standard output.", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "The motion in the readings: \(Self.kinds), or other.", valueName: "kind"))
  var label: String?

  @Option(
    name: .customLong("to"),
    help: ArgumentHelp("The directory to add the recording to.", valueName: "directory"),
    completion: .directory)
  var directory: String?

  @Option(
    help: ArgumentHelp(
      "The time of the motion in s from the first reading (default: where the readings vary most).",
      valueName: "start-end"),
    transform: Self.interval)
  var at: ClosedRange<Double>?

  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    guard (output == nil) != (directory == nil) else {
      throw ValidationError("expected either -o FILE, or --label KIND --to DIRECTORY")
    }
    guard (label == nil) == (directory == nil) else {
      throw ValidationError("--label and --to need each other")
    }
    if let label, label != Self.other, MotionRegistry[MotionKind(rawValue: label)] == nil {
      throw ValidationError("--label \(label): expected \(Self.kinds), or other")
    }
    guard at == nil || directory != nil else { throw ValidationError("--at is for --to") }
  }

  private static let other = "other"
  private static let kinds = MotionRegistry.kinds.map(\.rawValue).joined(separator: ", ")

  func run() throws {
    try reportingFailures(of: "motionctl capture") {
      let signals = try StopSignals()
      let file = InputFile(pipe: try MotionDaemon(daemon.address).capture(), name: "motiond")
      let bytes = try file.bytes(signals)
      let recording = try Recording(parsing: bytes.span)
      let text = String(decoding: bytes, as: UTF8.self)
      guard let first = recording.readings.first, let last = recording.readings.last else {
        throw Failure(.unavailable, "motiond sent no readings")
      }
      let duration = last.timestamp.seconds(since: first.timestamp)
      var name = output ?? ""
      var interval: ClosedRange<Double>?
      if let label, let directory {
        let folder = try CaptureFolder(directory, signals)
        if let torn = folder.torn {
          try Self.report(
            "\(directory)/index.csv: the last line was cut, and is removed: '\(torn)'")
        }
        if label != Self.other { interval = at ?? recording.readings.strongestMotion }
        name = "\(directory)/" + (try folder.add(text, label, at: interval, duration: duration))
      } else {
        try OutputFile.create(name) { try $0.write(text) }
      }
      try Self.report(
        "\(name): \(recording.readings.count) readings in "
          + "\(duration.text(decimals: 1)) s\(age(of: last, in: recording))\(place(of: interval))")
    }
  }

  /// The age of the last reading, if it is long and its clock is this machine's clock.
  private func age(of last: Reading, in recording: Recording) -> String {
    guard recording.notes.contains(where: { $0.key == "clock" && $0.text == "boottime" }) else {
      return ""
    }
    let age = Timestamp.now().seconds(since: last.timestamp)
    return age > 2 && age < 1e7 ? ", the last one \(age.text(decimals: 0)) s ago" : ""
  }

  private func place(of interval: ClosedRange<Double>?) -> String {
    guard let label, let interval, at == nil else { return "" }
    return "; the \(label) is taken to be at \(interval.lowerBound.text(decimals: 2))-"
      + "\(interval.upperBound.text(decimals: 2)) s, which --at would change"
  }

  private static func interval(_ text: String) throws -> ClosedRange<Double> {
    guard let interval = ClosedRange(seconds: text) else {
      throw ValidationError("expected START-END in seconds, not '\(text)'")
    }
    return interval
  }
}
