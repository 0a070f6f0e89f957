import CommandSupport
import Glibc
import Logging
import MotionCore
import MotionIIO

/// A recording in place of an accelerometer.
extension Daemon {
  /// Plays the recording at `path`, once somebody wants it, until its end or a signal.
  ///
  /// For clients on a bus a file is played in real time; what comes through a pipe, as it comes.
  nonisolated func play(
    _ path: String, _ bus: BusChoice, _ signals: borrowing StopSignals
  ) throws {
    var input = try InputFile(path: path)
    logger.info("started", metadata: ["source": "\(path)", "version": "\(version)"])
    guard case .ready = waitUntilWanted(signals) else {
      return logStop()
    }
    var player = RecordingPlayer(bus != .none && Self.isFile(path) ? .realTime : .live)
    var isFirst = true
    let ending = try player.play(&input, signals) { step in
      if isFirst, case .reading(let reading) = step {
        isFirst = false
        let now = AccelerometerInfo.Clock.bootTimeNow
        sampler.rebase(.zero(at: now.nanoseconds(since: reading.timestamp)))
      }
      sampler.take(step)
    }
    switch ending {
    case .finished: logger.info("the readings ended")
    case .stopped: logStop()
    }
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}
