import MotionCore

/// The bounds that a score must keep, for a check that runs by itself.
public struct ScoreBounds: Hashable, Sendable {
  /// The least share of the labeled recordings, or motions, that must be found; nil for none.
  public var leastFound: Double?
  /// The most beginnings an hour in recordings without the motion; nil for any.
  public var mostFalse: Double?

  /// Bounds; nil for none.
  public init(leastFound: Double? = nil, mostFalse: Double? = nil) {
    self.leastFound = leastFound
    self.mostFalse = mostFalse
  }

  /// The bounds that a score exceeds.
  ///
  /// - Parameters:
  ///   - name: what is scored
  ///   - found: what was found
  ///   - falseAlarms: beginnings in recordings without the motion
  ///   - hours: the duration of those
  /// - Returns: a sentence for each
  public func exceeded(
    by name: String, found: Score.Share, falseAlarms: Int, hours: Double
  ) -> [String] {
    var lines: [String] = []
    if let leastFound {
      let share = found.total > 0 ? Double(found.hits) / Double(found.total) : nil
      if share.map({ $0 < leastFound }) ?? true {
        let text =
          share.map { "\($0.text(decimals: 3)) (\(found.hits) of \(found.total))" }
          ?? "nothing is labeled"
        lines.append("\(name): found \(text), less than --min-found \(leastFound)")
      }
    }
    if let mostFalse, hours > 0, Double(falseAlarms) / hours > mostFalse {
      lines.append(
        "\(name): \((Double(falseAlarms) / hours).text(decimals: 2)) false alarms an hour (\(falseAlarms) in "
          + "\(hours.text(decimals: 2)) h), more than --max-false \(mostFalse)")
    }
    return lines
  }

  /// The bounds that the score of shakes exceeds: of recordings found, and of beginnings in all others.
  public func exceeded(by score: Score) -> [String] {
    exceeded(
      by: "shake", found: score.found, falseAlarms: score.everyday.began + score.hard.began,
      hours: score.everyday.hours + score.hard.hours)
  }

  /// The bounds that scores of any kinds exceed; a kind that is not labeled is not bound to be found.
  public func exceeded(by scores: [MotionScore]) -> [String] {
    scores.flatMap { score in
      var bounds = self
      if score.found.total == 0, scores.count > 1 { bounds.leastFound = nil }
      return bounds.exceeded(
        by: "\(score.kind)", found: score.found, falseAlarms: score.falseAlarms.events,
        hours: score.falseAlarms.hours)
    }
  }
}
