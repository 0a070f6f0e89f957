import ArgumentParser
import CommandSupport
import MotionEvaluation
import MotionIIO

struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Find the sensitivity that suits a person and a device.",
    discussion: """
      Asks for a few shakes, for stillness and for other handling, and proposes a sensitivity that \
      finds the former and nothing in the latter. Or does so from recordings: of one shake each \
      (--shake), of the device at rest (--still), and of anything else (--other).

      Exit status 1 if nothing can be proposed.
      """)

  @Option(
    help: ArgumentHelp("An accelerometer: auto (default), iio:NAME, or a libiio URI."))
  var source: String?

  @Option(help: ArgumentHelp("How many shakes to ask for, from 3 to 20.", valueName: "count"))
  var trials = 5

  @Option(
    help: ArgumentHelp(
      "A new directory for recordings of what was measured.", valueName: "directory"),
    completion: .directory)
  var save: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Recordings of one shake each; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var shake: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Recordings of the device at rest.", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var still: [String] = []

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp("Recordings of anything but shakes.", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var other: [String] = []

  @Option(help: "How to print; json is one object.")
  var format = EventFormat.text

  @OptionGroup var sensor: SensorOptions
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    guard source.map({ AccelerometerChoice($0) != nil }) ?? true else {
      throw ValidationError("--source \(source ?? ""): expected auto, iio:NAME or a libiio URI")
    }
    guard (3...20).contains(trials) else {
      throw ValidationError("--trials \(trials): expected 3 to 20")
    }
    let files = shake + still + other
    guard !files.isEmpty else { return }
    guard !shake.isEmpty else {
      throw ValidationError("--still, --other: expected --shake with recordings of shakes too")
    }
    guard source == nil, save == nil else {
      throw ValidationError(
        "--source and --save are for an accelerometer; leave them out with recordings")
    }
    guard files.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("-: standard input can be read only once")
    }
  }

  func run() throws {
    try reportingFailures(of: "motionctl calibrate") {
      let signals = try StopSignals()
      let phases = shake.isEmpty ? try measured(signals) : try recorded(signals)
      guard let phases else {
        throw Failure(.failure, "stopped by a signal; there is no proposal")
      }
      let calibration = Calibration(phases)
      switch format {
      case .text: try OutputFile.standardOutput.write(calibration.table)
      case .json: try OutputFile.standardOutput.write(calibration.json + "\n")
      }
      if case .refusal = calibration.outcome { throw ExitCode(ExitStatus.failure.rawValue) }
    }
  }

  private func measured(_ signals: borrowing StopSignals) throws -> [CalibrationPhase]? {
    let choice = source.flatMap { AccelerometerChoice($0) } ?? .automatic
    let directory = try save.map { try OutputDirectory(creating: $0) }
    defer { directory?.removeIfEmpty() }
    let player = AccelerometerPlayer(choice, sensor.options, besides: daemon.address)
    var session = CalibrationSession(trials: trials)
    guard let phases = try session.run(player, signals) else { return nil }
    for phase in phases {
      try directory?.write("\(phase.name).csv", session.recording(of: phase).text)
    }
    return phases
  }

  private func recorded(_ signals: borrowing StopSignals) throws -> [CalibrationPhase]? {
    var phases: [CalibrationPhase] = []
    let tasks = [(CalibrationPhase.Task.shake, shake), (.still, still), (.other, other)]
    for (task, files) in tasks {
      for file in files {
        guard let readings = try wholeRecording(file, signals) else { return nil }
        var units = UnitCheck()
        for reading in readings { units.take(reading) }
        for doubt in units.doubts {
          try OutputFile.standardError.write("motionctl calibrate: \(file): \(doubt)\n")
        }
        phases.append(CalibrationPhase(file, task, readings))
      }
    }
    return phases
  }
}
