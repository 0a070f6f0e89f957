import CommandSupport
import Logging
import MotionCore
import MotionIIO
import Synchronization

/// The daemon on an accelerometer: events are recognised and printed on the reader's own queue, so
/// that nothing has to wake another thread for a reading.
final class LiveRun: Sendable {
  private struct State {
    var recognition: Recognition
    /// Why the output cannot be written any more.
    var problem: OutputError?
  }

  private let source: String
  private let format: EventFormat
  private let logger: Logger
  private let output: OutputFile
  private let stop: StopRequest
  private let state: Mutex<State>

  /// A run that prints its events in `format`, as those of `source`.
  init(
    _ source: String, _ format: EventFormat, _ shake: ShakeConfiguration, _ logger: Logger,
    _ signals: borrowing StopSignals
  ) {
    self.source = source
    self.format = format
    self.logger = logger
    output = .standardOutput.interrupted(by: signals)
    stop = signals.request
    state = Mutex(State(recognition: Recognition(shake)))
  }

  /// Runs until a signal, or until the output cannot be written.
  func run(
    _ choice: AccelerometerChoice, _ sampling: SamplingOptions, waiting: Bool,
    _ signals: borrowing StopSignals
  ) throws {
    let reader = AccelerometerReader(choice, sampling: sampling) { self.take($0) }
    do throws(AccelerometerError) {
      try reader.start(waiting: waiting)
    } catch { throw Failure(error) }
    signals.wait()
    reader.stop()
    try state.withLock { state in
      if let problem = state.problem { throw problem }
      try state.recognition.finish(print)
    }
    logger.info("stopped by a signal")
  }

  private func take(_ event: AccelerometerReader.Event) {
    log(event)
    state.withLock { state in
      guard state.problem == nil else { return }
      do throws(OutputError) {
        try event.forEachStep { step throws(OutputError) in
          try state.recognition.take(step, print)
        }
      } catch {
        state.problem = error
        stop.send()
      }
    }
  }

  private func print(_ finding: Finding) throws(OutputError) {
    try output.write(format.line(finding, source: source))
  }

  private func log(_ event: AccelerometerReader.Event) {
    switch event {
    case .started(let info):
      let rate = info.rate.map { "\($0) Hz" } ?? "unknown"
      let clock = info.clock.map { "\($0)" } ?? "unknown"
      let sampling = info.sampling.map { "\($0)" } ?? "unknown"
      logger.info(
        "started",
        metadata: [
          "accelerometer": "\(info.name ?? info.id)", "rate": "\(rate)", "clock": "\(clock)",
          "sampling": "\(sampling)", "version": "\(version)",
        ])
    case .lost(let error):
      logger.warning("\(error); looking for it")
    case .warning(let error):
      logger.warning("\(error)")
    case .readings, .time:
      break
    }
  }
}
