import MotionCore

/// The score of another project's rule on labeled recordings.
///
/// These rules fire once, without phases: each time in a recording of another motion is a false alarm.
public struct BaselineScore: Hashable, Sendable, Encodable {
  /// The project.
  public var name: String
  /// Shakes in which it fired within 0.25 s of a labeled interval.
  public var found = Score.Share()
  /// False alarms in recordings of everyday motion; there is no `ended`.
  public var everyday = Alarms()
  /// False alarms in recordings of motion that resembles a shake.
  public var hard = Alarms()
}

extension Evaluation {
  /// Scores the rules of other projects.
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
      var alarms = Alarms()
      alarms.withBegan.count(!fires.isEmpty)
      alarms.began = fires.count
      alarms.hours = recording.duration / 3600
      if recording.label.isHard { hard = alarms } else { everyday = alarms }
    case .ambiguous:
      break
    }
  }

  static func += (left: inout BaselineScore, right: BaselineScore) {
    left.found += right.found
    left.everyday += right.everyday
    left.hard += right.hard
  }
}
