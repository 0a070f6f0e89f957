import MotionCore
import MotionIIO

/// What a source of readings tells, be it a recording or an accelerometer.
public enum SourceStep: Sendable {
  /// An accelerometer was found, and samples.
  case started(AccelerometerInfo)
  /// The next reading.
  case reading(Reading)
  /// It is this time on the readings' clock, and there was no reading for a while.
  case time(Timestamp)
  /// Nothing has come for so long that what comes next is another story.
  case stalled
  /// The accelerometer is gone; it is being looked for.
  case lost(AccelerometerError)
  /// Something to tell users, which changes nothing.
  case warning(AccelerometerError)
}

/// How a source came to its end.
public enum SourceEnding: Sendable {
  /// There is nothing more.
  case finished
  /// A signal came first.
  case stopped
}

extension AccelerometerReader.Event {
  /// What it tells, one reading at a time.
  ///
  /// - Parameter body: called for each step, in order
  /// - Throws: what `body` throws
  public func forEachStep<E: Error>(_ body: (SourceStep) throws(E) -> Void) throws(E) {
    switch self {
    case .started(let info): try body(.started(info))
    case .readings(let readings): for reading in readings { try body(.reading(reading)) }
    case .time(let now): try body(.time(now))
    case .lost(let error): try body(.lost(error))
    case .warning(let error): try body(.warning(error))
    }
  }
}
