// SPDX-License-Identifier: Apache-2.0

import CommandOptions
import Commands
import LinuxSupport
import MotionBus
import MotionSensors

/// The bus of the clients, or none.
enum BusChoice: String, CaseIterable, Sendable {
  case system, session, none

  /// The bus; nil for none.
  var address: BusAddress? { BusName(rawValue: rawValue)?.address }
}

/// The scheduling of the daemon by the kernel.
enum Scheduling: String, CaseIterable, Sendable {
  /// The priority of other processes.
  case `default`
  /// Real-time for the sensor queue: before other processes, as soon as there is something to read.
  case fifo
}

/// The settings of the daemon, from the command line and the options file.
struct Settings: Hashable, Sendable {
  /// The source as the user named it.
  var sourceName = "auto"
  /// The bus of the clients.
  var bus = BusChoice.system
  /// A Boolean value that indicates whether it waits for an accelerometer without a bus, too.
  var wait = false
  /// The format of printed events; nil for the format that follows from the bus.
  var chosenFormat: EventFormat?
  /// The scheduling.
  var scheduling = Scheduling.default
  /// A Boolean value that indicates whether a sensor's chip may recognize motions.
  var chipEvents = true
  /// A Boolean value that indicates whether the last readings are kept.
  var capture = true
  /// A Boolean value that indicates whether statistics are written at the end.
  var stats = false
  /// The way to sample the accelerometer.
  var sensor = SensorChoice()
  /// The motions to print, and the defaults of claims.
  var detection = MotionChoice()
  /// The file of further options.
  var optionsFile: String?
  /// The words of that file, which are among the settings.
  private(set) var optionsFromFile: [String] = []

  /// The defaults.
  init() {}

  /// The settings of a command line, which follows the words of its options file.
  ///
  /// - Parameter words: without the name of the command
  /// - Throws: a `UsageError`; a `Failure` for a mistake in the file
  init(commandLine words: [String]) throws {
    try self.init(OptionParser.motiond.parse(words))
    guard let file = optionsFile else { return }
    let fromFile = try OptionsFile.options(at: file)
    do throws(UsageError) {
      try self.init(OptionParser.motiond.parse(fromFile + words))
    } catch { throw Failure(.usage, "\(file): \(error)") }
    optionsFromFile = fromFile
  }

  /// The settings of a command line alone, without the words of an options file.
  init(_ line: ParsedOptions) throws(UsageError) {
    guard line.request == nil else { throw UsageError("--help and --version stand alone") }
    sourceName = try line.last(.source) { $0 } ?? sourceName
    bus = try line.last(.bus) { BusChoice(rawValue: $0) } ?? bus
    wait = line.isOn(.wait)
    chosenFormat = try line.last(.print) { EventFormat(rawValue: $0) }
    scheduling = try line.last(.scheduling) { Scheduling(rawValue: $0) } ?? scheduling
    chipEvents = line.isOn(.chipEvents)
    capture = line.isOn(.capture)
    stats = line.isOn(.stats)
    sensor = try SensorChoice(line)
    detection = try MotionChoice(line)
    optionsFile = try line.last(.optionsFile) { $0 }
    try Source.check(sourceName, for: "| motiond --source -")
  }

  /// The source.
  var source: Source { Source(sourceName) }

  /// The options that differ in `other` and take a restart; empty if there are none.
  func fixedOptions(changedIn other: Settings) -> [String] {
    var changed: [String] = []
    if bus != other.bus { changed.append("--bus") }
    if scheduling != other.scheduling { changed.append("--scheduling") }
    if isRecording || other.isRecording, sourceName != other.sourceName {
      changed.append("--source")
    }
    return changed
  }

  /// A Boolean value that indicates whether the source is not an accelerometer.
  var isRecording: Bool {
    if case .accelerometer = source { false } else { true }
  }
}
