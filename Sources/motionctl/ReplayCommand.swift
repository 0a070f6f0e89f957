// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import LinuxSupport
import MotionCore
import MotionSensors
import SensorArguments

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Print the motion events in recordings, or compare them with those expected.",
    discussion: """
      A recording is CSV: optional '# key: value' lines, the header timestamp_ns,x,y,z, and one reading a line, in \
      m/s² with gravity included; it may be packed by gzip. A bad line is an error that names it; the command still \
      plays the other files. A motion that is open when a recording ends is cancelled.

      If --motions names a kind that needs a higher rate than a recording has, this is an error of that file. With \
      --motions all the command leaves the kind out, and names it on standard error.

      With --expect the command compares the events with NAME.events.jsonl beside NAME.csv, which has them as \
      --format json prints them. It prints missing events with '- ' and others with '+ ', and the exit status is 1. \
      Without --motions it looks for the kinds of the expected events, and shake; expected events of other kinds do \
      not count. Members of an event that the expected one lacks do not count either.
      """)

  @Argument(help: "Recordings; - is standard input.", completion: .file(extensions: ["csv", "gz"]))
  var files: [String]

  @Option(help: "Output format; json is one object a line.")
  var format = EventFormat.text

  @Flag(help: "Play in real time instead of as fast as possible.")
  var paced = false

  @Flag(help: "Also print each motion that was not recognized, and the reason.")
  var explain = false

  @Flag(help: "Compare with the events beside each recording, in NAME.events.jsonl.")
  var expect = false

  @Flag(
    help: "Skip bad lines; their number is printed, and the exit status is 65.")
  var skipBad = false

  @OptionGroup var detection: MotionArguments

  func validate() throws {
    guard expect else { return }
    if explain {
      throw ValidationError("--expect compares events: expected no --explain beside it")
    }
    if format == .json {
      throw ValidationError("--expect prints differences: expected no --format beside it")
    }
    if files.contains("-") {
      throw ValidationError("--expect needs files: nothing lies beside standard input")
    }
  }

  func run() throws {
    try reportingFailures(of: "motionctl replay") {
      let signals = try StopSignals()
      var summary = ReplaySummary()
      var first: Failure?
      var isStopped = false
      var progress = Progress(of: "motionctl replay", sharesTerminal: true)
      for (index, file) in files.enumerated() {
        do {
          if files.count > 1 { try progress.show("\(index) of \(files.count) recordings") }
          if case .stopped = try replay(file, signals, &summary, &progress) {
            isStopped = true
            break
          }
          summary.recordings += 1
        } catch let failure as Failure {
          try progress.clear()
          failure.report(from: "motionctl replay")
          summary.failed += 1
          first = first ?? failure
        }
      }
      try progress.clear()
      if files.count > 1, !isStopped { try Self.report(summary.text(isExpecting: expect)) }
      if let first { throw ExitCode(first.status.rawValue) }
      if summary.skipped > 0 { throw ExitCode(ExitStatus.badData.rawValue) }
      if summary.different > 0 { throw ExitCode(ExitStatus.failure.rawValue) }
    }
  }

  private func replay(
    _ file: String, _ signals: borrowing StopSignals, _ summary: inout ReplaySummary,
    _ progress: inout Progress
  ) throws -> SourceEnding {
    let expected = expect ? try expectation(of: file, signals) : nil
    var skipped = 0
    var player = RecordingPlayer(paced ? .realTime : .unpaced)
    if skipBad {
      player.onSkippedLines = { count, first in
        skipped = count
        try Self.report(
          "\(file): skipped \(count) bad \(count == 1 ? "line" : "lines"), the first: \(first)")
      }
    }
    let input = try InputFile(path: file)
    var wanted = detection.choice
    if let expected { wanted.fill(with: expected.kinds) }
    var probe = RateProbe(for: wanted)
    let output = OutputFile.standardOutput.interrupted(by: signals)
    var replay = Replay(
      of: file, wanted.configurations, isExplaining: explain,
      format: expected == nil ? format : nil, to: output)
    func process(_ event: AccelerometerEvent) throws {
      try probe.process(event) { rate in
        do {
          let carried = try wanted.configurations(carriedAt: rate) { line in
            try Self.report("\(file): \(line)")
          }
          replay.pipeline = MotionPipeline(carried, isExplaining: explain)
        } catch let failure as Failure {
          throw Failure(failure.status, "\(file): \(failure)")
        }
      } pass: { event in
        try replay.process(event)
      }
    }
    var shown = 0
    let played = Result {
      try player.play(input, signals) { event in
        try process(event)
        if replay.readings - shown >= 20_000 {
          shown = replay.readings
          try progress.show("\(file): \(shown) readings")
        }
      }
    }
    if case .success(.finished) = played { replay.isAtEnd = true }
    // Before an error as well: the motions so far count.
    try process(.ended)
    let ending = try played.get()
    for doubt in replay.units.doubts { try Self.report("\(file): \(doubt)") }
    if let obstacle = wanted.obstacle(at: replay.units.spacing) {
      try Self.report("\(file): \(obstacle)")
    }
    summary.add(events: replay.events, skipped: skipped)
    if let expected, ending == .finished {
      try output.write(
        summary.compare(file, expected, replay.lines, of: Set(wanted.kinds.map(\.rawValue))))
    } else if format == .text, ending == .finished, !replay.isEventful {
      let isEmpty = replay.pipeline.statistics == StreamStatistics()
      // What is not even a motion is not rejected, so it is reported here.
      let reason =
        explain && wanted.kinds.contains(.shake) ? "; no shake: \(replay.overview.text)" : ""
      try output.write("\(file.printable): \(isEmpty ? "no readings" : "no motion\(reason)")\n")
    }
    return ending
  }

  /// The events expected in `file`.
  private func expectation(
    of file: String, _ signals: borrowing StopSignals
  ) throws -> EventExpectation {
    var name = file
    for ending in [".gz", ".csv"] where name.hasSuffix(ending) { name.removeLast(ending.count) }
    let path = "\(name).events.jsonl"
    do {
      let bytes = try InputFile(path: path).bytes(signals)
      return try EventExpectation(parsing: String(decoding: bytes, as: UTF8.self))
    } catch let error as EventExpectation.BadLine {
      throw Failure(.badData, "\(path):\(error.line): \(error.problem)")
    } catch let failure as Failure where failure.status == .noInput {
      throw Failure(
        .noInput,
        "\(failure); make it with: motionctl replay --format json --motions all \(file) > \(path)")
    }
  }
}

/// A recording that is replayed: its readings, and what is found in them.
private struct Replay {
  var pipeline: MotionPipeline
  private let output: OutputFile
  private let file: String
  private let isExplaining: Bool
  /// The format of findings that are written at once; nil to keep events as lines of JSON.
  private let format: EventFormat?
  private(set) var lines: [String] = []
  private(set) var events = 0
  private(set) var readings = 0
  /// A Boolean value that indicates whether all of the recording was played.
  var isAtEnd = false
  /// A Boolean value that indicates whether something was written.
  private(set) var isEventful = false
  private(set) var units = UnitCheck()
  /// The reason why there is no shake, if nothing is found or rejected; only if findings are
  /// explained.
  private(set) var overview: ShakeOverview

  init(
    of file: String, _ wanted: Set<MotionConfiguration>, isExplaining: Bool, format: EventFormat?,
    to output: OutputFile
  ) {
    self.file = file
    self.isExplaining = isExplaining
    self.format = format
    self.output = output
    pipeline = MotionPipeline(wanted, isExplaining: isExplaining)
    overview = ShakeOverview(wanted.shake ?? ShakeConfiguration())
  }

  /// Processes an event of the recording.
  mutating func process(_ event: AccelerometerEvent) throws {
    guard case .readings(let readings) = event else {
      return try write(pipeline.findings(of: event))
    }
    self.readings += readings.count
    units.add(readings)
    var findings: [MotionFinding] = []
    for reading in readings {
      if isExplaining { overview.process(reading) }
      pipeline.process(reading) { finding, _ in findings.append(finding) }
      guard !findings.isEmpty else { continue }
      try write(findings)
      findings.removeAll()
    }
  }

  private mutating func write(_ findings: [MotionFinding]) throws {
    for finding in findings {
      if finding.event != nil { events += 1 }
      guard let format else {
        if let event = finding.event { lines.append(event.jsonLine(source: file)) }
        continue
      }
      let line = format.line(finding, source: file, isAtEnd: isAtEnd)
      isEventful = isEventful || !line.isEmpty
      try output.write(line)
    }
  }
}

/// Counts of the recordings that were replayed.
private struct ReplaySummary {
  var recordings = 0
  var failed = 0
  private(set) var events = 0
  private(set) var quiet = 0
  private(set) var skipped = 0
  /// Recordings whose events are not those expected.
  private(set) var different = 0

  mutating func add(events: Int, skipped: Int) {
    self.events += events
    self.skipped += skipped
    if events == 0 { quiet += 1 }
  }

  /// Compares the events of a recording with those expected; what to print.
  mutating func compare(
    _ file: String, _ expected: EventExpectation, _ lines: [String], of kinds: Set<String>
  ) -> String {
    let difference = expected.difference(from: lines, of: kinds)
    guard !difference.isEmpty else {
      return
        "\(file.printable): as expected (\(lines.count) \(lines.count == 1 ? "event" : "events"))\n"
    }
    different += 1
    return "\(file.printable): not as expected\n" + difference.map { "\($0)\n" }.joined()
  }

  func text(isExpecting: Bool) -> String {
    var parts = [Self.count(recordings, "recording")]
    if isExpecting {
      parts.append("\(recordings - different) as expected")
    } else {
      parts.append(Self.count(events, "event"))
      if quiet > 0 { parts.append("\(quiet) without motion") }
    }
    if skipped > 0 { parts.append("\(Self.count(skipped, "bad line")) skipped") }
    if failed > 0 { parts.append("\(failed) failed") }
    return parts.joined(separator: ", ")
  }

  private static func count(_ number: Int, _ name: String) -> String {
    "\(number) \(name)\(number == 1 ? "" : "s")"
  }
}
