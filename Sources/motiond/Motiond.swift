// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandArguments
import Commands
import Glibc
import LinuxSupport
import Logging
import MotionBus
import MotionCore
import MotionIIO
import MotiondOptions

@main
struct Motiond: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motiond",
    abstract: "Recognize motions of the device, such as shakes, for the programs that claim them.",
    discussion: """
      Clients claim motions on D-Bus (org.motiond.Motion1) and receive their events. motiond samples \
      only while a motion is claimed, printed, or its readings are read. --print writes the events of \
      --motions to standard output; messages go to standard error. --sensitivity, --window and --option \
      are also the defaults for claims that omit them. If the accelerometer is disconnected, open motions \
      are cancelled, and motiond waits until it is connected again.

      Runs until SIGINT or SIGTERM, or until a recording ends; with a bus, a named pipe has no end, and \
      is opened again for the next writer. SIGUSR1 writes what motionctl status \
      shows, and statistics, to standard error; SIGHUP reads the options file again.

      Exit status: 0 done; 64 wrong usage; 65 bad data; 66 no such input; 69 no accelerometer or no \
      bus; 77 not permitted; 1 otherwise.
      """,
    version: "motiond \(version) (libiio \(IIOLibrary.version))")

  @OptionGroup var settings: Settings

  @Option(
    help: ArgumentHelp(
      "A file with a line \(OptionsFile.key)=\"...\" of further options; the command line takes precedence.",
      valueName: "file"))
  var optionsFile: String?

  /// The words of the options file, which are among the settings.
  private(set) var optionsFromFile: [String] = []

  private enum CodingKeys: CodingKey {
    case settings, optionsFile
  }

  /// The command of `arguments`, preceded by those of its options file.
  ///
  /// - Throws: a ``Failure``, or what ArgumentParser throws
  static func parsed(_ arguments: [String]) throws -> Motiond {
    let command = try parse(arguments)
    guard let file = command.optionsFile else { return command }
    let words = try OptionsFile.options(at: file)
    var complete: Motiond
    do {
      complete = try parse(words + arguments)
    } catch { throw Failure(.usage, "\(file): \(message(for: error))") }
    complete.optionsFromFile = words
    return complete
  }

  nonisolated static func main() {
    requireUTF8Arguments()
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      try reportingFailures(of: "motiond") { try parsed(arguments).run(again: arguments) }
    } catch { exit(withError: error) }
  }

  /// Runs; at SIGHUP `arguments` are parsed again.
  private func run(again arguments: [String]) throws {
    // It keeps the stream that it finds, which from then on is one for libraries.
    let terminal = StreamLogHandler.standardError(label: "motiond")
    IIOLibrary.guardStandardError()
    // Before the first call of libdispatch, whose threads inherit it.
    let refusals = settings.scheduling.apply()
    // Then first of all: a signal that comes before would kill the process.
    let signals = try StopSignals()
    LoggingSystem.bootstrap { _ in
      Journal.hasStandardError ? JournalLogHandler() : terminal as any LogHandler
    }
    let logger = Logger(label: "motiond")
    for refusal in refusals { logger.warning("\(refusal)") }
    for device in BufferNotes.ofMotiond?.putBack() ?? [] {
      logger.notice("switched a buffer off that a crash had left on: \(device)")
    }
    let daemon = try Daemon(
      self, logger, output: .standardOutput.interrupted(by: signals), stop: signals.request
    ) {
      try Self.parsed(arguments)
    }
    try daemon.run(signals)
  }
}

extension BufferNotes {
  /// The notes of this daemon; nil if systemd did not start it.
  static let ofMotiond = getenv("RUNTIME_DIRECTORY").flatMap {
    BufferNotes(inFirstOf: String(cString: $0))
  }
}
