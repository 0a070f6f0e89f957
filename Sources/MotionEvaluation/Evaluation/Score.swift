import MotionCore

/// How a detector did on labelled recordings.
public struct Score: Hashable, Sendable {
  /// So many of so many.
  public struct Share: Hashable, Sendable {
    /// How many did.
    public var hits = 0
    /// How many there were.
    public var total = 0

    mutating func count(_ hit: Bool) {
      hits += hit ? 1 : 0
      total += 1
    }

    static func += (left: inout Share, right: Share) {
      left.hits += right.hits
      left.total += right.total
    }
  }

  /// Recordings of shakes with a `began` within 0.25 s of a labelled interval.
  public var found = Share()
  /// Labelled intervals with a `began` within 0.25 s, also those that follow soon after another.
  public var intervals = Share()
  /// Shakes cut 0.7 s after their start that ended.
  public var endedAt700 = Share()
  /// Shakes cut 0.95 s after their start that ended.
  public var endedAt950 = Share()
  /// Shakes cut 2.5 s after their start that were cancelled.
  public var cancelledAt2500 = Share()
  /// Seconds from the labelled start of each found shake to its `began`.
  public var latencies: [Double] = []
  /// Other recordings with a `began`.
  public var othersWithBegan = Share()
  /// Other recordings with an `ended`.
  public var othersWithEnded = Share()
  /// `began` events in other recordings.
  public var falseBegan = 0
  /// `ended` events in other recordings.
  public var falseEnded = 0
  /// Hours of other recordings.
  public var otherHours = 0.0
  /// Shakes that were not found, and other recordings with an `ended`.
  public var mistakes: [String] = []

  /// `count` events of other recordings, an hour; nil if there are no others.
  public func hourly(_ count: Double) -> Double? {
    otherHours > 0 ? count / otherHours : nil
  }

  /// The score of nothing.
  public init() {}

  /// Adds the score of other recordings.
  public static func += (left: inout Score, right: Score) {
    left.found += right.found
    left.intervals += right.intervals
    left.endedAt700 += right.endedAt700
    left.endedAt950 += right.endedAt950
    left.cancelledAt2500 += right.cancelledAt2500
    left.latencies += right.latencies
    left.othersWithBegan += right.othersWithBegan
    left.othersWithEnded += right.othersWithEnded
    left.falseBegan += right.falseBegan
    left.falseEnded += right.falseEnded
    left.otherHours += right.otherHours
    left.mistakes += right.mistakes
  }

  /// The latency that `share` of the found shakes did not exceed, in seconds; nil if none was.
  public func latency(atShare share: Double) -> Double? {
    guard !latencies.isEmpty else { return nil }
    let sorted = latencies.sorted()
    return sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
  }
}
