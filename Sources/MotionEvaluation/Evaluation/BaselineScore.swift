import MotionCore

/// How a peer's rule did on labelled recordings.
///
/// Peers say "shaken" at once, without phases: each time in a recording of something else is a
/// false alarm.
public struct BaselineScore: Hashable, Sendable, Encodable {
  /// Whose rule it is.
  public var name: String
  /// Shakes in which it fired within 0.25 s of a labelled interval.
  public var found = Score.Share()
  /// Other recordings in which it fired.
  public var othersWithAlarm = Score.Share()
  /// How often it fired in other recordings.
  public var alarms = 0
  /// Hours of other recordings.
  public var otherHours = 0.0
}

extension Evaluation {
  /// Scores the peers' rules.
  ///
  /// - Parameter progress: told now and then
  /// - Returns: a score for each rule
  /// - Throws: what `progress` throws
  public func baselines(_ progress: Progress) throws -> [BaselineScore] {
    let rules = Baselines.all()
    return try rules.indices.map { index in
      let name = rules[index].name
      let parts = try cases.spread(name, progress) { recording in
        BaselineScore(Baselines.all()[index], recording)
      }
      return parts.reduce(into: BaselineScore(name: name)) { $0 += $1 }
    }
  }
}

extension BaselineScore {
  /// Scores a rule that has not seen a reading on one recording.
  init(_ rule: any BaselineDetector, _ recording: EvaluationCase) {
    self.init(name: rule.name)
    var rule = rule
    guard let start = recording.readings.first?.timestamp else { return }
    let fires = rule.fires(on: recording.readings).map { $0.seconds(since: start) }
    switch recording.label.content {
    case .shake(let intervals):
      found.count(fires.contains { fire in intervals.contains { $0.isNear(fire) } })
    case .other:
      othersWithAlarm.count(!fires.isEmpty)
      alarms = fires.count
      otherHours = recording.duration / 3600
    case .ambiguous:
      break
    }
  }

  static func += (left: inout BaselineScore, right: BaselineScore) {
    left.found += right.found
    left.othersWithAlarm += right.othersWithAlarm
    left.alarms += right.alarms
    left.otherHours += right.otherHours
  }
}
