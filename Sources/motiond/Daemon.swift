// SPDX-License-Identifier: Apache-2.0

import CommandOptions
import Commands
import Glibc
import LinuxSupport
import Logging
import MotionBus
import MotionCore
import MotionSensors

/// The daemon: it samples while something wants motions or readings, and passes them on.
///
/// Three queues give each other messages, and none waits for another. The sensor queue reads and
/// recognizes, in the stage; the service queue has the shell with the clients, the pipes and the
/// output; the opener opens and closes accelerometers. The main thread plays recordings, and waits.
final class Daemon: Sendable {
  /// The wakeups of the main thread.
  struct Wakeups: Sendable {
    /// Ends its wait, as a signal does.
    let stop: Wakeup
    /// Raised once the daemon is on its bus, and detects what it prints.
    let hasBegun: Wakeup
    /// Raised once a recording is wanted.
    let isWanted: Wakeup
    /// Raised once the daemon has ended.
    let isOver: Wakeup
    /// Raised as often as there is room for another batch of a recording.
    let room: Wakeup
  }

  private let shell: QueueBound<DaemonShell>
  private let logger: Logger
  private let stage: QueueBound<Reference<DetectionStage>>
  private let wakeups: Wakeups

  /// The largest number of batches of a recording that are under way at once.
  private static let batches = 2

  /// A daemon that has not begun.
  ///
  /// - Parameters:
  ///   - settings: its settings
  ///   - logger: the log of what it does
  ///   - output: the file to print events to
  ///   - stop: ends the wait of the thread that runs it
  ///   - readOptions: reads the settings again
  /// - Throws: a ``Failure`` if the process has no descriptor left
  init(
    _ settings: Settings, _ logger: Logger, output: OutputFile, stop: Wakeup,
    _ readOptions: @escaping @Sendable () throws -> Settings
  ) throws(Failure) {
    let wakeups = Wakeups(
      stop: stop, hasBegun: try .made(), isWanted: try .made(),
      isOver: try .made(), room: try .made())
    let shell = QueueBound(to: SerialQueue(label: "org.motiond.service")) { own in
      DaemonShell(own, settings, logger, output, wakeups, readOptions)
    }
    (self.shell, self.logger, self.wakeups) = (shell, logger, wakeups)
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
      shell.async { $0.handle(.end) }
      wakeups.isOver.wait()
      shell.sync { if $0.machine.settings.stats { $0.showStatistics() } }
      try outcome.get()
      if let problem = shell.sync({ $0.printer.problem }) { throw problem }
      try checkFailure()
    }
  }

  private func serve(_ signals: borrowing StopSignals) throws {
    let settings = shell.sync { $0.machine.settings }
    shell.async { $0.begin() }
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

  /// Plays the recording `path`, until its end or a signal, on the thread that calls.
  ///
  /// For clients on a bus a file is played in real time once it is wanted. motiond always reads a
  /// pipe, as its readings come, and drops the readings that nothing wants. A named pipe has no end
  /// there, as another program may become its writer. Without a bus, playing waits until each event
  /// is printed.
  private func play(_ path: String, _ settings: Settings, _ signals: borrowing StopSignals) throws {
    let source = Source.recording(path)
    let hasBus = settings.bus != .none
    let header = Reference<[RecordingNote]?>(nil)
    let tell: (PipeState) -> Void = { [shell] state in
      shell.async { $0.handle(.source(.pipe(state))) }
    }
    let player = try SourcePlayer(
      source, pace: hasBus && source.isFile ? .realTime : .live,
      onPipe: hasBus && source.isNamedPipe ? tell : nil, onHeader: { header.value = $0 })
    guard case .ready = signals.waitToRead(wakeups.hasBegun.descriptor) else { return logStop() }
    logger.info("started", metadata: ["source": "\(path)", "version": "\(version)"])
    if source.isFile {
      guard case .ready = signals.waitToRead(wakeups.isWanted.descriptor) else { return logStop() }
    }
    let isLive = hasBus && !source.isFile
    switch try feed(player, settings.detection, hasBus: hasBus, isLive: isLive, header, signals) {
    case .finished: logger.info("the readings ended")
    case .stopped: logStop()
    }
  }

  /// Hands the events of a recording to the stage, and waits until it has processed them, and,
  /// without a bus, until what it found is printed.
  ///
  /// A motion may be late if the readings are live and clients act on it. With each header another
  /// writer begins, which may have another clock.
  private func feed(
    _ player: SourcePlayer, _ detection: MotionChoice, hasBus: Bool, isLive: Bool,
    _ header: Reference<[RecordingNote]?>, _ signals: borrowing StopSignals
  ) throws -> SourceEnding {
    for _ in 0..<Self.batches { wakeups.room.raise() }
    // Before an error as well: what was found so far is printed.
    defer { waitForRoom(Self.batches, signals) }
    var offset: ArrivalOffset?
    var isBootTime = false
    var clock: ReadingClock?
    var probe = RateProbe(for: detection)
    return try player.play(signals) { event in
      try probe.process(event) { rate in
        shell.sync { $0.handle(.recordingRate(rate)) }
        try checkFailure()
      } pass: { event in
        if case .interrupted = event { offset?.noteSilence() }
        if let notes = header.value {
          (isBootTime, offset, header.value) = (notes.contains(.bootTimeByRoundTrips), nil, nil)
        }
        if case .readings(let batch) = event, isLive || offset == nil {
          let (former, arrival) = (offset?.zero, Timestamp.now())
          offset.process(batch, arrival: arrival, isBootTime: isLive && isBootTime)
          let new = offset.map {
            ReadingClock.other(
              zero: $0.zero, punctual: isLive ? $0.punctual : nil, lag: isLive ? $0.lag : nil)
          }
          if let new, new != clock { stage.async { $0.value.setClock(new) } }
          clock = new
          // Clients get times of CLOCK_BOOTTIME, which are later than the recording's times.
          if hasBus, let zero = offset?.zero, zero != former {
            logger.info("the recording plays", metadata: ["clock_shift_ns": "\(zero)"])
          }
        }
        hand(on: event, waiting: !hasBus, signals)
      }
    }
  }

  /// Hands an event of a recording to the stage once there is room for it: two batches are under
  /// way at most, from here until their events are printed.
  ///
  /// With clients on a bus an output that stalls does not hold them up: it is not waited for.
  private func hand(
    on event: AccelerometerEvent, waiting isWaiting: Bool, _ signals: borrowing StopSignals
  ) {
    waitForRoom(1, signals)
    let (shell, room) = (shell, wakeups.room)
    stage.async { stage in
      stage.value.play(event)
      shell.async { shell in
        if isWaiting { shell.printer.whenEmpty { room.raise() } } else { room.raise() }
      }
    }
  }

  /// Waits until `count` batches more have room; after a signal no longer.
  private func waitForRoom(_ count: Int, _ signals: borrowing StopSignals) {
    for _ in 0..<count {
      guard case .ready = signals.waitToRead(wakeups.room.descriptor) else { return }
      wakeups.room.lower()
    }
  }

  /// Logs that a signal ended the wait, unless it was a failure, which is reported at the end.
  private func logStop() {
    let hasFailed = shell.sync { $0.failure != nil || $0.printer.problem != nil }
    if !hasFailed { logger.info("stopped by a signal") }
  }
}
