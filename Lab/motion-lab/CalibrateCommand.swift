// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import LinuxSupport
import MotionCore
import MotionLabels
import MotionSensors
import SensorArguments

struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Find the sensitivity that suits a person and a device.",
    discussion: """
      Asks you to shake the device a few times, to hold it still, and to handle it in other ways. Then it proposes a \
      sensitivity where motiond recognizes the shakes and nothing else. Recordings can replace the measurements: of \
      one shake each (--shake), of the device at rest (--still), and of other handling (--other). So can directories \
      with an index.csv, such as capture makes: in a recording with the label shake each interval counts, with 2 s \
      before and after it; still counts as rest, and every other label as other handling.

      Exit status 1 if no sensitivity can be proposed.
      """)

  @Argument(help: "Directories of an index.csv each.", completion: .directory)
  var directories: [String] = []

  @Option(
    help: "The accelerometer: auto (default), iio:NAME, input or input:NAME.",
    transform: { try AccelerometerChoice(argument: $0, orFor: "> FILE") })
  var source: AccelerometerChoice?

  @Option(help: ArgumentHelp("Number of shakes to ask for, from 3 to 20.", valueName: "count"))
  var trials = 5

  @Option(
    help: ArgumentHelp(
      "A new directory for recordings of the measurements.", valueName: "directory"),
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
    help: ArgumentHelp("Recordings of other handling, without shakes.", valueName: "file"),
    completion: .file(extensions: ["csv"]))
  var other: [String] = []

  @Option(help: "Output format; json is one object.")
  var format = EventFormat.text

  @OptionGroup var sensor: SensorOptions
  @OptionGroup var daemon: DaemonOptions

  func validate() throws {
    guard (3...20).contains(trials) else {
      throw ValidationError("--trials \(trials): expected 3 to 20")
    }
    let files = shake + still + other
    guard !files.isEmpty || !directories.isEmpty else { return }
    guard !shake.isEmpty || !directories.isEmpty else {
      throw ValidationError("--still and --other need --shake with recordings of shakes")
    }
    guard source == nil, save == nil else {
      throw ValidationError(
        "--source and --save are for an accelerometer; omit them with recordings")
    }
    guard files.count(where: { $0 == "-" }) < 2 else {
      throw ValidationError("-: standard input can be read only once")
    }
  }

  func run() throws {
    try reportingFailures(of: "motion-lab calibrate") {
      let signals = try StopSignals()
      let phases =
        shake.isEmpty && directories.isEmpty ? try measured(signals) : try recorded(signals)
      guard let phases else {
        throw Failure(.failure, "stopped by a signal; there is no proposal")
      }
      let calibration = Calibration(phases)
      try OutputFile.standardOutput.write(
        format == .text ? calibration.table : calibration.json + "\n")
      if case .refusal = calibration.outcome { throw ExitCode(ExitStatus.failure.rawValue) }
    }
  }

  private func measured(_ signals: borrowing StopSignals) throws -> [CalibrationPhase]? {
    let directory = try save.map { try OutputDirectory(creating: $0) }
    defer { directory?.removeIfEmpty() }
    let player = try SourcePlayer(
      .accelerometer(source ?? .automatic), sampling: sensor.choice.options(),
      sharedOn: daemon.address)
    var session = CalibrationSession(trials: trials)
    guard let phases = try session.run(player, signals) else { return nil }
    try directory?.write(
      phases.map { ("\($0.name).csv", session.recording(of: $0).text) })
    return phases
  }

  private func recorded(_ signals: borrowing StopSignals) throws -> [CalibrationPhase]? {
    var phases: [CalibrationPhase] = []
    let tasks = [(CalibrationPhase.Task.shake, shake), (.still, still), (.other, other)]
    for (task, files) in tasks {
      for file in files {
        guard let readings = try readings(of: file, signals) else { return nil }
        phases.append(CalibrationPhase(file, task, readings))
      }
    }
    for directory in directories {
      let folder = try LabeledFolder(directory, signals)
      for recording in folder.recordings {
        let path = folder.path(of: recording)
        guard let readings = try readings(of: path, signals) else { return nil }
        phases += CalibrationPhase.phases(of: recording, at: path, readings)
      }
    }
    guard phases.contains(where: { $0.task == .shake }) else {
      throw Failure(.badData, "\(directories.joined(separator: ", ")): no recording of a shake")
    }
    return phases
  }

  /// The readings of a recording, with a warning where their unit is doubtful; nil at a signal.
  private func readings(
    of file: String, _ signals: borrowing StopSignals
  ) throws -> [Reading]? {
    guard let readings = try SourcePlayer.readings(of: file, signals) else { return nil }
    var units = UnitCheck()
    units.add(readings[...])
    for doubt in units.doubts {
      try Self.report("\(file): \(doubt)")
    }
    return readings
  }
}
