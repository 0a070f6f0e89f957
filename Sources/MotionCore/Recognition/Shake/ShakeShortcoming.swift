/// The first rule of a shake that a motion did not meet.
///
/// The cases are in the order of the rules, so a later one came closer.
public enum ShakeShortcoming: Hashable, Sendable {
  /// Too few swings back and forth, one after the other, along one line.
  case swings(count: Int, needed: Int)
  /// The score of all measures together is below 0.
  case score(ShakeScore)
  /// Strokes that are too short, as those of weak motion and of vibration: amplitude times
  /// duration, in m/s.
  case stroke(Double, needed: Double)
  /// Swings not strong enough after such agitation: the mean amplitude, and the one required, in
  /// m/s².
  case prominence(amplitude: Double, needed: Double)
  /// A motion too soon after a cancelled one: the seconds of quiet that are required first.
  case quiet(needed: Double)

  /// The number of rules that were met before this one.
  var rank: Int {
    switch self {
    case .swings: 0
    case .score: 1
    case .stroke: 2
    case .prominence: 3
    case .quiet: 4
    }
  }
}

/// A motion that was rejected as a shake, with the reason.
public struct ShakeRejection: Hashable, Sendable {
  /// The time at which its first swing started.
  public var start: Timestamp
  /// The time at which its last swing was at its farthest point.
  public var end: Timestamp
  /// The number of swings that were large enough for a shake; a swing that never turned back does
  /// not count.
  public var swings: Int
  /// The rule that it did not meet when it came closest to a shake.
  public var shortcoming: ShakeShortcoming
  /// The lowest sensitivity, in hundredths, at which a shake would have begun; nil if no
  /// sensitivity suffices, or if it is not known.
  public var foundFrom: Sensitivity?

  /// A rejection.
  ///
  /// - Parameters:
  ///   - start: the time at which the first swing started
  ///   - end: the time at which the last swing was at its farthest point
  ///   - swings: the number of swings
  ///   - shortcoming: the rule that was not met when the motion came closest
  ///   - foundFrom: the lowest sensitivity at which a shake would have begun
  public init(
    start: Timestamp, end: Timestamp, swings: Int, shortcoming: ShakeShortcoming,
    foundFrom: Sensitivity? = nil
  ) {
    self.start = start
    self.end = end
    self.swings = swings
    self.shortcoming = shortcoming
    self.foundFrom = foundFrom
  }
}
