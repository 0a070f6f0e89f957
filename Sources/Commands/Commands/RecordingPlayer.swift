// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import MotionSensors

/// Plays a recording: its readings in order, as fast as possible or in real time.
public struct RecordingPlayer {
  /// The pace of the readings.
  public enum Pace: Sendable {
    /// As fast as they can be read.
    case unpaced
    /// As far apart as they were recorded.
    case realTime
    /// As they come from a program that samples now: two seconds without readings are an
    /// interruption. A shorter silence may be a network's: the readings' own times tell of gaps.
    case live
  }

  let pace: Pace
  /// Called with the notes of the header, once, before the first readings.
  var onHeader: (([RecordingNote]) -> Void)?
  /// Called at the end if bad lines were skipped, with their number and the first mistake.
  ///
  /// If nil, a bad line is an error.
  public var onSkippedLines: ((Int, RecordingError) throws -> Void)?
  /// The bytes that lay in a pipe before anybody wanted readings: their readings are left out.
  var oldBytes = 0
  /// The moment of the first reading, and its timestamp.
  private var anchor: (instant: ContinuousClock.Instant, timestamp: Timestamp)?

  /// The longest wait without `SourceEvent.time`.
  private static let longestWait = Duration.milliseconds(100)

  /// A player before its first step.
  public init(_ pace: Pace) {
    self.pace = pace
  }

  /// Plays a file until its end, a signal or an error.
  ///
  /// - Parameters:
  ///   - input: the file, a pipe or standard input
  ///   - signals: the signals that stop it
  ///   - body: called for the readings, in batches of all that have come, or of one if the pace is
  ///     ``Pace/realTime``; for the time between them, and where they break off
  /// - Returns: the reason of its end
  /// - Throws: a ``Failure`` for a bad line or an unreadable file; the error of `body`
  public mutating func play(
    _ input: InputFile, _ signals: borrowing StopSignals,
    _ body: (AccelerometerEvent) throws -> Void
  ) throws -> SourceEnding {
    // A program that goes on is not ended by one damaged time; a recording is not repaired.
    var parser = RecordingParser(
      skippingBadLines: onSkippedLines != nil, passingAnyTime: pace == .live && !input.isFile)
    var readings: [Reading] = []
    // Readings came since the last interruption, also if the latest piece ended within a line.
    var isFlowing = false
    // Until a writer comes: whoever starts it may have made the pipe anew.
    var watchesPath = input.isNamedPipe
    var old = 0
    while true {
      var problem: RecordingError?
      let patience: Duration? =
        pace == .live && isFlowing ? .seconds(2) : watchesPath ? .seconds(1) : nil
      var (count, size) = (0, 0)
      let piece = try input.read(signals, within: patience) { bytes in
        size = bytes.count
        do throws(RecordingError) {
          try parser.parse(bytes, into: &readings, count: &count)
        } catch { problem = error }
      }
      watchesPath = watchesPath && size == 0
      if count > 0 {
        isFlowing = true
        onHeader?(parser.notes)
        onHeader = nil
      }
      if oldBytes > 0 {
        (old, count) = (old + count, 0)
        oldBytes -= size
        if oldBytes <= 0, old > 0 { try body(.warning(.old(device: input.path, readings: old))) }
      }
      if case .stopped = try play(readings[..<count], signals, body) { return .stopped }
      if case .end = piece {
        do throws(RecordingError) { try parser.finish() } catch { problem = error }
      }
      if let problem { throw Failure(.badData, "\(input.path):\(problem)") }
      if case .end = piece, let first = parser.firstSkipped {
        try onSkippedLines?(parser.skipped, first)
      }
      switch piece {
      case .bytes: continue
      case .nothing:
        guard isFlowing else { continue }
        isFlowing = false
        try body(.interrupted)
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
  ///   - body: called for the readings, and for the time between them, in order
  /// - Returns: the reason of its end
  /// - Throws: the error of `body`
  mutating func play(
    _ readings: ArraySlice<Reading>, _ signals: borrowing StopSignals,
    _ body: (AccelerometerEvent) throws -> Void
  ) throws -> SourceEnding {
    switch pace {
    case .unpaced, .live:
      if !readings.isEmpty { try body(.readings(readings)) }
    case .realTime:
      for index in readings.indices {
        let outcome = try wait(for: readings[index], signals) { try body(.time($0)) }
        if case .stopped = outcome { return .stopped }
        try body(.readings(readings[index...index]))
      }
    }
    return .finished
  }

  /// Waits until `reading` is due in real time.
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
