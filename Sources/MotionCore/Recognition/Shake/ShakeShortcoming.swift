/// What a motion lacks to be a shake: the first rule that it fails.
///
/// The cases are in the order of the rules, so a later one came closer.
public enum ShakeShortcoming: Hashable, Sendable {
  /// Too few swings back and forth, one after the other, along one line.
  case swings(count: Int, needed: Int)
  /// Swings that are too small: their mean amplitude and what so many would need, in m/s².
  case strength(amplitude: Double, needed: Double)
  /// Swings that are too short, as vibration has them: amplitude times duration, in m/s.
  case stroke(Double, needed: Double)
  /// More of the same: the mean amplitude, and what it takes after such agitation, in m/s².
  case prominence(amplitude: Double, needed: Double)
  /// No single direction: the share of the variance across it, from 0 to 2/3, and what swings of this
  /// strength may have.
  case direction(across: Double, allowed: Double)
  /// It came too soon after a motion that was cancelled: so many seconds of quiet are needed first.
  case quiet(needed: Double)

  /// How many rules were kept before this one was failed.
  var rank: Int {
    switch self {
    case .swings: 0
    case .strength: 1
    case .stroke: 2
    case .prominence: 3
    case .direction: 4
    case .quiet: 5
    }
  }
}

/// A motion that was not taken for a shake, and why.
public struct ShakeRejection: Hashable, Sendable {
  /// When its first swing set off.
  public var start: Timestamp
  /// When its last swing was at its farthest.
  public var end: Timestamp
  /// How many swings it had that were large enough for a shake, without one that never turned back.
  public var swings: Int
  /// What it lacked when it came closest.
  public var shortcoming: ShakeShortcoming

  /// A rejection.
  ///
  /// - Parameters:
  ///   - start: when the first swing set off
  ///   - end: when the last swing was at its farthest
  ///   - swings: how many there were
  ///   - shortcoming: what the motion lacked when it came closest
  public init(start: Timestamp, end: Timestamp, swings: Int, shortcoming: ShakeShortcoming) {
    self.start = start
    self.end = end
    self.swings = swings
    self.shortcoming = shortcoming
  }
}
