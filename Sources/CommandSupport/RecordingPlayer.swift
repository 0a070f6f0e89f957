import MotionCore

/// Plays a recording: one reading after the other, as fast as possible or in real time.
public struct RecordingPlayer {
  /// How fast readings come.
  public enum Pace: Sendable {
    /// As fast as they can be read.
    case unpaced
    /// As far apart as they were recorded.
    case realTime
    /// As they come, from somebody who measures now: a second without any is told.
    case live
  }

  private var pacer: Pacer

  /// A player that has not begun.
  public init(_ pace: Pace) {
    pacer = Pacer(pace)
  }

  /// Plays a file until its end, a signal or an error.
  ///
  /// - Parameters:
  ///   - input: the file, a pipe or standard input
  ///   - signals: what stops it
  ///   - body: called for each reading, in order, and now and then while waiting for the next
  /// - Returns: how it ended
  /// - Throws: a ``Failure`` that names the bad line, or says why the file cannot be read; or what
  ///   `body` throws
  public mutating func play(
    _ input: inout InputFile, _ signals: borrowing StopSignals, _ body: (SourceStep) throws -> Void
  ) throws -> SourceEnding {
    var parser = RecordingParser()
    var readings: [Reading] = []
    while true {
      var problem: RecordingError?
      let patience: Duration? = pacer.pace == .live && !readings.isEmpty ? .seconds(1) : nil
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
      switch piece {
      case .bytes: continue
      case .nothing: try body(.stalled)
      case .end: return .finished
      case .stopped: return .stopped
      }
    }
  }

  /// Plays `readings` until the last or a signal.
  ///
  /// - Parameters:
  ///   - readings: with increasing timestamps
  ///   - signals: what stops it
  ///   - body: called for each reading, in order, and now and then while waiting for the next
  /// - Returns: how it ended
  /// - Throws: what `body` throws
  public mutating func play(
    _ readings: [Reading], _ signals: borrowing StopSignals, _ body: (SourceStep) throws -> Void
  ) throws -> SourceEnding {
    for reading in readings {
      let outcome = try pacer.wait(for: reading, signals) { try body(.time($0)) }
      if case .stopped = outcome { return .stopped }
      try body(.reading(reading))
    }
    return .finished
  }
}
