import MotionCore

/// Whatever the editor waits for, in one stream.
enum Input: Sendable {
  /// Bytes came from the terminal.
  case typed([UInt8])
  /// The terminal has another size.
  case resized
  /// An accelerometer measured, or a recording of one plays.
  case readings([Reading])
  /// It is this time on the readings' clock, and there was no reading for a while.
  case time(Timestamp)
  /// No readings for now.
  case interrupted
  /// The user should know about the source of readings.
  case notice(String)
  /// A signal came, or the terminal is gone.
  case stop
}

/// Where inputs are put, from any thread.
typealias Inputs = AsyncStream<Input>.Continuation
