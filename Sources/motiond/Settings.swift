// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import CommandOptions
import Commands
import MotionBus
import MotionCore
import MotionIIO
import SensorArguments

/// The bus of the clients, or none.
enum BusChoice: String, ExpressibleByArgument, CaseIterable {
  case system, session, none

  /// The bus; nil for none.
  var address: BusAddress? {
    switch self {
    case .system: .system
    case .session: .session
    case .none: nil
    }
  }
}

/// The settings of the daemon, from the command line and the options file.
struct Settings: ParsableArguments, Sendable {
  @Option(name: .customLong("source"), help: .source)
  var sourceName = "auto"

  @Option(help: "The bus of the clients.")
  var bus = BusChoice.system

  @Flag(help: "With --bus none: wait for an accelerometer if there is none.")
  var wait = false

  @Option(
    name: .customLong("print"),
    help: "Print events in this format (default: text with --bus none, otherwise nothing).")
  var chosenFormat: EventFormat?

  @Option(
    help: ArgumentHelp(
      "fifo: real-time scheduling, and memory that is never paged out.",
      valueName: "policy"))
  var scheduling = Scheduling.default

  @Flag(
    inversion: .prefixedNo,
    help:
      "Take motions from the sensor's chip where it recognizes them by itself; or from readings alone."
  )
  var chipEvents = true

  @Flag(
    inversion: .prefixedNo,
    help: "Keep the readings of the last 30 s in memory, for motionctl capture; or keep none.")
  var capture = true

  @Flag(help: "Write statistics of the readings at the end.")
  var stats = false

  @OptionGroup var sensorOptions: SensorOptions
  @OptionGroup var motionArguments: MotionArguments

  /// Checks the source.
  func validate() throws {
    try validating(try Source.check(sourceName, for: "| motiond --source -"))
  }

  /// How the accelerometer is sampled.
  var sensor: SensorChoice { sensorOptions.choice }

  /// The motions to print, and the defaults of claims.
  var detection: MotionChoice { motionArguments.choice }

  /// The source.
  var source: Source { Source(sourceName) }

  /// The style of printed events; nil if they are not printed.
  var style: EventPrinter.Style? {
    guard let format = chosenFormat ?? (bus == .none ? .text : nil) else { return nil }
    return EventPrinter.Style(
      source: sourceName, format: format, motions: detection.configurations)
  }

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
