import ArgumentParser
import CommandSupport
import MotionCore

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Print the motion events in recordings.",
    discussion: """
      A recording is CSV: optional '# key: value' lines, the header timestamp_ns,x,y,z, and one \
      reading a line, in m/s² with gravity included. A bad line is an error that names it; the \
      other files are still played. A motion that is open when a recording ends is cancelled.

      A kind that is named in --motions and needs a higher rate than a recording has is an error of that \
      file; with --motions all it is left out, and named on standard error.
      """)

  @Argument(help: "Recordings; - is standard input.", completion: .file(extensions: ["csv"]))
  var files: [String]

  @Option(help: "Output format; json is one object a line.")
  var format = EventFormat.text

  @Flag(help: "Play in real time instead of as fast as possible.")
  var paced = false

  @Flag(help: "Also print each motion that was not recognised, and the reason.")
  var explain = false

  @OptionGroup var detection: MotionArguments

  func run() throws {
    try reportingFailures(of: "motionctl replay") {
      let signals = try StopSignals()
      var first: Failure?
      for file in files {
        do {
          if case .stopped = try replay(file, signals) { break }
        } catch let failure as Failure {
          failure.report(from: "motionctl replay")
          first = first ?? failure
        }
      }
      if let first { throw ExitCode(first.status.rawValue) }
    }
  }

  private func replay(
    _ file: String, _ signals: borrowing StopSignals
  ) throws -> SourceEnding {
    let player = try SourcePlayer(.recording(file), pace: paced ? .realTime : .unpaced)
    var pipeline = MotionPipeline(detection.configurations, isExplaining: explain)
    var isEventful = false
    var units = UnitCheck()
    var probe = RateProbe(for: detection)
    let output = OutputFile.standardOutput.interrupted(by: signals)
    let ending = try player.play(signals) { event in
      try probe.take(event) { rate in
        do {
          let carried = try detection.configurations(carriedAt: rate) { line in
            try OutputFile.standardError.write("motionctl replay: \(file): \(line)\n")
          }
          pipeline = MotionPipeline(carried, isExplaining: explain)
        } catch let failure as Failure {
          throw Failure(failure.status, "\(file): \(failure)")
        }
      } pass: { event in
        if case .reading(let reading) = event { units.take(reading) }
        for finding in pipeline.findings(of: event) {
          let line = format.line(finding, source: file)
          isEventful = isEventful || !line.isEmpty
          try output.write(line)
        }
      }
    }
    for doubt in units.doubts {
      try OutputFile.standardError.write("motionctl replay: \(file): \(doubt)\n")
    }
    if format == .text, ending == .finished, !isEventful {
      let isEmpty = pipeline.statistics == StreamStatistics()
      try output.write("\(file): \(isEmpty ? "no readings" : "no motion")\n")
    }
    return ending
  }
}
