// SPDX-License-Identifier: Apache-2.0

import CommandOptions
import Glibc
import LinuxSupport
import Logging
import MotionSensors

@main
enum Motiond {
  static func main() {
    do {
      try checkArguments()
      let words = Array(CommandLine.arguments.dropFirst())
      switch try OptionParser.motiond.parse(words).request {
      case .help: print(OptionParser.motiond.help)
      case .version: print(motiondVersion)
      case nil: try run(words)
      }
    } catch let error as UsageError {
      try? OutputFile.standardError.write(OptionParser.motiond.complaint(about: error))
      exit(ExitStatus.usage.rawValue)
    } catch {
      exit(exitStatus(reporting: error, from: "motiond") ?? status(reporting: "\(error)"))
    }
  }

  private static func status(reporting error: String) -> Int32 {
    Failure(.failure, error).report(from: "motiond")
    return ExitStatus.failure.rawValue
  }

  /// Runs with the options in `words`, which are parsed again at SIGHUP.
  private static func run(_ words: [String]) throws {
    LogOutput.standardError.serve()
    let settings = try Settings(commandLine: words)
    IIOLibrary.guardStandardError()
    let refusals = settings.scheduling.apply()
    // First of all: a signal that comes before would kill the process.
    let signals = try StopSignals()
    LoggingSystem.bootstrap { _ in
      Journal.hasStandardError
        ? JournalLogHandler()
        : StreamLogHandler(label: "motiond", stream: LogStream()) as any LogHandler
    }
    let logger = Logger(label: "motiond")
    for refusal in refusals { logger.warning("\(refusal)") }
    for device in SettingsNotes.ofMotiond?.putBack() ?? [] {
      logger.notice("switched a buffer off that a crash had left on: \(device)")
    }
    let daemon = try Daemon(
      settings, logger, output: .standardOutput.interrupted(by: signals), stop: signals.request
    ) {
      try Settings(commandLine: words)
    }
    try daemon.run(signals)
  }
}

extension SettingsNotes {
  /// The notes of this daemon; nil if systemd did not start it.
  static let ofMotiond = getenv("RUNTIME_DIRECTORY").flatMap {
    SettingsNotes(inFirstOf: String(cString: $0))
  }
}
