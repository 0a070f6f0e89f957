import ArgumentParser
import CommandSupport
import Logging
import MotionCore
import MotionIIO

@main
struct Motiond: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motiond",
    abstract: "Recognise shakes in the readings of an accelerometer.",
    discussion: """
      Runs until SIGINT or SIGTERM comes, or a recording ends; an open shake is then cancelled. An \
      accelerometer that goes away is looked for until it is back. Events go to standard output, \
      everything else to standard error.

      Exit status: 0 done; 64 wrong usage; 65 bad data; 66 no such input; 69 no accelerometer; \
      77 not permitted; 1 otherwise.
      """,
    version: "motiond \(version) (libiio \(IIOLibrary.version))")

  @Option(help: Source.help)
  var source = "auto"

  @Option(help: "Where clients listen: none. (This version has no D-Bus service yet.)")
  var bus: Bus

  @Flag(help: "Without an accelerometer, wait for one to appear.")
  var wait = false

  @Option(name: .customLong("print"), help: "How to print events.")
  var format = EventFormat.text

  @OptionGroup var sensor: SensorOptions
  @OptionGroup var detection: DetectionOptions

  enum Bus: String, ExpressibleByArgument, CaseIterable {
    case none
  }

  func run() throws {
    try reportingFailures(of: "motiond") {
      // First of all: a signal that comes before would kill the process.
      let signals = try StopSignals()
      LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
      let logger = Logger(label: "motiond")
      switch Source(source) {
      case .accelerometer(let choice):
        try LiveRun(source, format, detection.shake, logger, signals).run(
          choice, sensor.options, waiting: wait, signals)
      case .recording(let path):
        try play(path, signals, logger)
      }
    }
  }

  private func play(
    _ path: String, _ signals: borrowing StopSignals, _ logger: Logger
  ) throws {
    var input = try InputFile(path: path)
    logger.info("started", metadata: ["source": "\(path)", "version": "\(version)"])
    var player = RecordingPlayer(.live)
    let output = OutputFile.standardOutput.interrupted(by: signals)
    let ending = try recognize(detection.shake) { finding in
      try output.write(format.line(finding, source: path))
    } in: {
      try player.play(&input, signals, $0)
    }
    switch ending {
    case .finished: logger.info("the readings ended")
    case .stopped: logger.info("stopped by a signal")
    }
  }
}
