import ArgumentParser
import CommandSupport
import Dispatch
import MotionCore
import MotionIIO

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record an accelerometer, to a file or to standard output.",
    discussion: """
      Records until SIGINT or SIGTERM comes or the duration is over. Each reading is written as it \
      comes, and only whole lines are. If the accelerometer goes away, the recording goes on when it \
      is back. If motiond is reading it, its readings are recorded, at its rate. An existing file is \
      not overwritten.
      """)

  @Argument(
    help: "Where to; - is standard output.", completion: .file(extensions: ["csv"]))
  var file = "-"

  @Option(help: "auto, iio:NAME, or a libiio URI such as ip:HOST.")
  var source = "auto"

  @Option(help: ArgumentHelp("How long to record.", valueName: "seconds"))
  var duration: Double?

  @Flag(help: "Without an accelerometer, wait for one to appear.")
  var wait = false

  @OptionGroup var sensor: SensorOptions
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    guard AccelerometerChoice(source) != nil else {
      throw ValidationError("--source \(source): expected auto, iio:NAME or a libiio URI")
    }
    if let duration, !(duration > 0 && duration < 1e9) {
      throw ValidationError("--duration \(duration): expected more than 0 seconds")
    }
  }

  func run() throws {
    try reportingFailures(of: "motionctl record") {
      let signals = try StopSignals()
      let choice = AccelerometerChoice(source) ?? .automatic
      let player = AccelerometerPlayer(
        choice, sensor.options, besides: daemon.address)
      let output = try OutputFile(creating: file).interrupted(by: signals)
      var writer = RecordingWriter(output)
      do {
        let isOver = signals.request
        _ = try player.play(signals, waiting: wait) { step in
          if case .started = step, let duration, writer.isFresh {
            DispatchQueue.global().asyncAfter(deadline: .now() + duration) { isOver.send() }
          }
          try take(step, &writer)
        }
      } catch {
        if writer.count == 0 { output.remove() }
        throw error
      }
      try writer.writePreamble()
      try OutputFile.standardError.write("motionctl record: \(writer.summary)\n")
    }
  }

  private func take(_ step: SourceStep, _ writer: inout RecordingWriter) throws {
    switch step {
    case .started(let info):
      writer.begin(info)
    case .reading(let reading):
      try writer.write(reading)
    case .time, .stalled:
      break
    case .lost(let error):
      try OutputFile.standardError.write("motionctl record: \(error); looking for it\n")
    case .warning(let error):
      try OutputFile.standardError.write("motionctl record: \(error)\n")
    }
  }
}

/// A recording on its way to a file.
private struct RecordingWriter {
  private(set) var count = 0
  private var dropped = 0
  private let output: OutputFile
  private var first: Timestamp?
  private var last: Timestamp?
  private var preamble = Preamble.unknown

  private enum Preamble {
    case unknown
    /// What is known of the accelerometer; its clock is sure only once readings come.
    case pending(AccelerometerInfo)
    case written
  }

  init(_ output: OutputFile) {
    self.output = output
  }

  /// From the first reading to the last.
  var seconds: Double {
    guard let first, let last else { return 0 }
    return last.seconds(since: first)
  }

  /// What was recorded, and what was not.
  var summary: String {
    let recorded = "\(count) readings in \(seconds.text(decimals: 1)) s"
    return dropped == 0 ? recorded : recorded + "; dropped \(dropped) late or impossible ones"
  }

  /// Whether no accelerometer was found yet.
  var isFresh: Bool {
    if case .unknown = preamble { true } else { false }
  }

  mutating func begin(_ info: AccelerometerInfo) {
    switch preamble {
    case .unknown, .pending: preamble = .pending(info)
    case .written: return
    }
  }

  /// Writes what stands before the readings, unless it was, or no accelerometer was found.
  mutating func writePreamble() throws {
    switch preamble {
    case .unknown, .written: return
    case .pending(let info):
      try output.write(RecordingFormat.preamble(RecordingNote.notes(of: info)))
      preamble = .written
    }
  }

  /// Writes `reading`, unless it could not be read back.
  mutating func write(_ reading: Reading) throws {
    guard RecordingFormat.admits(reading, after: last) else {
      dropped += 1
      return
    }
    try writePreamble()
    try output.write(RecordingFormat.line(reading))
    first = first ?? reading.timestamp
    last = reading.timestamp
    count += 1
  }
}
