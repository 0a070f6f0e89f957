/// An event of a source of readings: an accelerometer, a recording or a simulation.
///
/// A source says what it is with `Device`, and what is wrong with `Problem`.
public enum SourceEvent<Device: Sendable, Problem: Sendable>: Sendable {
  /// A device was found, and its readings follow.
  case started(Device)
  /// The next reading.
  case reading(Reading)
  /// It is this time on the readings' clock, and no reading up to now is waiting.
  case time(Timestamp)
  /// The readings broke off: what comes next does not continue them.
  case interrupted
  /// The device is gone, and is being looked for.
  case lost(Problem)
  /// Users should know this; it changes nothing.
  case warning(Problem)
  /// There are no more readings.
  case ended
}

extension SourceEvent: Equatable where Device: Equatable, Problem: Equatable {}
extension SourceEvent: Hashable where Device: Hashable, Problem: Hashable {}
