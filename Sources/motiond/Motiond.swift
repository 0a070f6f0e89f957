import ArgumentParser
import CommandSupport
import Glibc
import Logging
import MotionBus
import MotionCore
import MotionIIO

@main
struct Motiond: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motiond",
    abstract: "Recognise shakes in the readings of an accelerometer, and tell who wants to know.",
    discussion: """
      Clients claim motions on D-Bus (org.motiond.Motion1) and are told of them; as long as nobody has \
      claimed any, nothing is sampled. With --print events go to standard output too; everything else \
      goes to standard error. An accelerometer that goes away is looked for until it is back; an open \
      shake is then cancelled.

      Runs until SIGINT or SIGTERM comes, or a recording ends. SIGUSR1 shows statistics; SIGHUP reads \
      the options file again.

      Exit status: 0 done; 64 wrong usage; 65 bad data; 66 no such input; 69 no accelerometer or no \
      bus; 77 not permitted; 1 otherwise.
      """,
    version: "motiond \(version) (libiio \(IIOLibrary.version))")

  @Option(help: Source.help)
  var source = "auto"

  @Option(help: "Where clients listen.")
  var bus = BusChoice.system

  @Flag(help: "With --bus none: without an accelerometer, wait for one to appear.")
  var wait = false

  @Option(
    name: .customLong("print"),
    help: "How to print events; without it they are printed only with --bus none, as text.")
  var format: EventFormat?

  @Option(
    help: ArgumentHelp(
      "fifo: real-time scheduling, and memory that is never paged out.", valueName: "how"))
  var scheduling = Scheduling.default

  @Flag(help: "At the end, show what became of the readings.")
  var stats = false

  @Option(
    help: ArgumentHelp(
      "A file with a line \(OptionsFile.key)=\"...\" of further options; those given here count more.",
      valueName: "file"))
  var optionsFile: String?

  @OptionGroup var sensor: SensorOptions
  @OptionGroup var detection: DetectionOptions

  /// What it was told to do.
  var settings: Settings {
    Settings(
      source: source, bus: bus, format: format ?? (bus == .none ? .text : nil),
      shake: detection.shake, sampling: sensor.options, isWaiting: wait, scheduling: scheduling,
      showsStatistics: stats)
  }

  /// The command that `arguments` say, with those of its options file before them.
  ///
  /// - Throws: a ``Failure``, or what ArgumentParser throws
  static func parsed(_ arguments: [String]) throws -> Motiond {
    let command = try parse(arguments)
    guard let file = command.optionsFile else { return command }
    return try parse(OptionsFile.options(at: file) + arguments)
  }

  static func main() {
    run(Array(CommandLine.arguments.dropFirst()))
  }

  private nonisolated static func run(_ arguments: [String]) {
    do {
      try reportingFailures(of: "motiond") { try parsed(arguments).run(again: arguments) }
    } catch { exit(withError: error) }
  }

  /// Runs; at SIGHUP `arguments` are looked at again.
  private func run(again arguments: [String]) throws {
    // Before the first call of libdispatch, whose threads inherit it.
    let refusals = scheduling.apply()
    // Then first of all: a signal that comes before would kill the process.
    let signals = try StopSignals()
    LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
    let logger = Logger(label: "motiond")
    for refusal in refusals { logger.warning("\(refusal)") }
    let daemon = try Daemon(
      settings, logger, output: .standardOutput.interrupted(by: signals), stop: signals.request)
    let handlers = SignalHandlers(
      on: daemon.executor.queue,
      [
        SIGUSR1: { [weak daemon] in daemon?.assumeIsolated { $0.showStatistics() } },
        SIGHUP: { [weak daemon] in
          let settings = Result { try Self.parsed(arguments).settings }
          daemon?.assumeIsolated { $0.reload(settings) }
        },
      ])
    try withExtendedLifetime(handlers) { try run(daemon, signals) }
  }

  private func run(_ daemon: Daemon, _ signals: borrowing StopSignals) throws {
    defer { try? daemon.sync { if $0.settings.showsStatistics { $0.showStatistics() } } }
    do {
      try daemon.sync { daemon throws(Failure) in try daemon.begin() }
      ServiceManager.ready()
      daemon.async { $0.startWatchdog() }
      switch Source(source) {
      case .accelerometer:
        signals.wait()
        daemon.logStop()
      case .recording(let path): try daemon.play(path, bus, signals)
      }
    } catch {
      try? daemon.sync { daemon throws(Failure) in try daemon.end() }
      throw error
    }
    ServiceManager.stopping()
    try daemon.sync { daemon throws(Failure) in try daemon.end() }
    if let problem = daemon.outputProblem { throw problem }
  }
}
