import MotionCore
import MotionIIO

/// Plays a recording: one reading after the other, as fast as possible or in real time.
public struct RecordingPlayer {
  /// The pace of the readings.
  public enum Pace: Sendable {
    /// As fast as they can be read.
    case unpaced
    /// As far apart as they were recorded.
    case realTime
    /// As they come from a program that measures now: a second without any is an interruption.
    case live
  }

  let pace: Pace
  /// Called at the end with the number of bad lines that were skipped, if there are some, and the first mistake; nil
  /// to fail at a bad line.
  var onSkippedLines: ((Int, RecordingError) throws -> Void)?
  /// The moment of the first reading, and its timestamp.
  private var anchor: (instant: ContinuousClock.Instant, timestamp: Timestamp)?

  /// The longest wait before the passing of time is told.
  private static let longestWait = Duration.milliseconds(100)

  /// A player that has not begun.
  init(_ pace: Pace) {
    self.pace = pace
  }

  /// Plays a file until its end, a signal or an error.
  ///
  /// - Parameters:
  ///   - input: the file, a pipe or standard input
  ///   - signals: the signals that stop it
  ///   - body: called for each reading, in order, and with the time in long waits
  /// - Returns: the reason of its end
  /// - Throws: a ``Failure`` that names the bad line, or says why the file cannot be read; the error of `body`
  mutating func play(
    _ input: InputFile, _ signals: borrowing StopSignals,
    _ body: (AccelerometerEvent) throws -> Void
  ) throws -> SourceEnding {
    var parser = RecordingParser(skippingBadLines: onSkippedLines != nil)
    var readings: [Reading] = []
    while true {
      var problem: RecordingError?
      let patience: Duration? = pace == .live && !readings.isEmpty ? .seconds(1) : nil
      readings.removeAll(keepingCapacity: true)
      let piece = try input.read(signals, within: patience) { bytes in
        do throws(RecordingError) {
          try parser.parse(bytes) { readings.append($0) }
        } catch { problem = error }
      }
      if case .stopped = try play(readings, signals, body) { return .stopped }
      if case .end = piece {
        do throws(RecordingError) { try parser.finish() } catch { problem = error }
      }
      if let problem { throw Failure(.badData, "\(input.path):\(problem)") }
      if case .end = piece, let first = parser.firstSkipped {
        try onSkippedLines?(parser.skipped, first)
      }
      switch piece {
      case .bytes: continue
      case .nothing: try body(.interrupted)
      case .end: return .finished
      case .stopped: return .stopped
      }
    }
  }

  /// Plays `readings` until the last or a signal.
  ///
  /// - Parameters:
  ///   - readings: with increasing timestamps
  ///   - signals: the signals that stop it
  ///   - body: called for each reading, in order, and with the time in long waits
  /// - Returns: the reason of its end
  /// - Throws: the error of `body`
  mutating func play(
    _ readings: [Reading], _ signals: borrowing StopSignals,
    _ body: (AccelerometerEvent) throws -> Void
  ) throws -> SourceEnding {
    for reading in readings {
      let outcome = try wait(for: reading, signals) { try body(.time($0)) }
      if case .stopped = outcome { return .stopped }
      try body(.reading(reading))
    }
    return .finished
  }

  /// Waits until `reading` is due.
  ///
  /// - Parameters:
  ///   - reading: the next reading
  ///   - signals: the signals that interrupt the wait
  ///   - tick: called with the time on the recording's clock, every 100 ms
  /// - Returns: `ready` or `stopped`
  /// - Throws: the error of `tick`
  private mutating func wait(
    for reading: Reading, _ signals: borrowing StopSignals, tick: (Timestamp) throws -> Void
  ) throws -> StopSignals.Outcome {
    switch pace {
    case .unpaced, .live:
      return .ready
    case .realTime:
      guard let (start, first) = anchor else {
        anchor = (.now, reading.timestamp)
        return .ready
      }
      let due = Duration.nanoseconds(reading.timestamp.nanoseconds(since: first))
      while true {
        let next = min(due, start.duration(to: .now) + Self.longestWait)
        if case .stopped = signals.wait(until: start + next) { return .stopped }
        if next == due { return .ready }
        try tick(first.advanced(byNanoseconds: next.nanoseconds))
      }
    }
  }
}
