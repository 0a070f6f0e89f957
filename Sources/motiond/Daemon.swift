// SPDX-License-Identifier: Apache-2.0

import CommandSupport
import Glibc
import LinuxSupport
import Logging
import MotionBus
import MotionCore
import MotionIIO
import MotionSources

/// The daemon: it samples while something wants motions or readings, and passes them on.
///
/// The queue of its shell decides what is wanted. Readings are handled by the stage on the queue of
/// their source, clients by the service on its own, and printing on a third, so that none waits for
/// another.
final class Daemon: Sendable {
  private let shell: QueueBound<DaemonShell>
  private let logger: Logger
  private let stage: DetectionStage
  private let printer: EventPrinter

  /// A daemon that has not begun.
  ///
  /// - Parameters:
  ///   - command: the command with its settings
  ///   - logger: the log of what it does
  ///   - output: the file to print events to
  ///   - stop: ends the wait of the thread that runs it
  ///   - readOptions: reads the options of the command anew
  /// - Throws: a ``Failure`` if the process has no descriptor left
  init(
    _ command: Motiond, _ logger: Logger, output: OutputFile, stop: Wakeup,
    _ readOptions: @escaping @Sendable () throws -> Motiond
  ) throws(Failure) {
    let printer = EventPrinter(output, stop)
    let shell = try QueueBound(to: SerialQueue(label: "org.motiond.daemon", rank: .daemon)) {
      (own) throws(Failure) in
      try DaemonShell(own, command, logger, printer, stop: stop, readOptions)
    }
    (self.shell, self.logger, self.printer) = (shell, logger, printer)
    stage = shell.sync { $0.stage }
  }

  /// Serves clients, and reads what is wanted, until a signal, or until a recording ends.
  ///
  /// - Parameter signals: the signals that end it
  /// - Throws: an error if there is no bus, or if it is lost for good; without a bus, if there is
  ///   no accelerometer; the error of a recording, or of the output
  func run(_ signals: borrowing StopSignals) throws {
    let handlers = SignalHandlers(
      on: shell.queue.queue,
      [
        SIGUSR1: { [weak shell] in shell?.sync { $0.showStatus() } },
        SIGHUP: { [weak shell] in shell?.sync { _ = $0.reload() } },
      ])
    try withExtendedLifetime(handlers) {
      let outcome = Result { try serve(signals) }
      ServiceManager.stopping()
      shell.sync { $0.end() }
      printer.finish()
      shell.sync { $0.showFinalStatistics() }
      try outcome.get()
      if let problem = printer.problem { throw problem }
      try checkFailure()
    }
  }

  private func serve(_ signals: borrowing StopSignals) throws {
    let settings = shell.sync { shell in
      shell.begin()
      return shell.machine.settings
    }
    try checkFailure()
    ServiceManager.ready()
    switch settings.source {
    case .recording(let path): try play(path, settings, signals)
    case .accelerometer, .readings:
      signals.wait()
      logStop()
    }
  }

  /// Throws the reason why the daemon cannot go on, if there is one.
  private func checkFailure() throws {
    if let failure = shell.sync({ $0.failure }) { throw failure }
  }

  /// Plays the recording `path` once it is wanted, until its end or a signal, on the thread that
  /// calls.
  ///
  /// For clients on a bus a file is played in real time, and a pipe as its readings come. Without a
  /// bus, playing waits until each event is printed.
  private func play(_ path: String, _ settings: Settings, _ signals: borrowing StopSignals) throws {
    let source = Source.recording(path)
    let hasBus = settings.bus != .none
    let player = try SourcePlayer(source, pace: hasBus && source.isFile ? .realTime : .live)
    logger.info("started", metadata: ["source": "\(path)", "version": "\(version)"])
    let wanted = shell.sync { $0.isWanted }
    guard case .ready = signals.waitToRead(wanted.descriptor) else { return logStop() }
    var isFirst = true
    var probe = RateProbe(for: settings.detection)
    let ending = try player.play(signals) { event in
      try probe.process(event) { rate in
        shell.sync { $0.handle(.recordingRate(rate)) }
        try checkFailure()
      } pass: { event in
        if isFirst, case .readings(let batch) = event, let reading = batch.first {
          isFirst = false
          let zero = AccelerometerInfo.Clock.bootTimeNow.nanoseconds(since: reading.timestamp)
          stage.setClock(.other(zero: zero))
          // Clients get times of CLOCK_BOOTTIME, which are later than those of the recording.
          if hasBus {
            logger.info("the recording plays", metadata: ["clock_shift_ns": "\(zero)"])
          }
        }
        if stage.process(event), !hasBus { printer.finish() }
      }
    }
    switch ending {
    case .finished: logger.info("the readings ended")
    case .stopped: logStop()
    }
  }

  /// Logs that a signal ended the wait, unless it was a failure, which is reported at the end.
  private func logStop() {
    guard shell.sync({ $0.failure == nil }), printer.problem == nil else { return }
    logger.info("stopped by a signal")
  }
}
