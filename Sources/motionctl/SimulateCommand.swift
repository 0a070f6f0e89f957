import ArgumentParser
import CommandSupport
import MotionBus
import MotionCore

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Have the running motiond tell its clients of a shake that there was not.",
    discussion: """
      motiond plays readings in place of the accelerometer's, in real time; what it recognises in them \
      is marked as simulated. It takes root, the user who runs motiond on a session bus, or a user who \
      sits at the machine.
      """)

  @Argument(
    help: "shake, long-shake, or a recording; - is standard input.",
    completion: .file(extensions: ["csv"]))
  var what: String

  @OptionGroup var daemon: DaemonOptions

  func run() throws {
    try reportingFailures(of: "motionctl simulate") {
      let signals = try StopSignals()
      guard let text = try text(signals) else { return }
      do throws(BusError) {
        try MotionDaemon(daemon.address).simulate(text)
      } catch { throw Failure(error) }
    }
  }

  /// What to ask the daemon for; nil if a signal came first.
  private func text(_ signals: borrowing StopSignals) throws -> String? {
    switch what {
    case "shake", "long-shake": return what
    default:
      // Read here, so that a bad line is told with its file, and as this user may.
      guard let readings = try wholeRecording(what, signals) else { return nil }
      return RecordingFormat.preamble([]) + readings.map(RecordingFormat.line).joined()
    }
  }
}
