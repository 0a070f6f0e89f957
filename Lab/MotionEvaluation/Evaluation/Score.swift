import MotionCore

/// The score of a detector on labeled recordings.
public struct Score: Hashable, Sendable {
  /// A share: hits of a total.
  public struct Share: Hashable, Sendable {
    /// The number of hits.
    public var hits = 0
    /// The number of all.
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

  /// Recordings of shakes with a `began` within 0.25 s of a labeled interval.
  public var found = Share()
  /// Labeled intervals with a `began` within 0.25 s, also those that follow soon after another.
  public var intervals = Share()
  /// Shakes cut 0.7 s after their start that ended.
  public var endedAt700 = Share()
  /// Shakes cut 0.95 s after their start that ended.
  public var endedAt950 = Share()
  /// Shakes cut 2.5 s after their start that were cancelled.
  public var cancelledAt2500 = Share()
  /// Seconds from the labeled start of each found shake to its `began`.
  public var latencies: [Double] = []
  /// False alarms in recordings of everyday motion.
  public var everyday = Alarms()
  /// False alarms in recordings of motion that resembles a shake.
  public var hard = Alarms()
  /// Shakes that were not found, and other recordings with an `ended`.
  public var mistakes: [String] = []

  /// False alarms in all other recordings.
  public var others: Alarms {
    var sum = everyday
    sum += hard
    return sum
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
    left.everyday += right.everyday
    left.hard += right.hard
    left.mistakes += right.mistakes
  }

  /// The latency that `share` of the found shakes did not exceed, in seconds; nil if none was.
  public func latency(atShare share: Double) -> Double? {
    guard !latencies.isEmpty else { return nil }
    let sorted = latencies.sorted()
    return sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
  }
}
