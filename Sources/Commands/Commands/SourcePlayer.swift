// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionBus
import MotionCore
import MotionSensors

/// The reason why playing a source ended.
public enum SourceEnding: Sendable {
  /// There are no more readings.
  case finished
  /// A signal came first.
  case stopped
}

/// Plays a source on the calling thread: an accelerometer, motiond's readings of it, a recording,
/// or a pipe.
public struct SourcePlayer {
  private enum Input {
    case accelerometer(AccelerometerChoice)
    case recording(InputFile)
    /// A pipe that one program after the other writes to; called with each change of its state.
    case namedPipe(String, onPipe: (PipeState) -> Void)
    case readings([Reading])
  }

  private let input: Input
  private let sampling: SamplingOptions
  private let pace: RecordingPlayer.Pace
  private let bus: BusAddress?
  private let onSkippedLines: ((Int, RecordingError) throws -> Void)?
  private let onHeader: (([RecordingNote]) -> Void)?

  /// A player of `source`; a recording is opened.
  ///
  /// - Parameters:
  ///   - source: the source
  ///   - sampling: the sampling options of an accelerometer
  ///   - pace: the pace of a recording
  ///   - bus: the bus of motiond: if it reads the accelerometer, its readings are used, as a
  ///     second reader would stop it
  ///   - onSkippedLines: see ``RecordingPlayer/onSkippedLines``
  ///   - onPipe: for a named pipe, which is opened again for the next writer: called with each
  ///     change of its state; nil to end with the recording
  ///   - onHeader: called with the notes of a recording before its first readings
  /// - Throws: a ``Failure`` if a recording cannot be opened
  public init(
    _ source: Source, sampling: SamplingOptions = SamplingOptions(),
    pace: RecordingPlayer.Pace = .unpaced, sharedOn bus: BusAddress? = nil,
    onSkippedLines: ((Int, RecordingError) throws -> Void)? = nil,
    onPipe: ((PipeState) -> Void)? = nil, onHeader: (([RecordingNote]) -> Void)? = nil
  ) throws(Failure) {
    switch source {
    case .accelerometer(let choice):
      IIOLibrary.guardStandardError()
      input = .accelerometer(choice)
    case .recording(let path):
      input =
        if let onPipe { .namedPipe(path, onPipe: onPipe) } else {
          .recording(try InputFile(path: path))
        }
    case .readings(let readings): input = .readings(readings)
    }
    self.sampling = sampling
    self.pace = pace
    self.bus = bus
    (self.onSkippedLines, self.onHeader) = (onSkippedLines, onHeader)
  }

  /// A player of readings that another program writes now: two seconds without them break them off.
  ///
  /// - Parameters:
  ///   - pipe: the output of that program
  ///   - onHeader: called with the notes of its recording before the first readings
  public init(live pipe: InputFile, onHeader: @escaping ([RecordingNote]) -> Void) {
    input = .recording(pipe)
    (sampling, pace, bus, onSkippedLines) = (SamplingOptions(), .live, nil, nil)
    self.onHeader = onHeader
  }

  /// Plays until the source ends, or until a signal.
  ///
  /// - Parameters:
  ///   - signals: the signals that stop it
  ///   - waiting: true to wait until an accelerometer appears
  ///   - body: called for each event, in order; the last one is `ended`, even before an error
  /// - Returns: the reason of its end
  /// - Throws: a ``Failure`` for a bad line or an unreadable source; the error of `body`
  public func play(
    _ signals: borrowing StopSignals, waiting: Bool = false,
    _ body: (AccelerometerEvent) throws -> Void
  ) throws -> SourceEnding {
    let ending = Result { try playInput(signals, waiting: waiting, body) }
    try body(.ended)
    return try ending.get()
  }

  private func playInput(
    _ signals: borrowing StopSignals, waiting: Bool, _ body: (AccelerometerEvent) throws -> Void
  ) throws -> SourceEnding {
    switch input {
    case .recording(let file):
      var player = RecordingPlayer(pace)
      (player.onSkippedLines, player.onHeader) = (onSkippedLines, onHeader)
      return try player.play(file, signals, body)
    case .namedPipe(let path, let onPipe):
      var player = NamedPipePlayer(path, pace, onPipe, onHeader: onHeader)
      try player.play(signals, body)
      return .stopped
    case .readings(let readings):
      var player = RecordingPlayer(pace)
      return try player.play(readings[...], signals, body)
    case .accelerometer(let choice):
      if let bus, let shared = SharedAccelerometer(choice, on: bus) {
        return try shared.play(signals, body)
      }
      return try play(choice, signals, waiting: waiting, body)
    }
  }

  private func play(
    _ choice: AccelerometerChoice, _ signals: borrowing StopSignals, waiting: Bool,
    _ body: (AccelerometerEvent) throws -> Void
  ) throws -> SourceEnding {
    let mailbox = try Mailbox<AccelerometerEvent> {
      if case .readings(let batch) = $0 { batch.count } else { 1 }
    }
    let reader = AccelerometerReader(choice, sampling: sampling) { mailbox.put($0) }
    defer { reader.stop() }
    do throws(AccelerometerError) {
      try reader.start(waiting: waiting)
    } catch {
      // motiond may read it for a client of OpenSamples, which does not count as a claim.
      if error.isBusy, let bus, let shared = SharedAccelerometer(choice, on: bus, isBusy: true) {
        return try shared.play(signals, body)
      }
      guard error.isNotPermitted, let bus else { throw Failure(error) }
      do {
        if let shared = try SharedAccelerometer(choice, startingOn: bus) {
          return try shared.play(signals, body)
        }
      } catch let refusal as BusError {
        throw Failure(.notPermitted, "\(error); motiond: \(refusal)")
      }
      throw Failure(error)
    }
    while case .ready = signals.waitToRead(mailbox.wakeup.descriptor) {
      try pass(mailbox.drain(), to: body)
    }
    reader.stop()
    try pass(mailbox.drain(), to: body)
    return .stopped
  }

  private func pass(
    _ waiting: (events: [AccelerometerEvent], lost: Int),
    to body: (AccelerometerEvent) throws -> Void
  ) throws {
    for event in waiting.events { try body(event) }
    guard waiting.lost > 0 else { return }
    try body(.warning(.unread(readings: waiting.lost)))
    try body(.interrupted)
  }
}

extension MotionPipeline {
  /// Processes the next event of a source.
  ///
  /// - Parameter event: the event; the end of the source cancels open motions
  /// - Returns: the findings, in order
  public mutating func findings(of event: AccelerometerEvent) -> [MotionFinding] {
    var findings: [MotionFinding] = []
    process(event) { finding, _ in findings.append(finding) }
    return findings
  }
}
