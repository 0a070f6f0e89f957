import ArgumentParser
import CommandSupport
import Glibc
import MotionBus
import MotionCore
import MotionSynthesis

struct SimulateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Have the running motiond tell its clients of a shake that there was not.",
    discussion: """
      motiond plays readings in place of the accelerometer's, in real time, and one simulation at a \
      time; this command ends when it is over. What is recognised in the readings is marked as \
      simulated. It takes root, the user who runs motiond on a session bus, or a user who \
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
      guard let motion = try motion(signals) else { return }
      let isHeard: Bool
      do throws(BusError) {
        let daemon = try MotionDaemon(daemon.address)
        try daemon.simulate(motion.text)
        isHeard = try daemon.status()?.isClaimed ?? false
      } catch { throw Failure(error) }
      if !isHeard {
        try OutputFile.standardError.write(
          "motionctl simulate: no client has claimed motions, so nobody is told\n")
      }
      _ = signals.wait(until: .now + motion.duration)
    }
  }

  /// What to ask the daemon for, and how long it takes; nil if a signal came first.
  private func motion(
    _ signals: borrowing StopSignals
  ) throws -> (text: String, duration: Duration)? {
    switch what {
    case "shake": return (what, .seconds(SampleLibrary.shortShake.duration))
    case "long-shake": return (what, .seconds(SampleLibrary.longShake.duration))
    default:
      // What is no file's name is a mistake, not a file that is missing.
      if what != "-", !what.contains(where: { "./".contains($0) }), access(what, F_OK) != 0 {
        throw Failure(
          .noInput, "cannot simulate '\(what)'; expected shake, long-shake or a recording")
      }
      // Read here, so that a bad line is told with its file, and as this user may.
      guard let readings = try wholeRecording(what, signals) else { return nil }
      let text = RecordingFormat.preamble([]) + readings.map(RecordingFormat.line).joined()
      guard let first = readings.first, let last = readings.last else { return (text, .zero) }
      return (text, .nanoseconds(last.timestamp.nanoseconds(since: first.timestamp)))
    }
  }
}
