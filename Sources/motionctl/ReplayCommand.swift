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
      other files are still played. A shake that is open when a recording ends is cancelled.
      """)

  @Argument(help: "Recordings; - is standard input.", completion: .file(extensions: ["csv"]))
  var files: [String]

  @Option(help: "How to print; json is one object a line.")
  var format = EventFormat.text

  @Flag(help: "Play in real time, not as fast as possible.")
  var paced = false

  @Flag(help: "Say of each motion that was not taken for a shake what it lacked.")
  var explain = false

  @OptionGroup var detection: DetectionOptions

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
    var input = try InputFile(path: file)
    var player = RecordingPlayer(paced ? .realTime : .unpaced)
    var isEventful = false
    var units = UnitCheck()
    let output = OutputFile.standardOutput.interrupted(by: signals)
    let ending = try recognize(detection.shake, isExplaining: explain) { finding in
      isEventful = true
      try output.write(format.line(finding, source: file))
    } in: { take in
      try player.play(&input, signals) { step in
        if case .reading(let reading) = step { units.take(reading) }
        try take(step)
      }
    }
    for doubt in units.doubts {
      try OutputFile.standardError.write("motionctl replay: \(file): \(doubt)\n")
    }
    switch (format, ending) {
    case (.text, .finished) where !isEventful:
      try output.write("\(file): no motion\n")
    case (.text, .finished), (.text, .stopped), (.json, .finished), (.json, .stopped):
      break
    }
    return ending
  }
}
