// SPDX-License-Identifier: Apache-2.0

import CommandOptions
import Commands
import LinuxSupport
import MotionSensors

extension OptionParser {
  /// The command line of motiond.
  static let motiond = OptionParser(
    "motiond",
    abstract: "Recognize motions of the device, such as shakes, for the programs that claim them.",
    discussion: """
      Clients claim motions on D-Bus (org.motiond.Motion1) and receive their events. motiond samples only while \
      somebody claims or prints motions, or reads its readings. --print writes the events of --motions to standard \
      output; messages go to standard error. --sensitivity, --window and --option are also the defaults for claims \
      that omit them. If the accelerometer is disconnected, motiond cancels open motions, and waits until it is \
      connected again.

      Runs until SIGINT or SIGTERM, or until a recording ends; with a bus, a named pipe has no end, and motiond opens \
      it again for the next writer. SIGUSR1 writes what motionctl status shows, and statistics, to standard error; \
      SIGHUP reads the options file again.

      Exit status: 0 done; 64 wrong usage; 65 bad data; 66 no such input; 69 no accelerometer or no \
      bus; 77 not permitted; 1 otherwise.
      """,
    options: [
      .source, .bus, .wait, .print, .scheduling, .chipEvents, .capture, .stats, .rate, .sampling,
      .mountMatrix, .motions, .sensitivity, .window, .setting, .optionsFile,
    ])
}

/// The text that `motiond --version` prints.
let motiondVersion = "motiond \(version) (libiio \(IIOLibrary.version))"

extension CommandOption {
  static let source = CommandOption(
    "source", "source", Source.help, default: Settings().sourceName)
  static let bus = CommandOption(
    "bus", "bus", "The bus of the clients.", values: BusChoice.allCases.map(\.rawValue),
    default: Settings().bus.rawValue)
  static let wait = CommandOption(
    flag: "wait", "With --bus none: wait for an accelerometer if there is none.")
  static let print = CommandOption(
    "print", "print",
    "Print events in this format (default: text with --bus none, otherwise nothing).",
    values: EventFormat.allCases.map(\.rawValue))
  static let scheduling = CommandOption(
    "scheduling", "policy",
    "fifo: readings in real time, and memory that is never paged out.",
    values: Scheduling.allCases.map(\.rawValue), default: Settings().scheduling.rawValue)
  static let chipEvents = CommandOption(
    flag: "chip-events",
    "Take motions from the sensor's chip where it recognizes them by itself; or from readings alone.",
    isInvertible: true)
  static let capture = CommandOption(
    flag: "capture",
    "Keep the readings of the last 30 s in memory, for motionctl capture; or keep none.",
    isInvertible: true)
  static let stats = CommandOption(
    flag: "stats", "Write statistics of the readings at the end.")
  static let optionsFile = CommandOption(
    "options-file", "file",
    "A file with a line \(OptionsFile.key)=\"...\" of further options; the command line takes precedence."
  )
}
