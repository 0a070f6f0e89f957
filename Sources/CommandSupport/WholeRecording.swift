import MotionCore

/// Reads a recording to its end.
///
/// - Parameters:
///   - path: of a file or a pipe; `-` is standard input
///   - signals: what stops it
/// - Returns: its readings; nil if a signal came first
/// - Throws: a ``Failure`` that names the bad line, or says why the file cannot be read
public func wholeRecording(
  _ path: String, _ signals: borrowing StopSignals
) throws -> [Reading]? {
  var input = try InputFile(path: path)
  var player = RecordingPlayer(.unpaced)
  var readings: [Reading] = []
  let ending = try player.play(&input, signals) { step in
    switch step {
    case .reading(let reading): readings.append(reading)
    case .started, .time, .stalled, .lost, .warning: break
    }
  }
  switch ending {
  case .finished: return readings
  case .stopped: return nil
  }
}
