import MotionCore

/// How constants that were chosen without a source do on it.
public struct Fold: Hashable, Sendable, Encodable {
  /// The source that was kept back.
  public var source: String
  /// What was chosen on the others.
  public var constants: [String: Double]
  /// How that does on the source that was kept back.
  public var score: Score
}

/// A constant that is chosen on recordings, and among which values.
///
/// What decides, and only that; the signal and the swings are the same for all choices.
private struct Choice: Sendable {
  let name: String
  let path: any WritableKeyPath<ShakeConfiguration, Double> & Sendable
  let values: [Double]

  static let all = [
    Choice(name: "scoreToBegin", path: \.scoreToBegin, values: [1.6, 2.0, 2.4]),
    Choice(name: "scoreToEnd", path: \.scoreToEnd, values: [3.1, 3.4, 3.7, 4.0, 4.3]),
    Choice(name: "acrossPenalty", path: \.acrossPenalty, values: [3, 5, 7]),
    Choice(name: "prominence", path: \.prominence, values: [4, 6.5, 9]),
    Choice(name: "stroke", path: \.stroke, values: [1.5, 2, 2.5]),
  ]

  /// `base` with every combination of values.
  static func candidates(_ base: ShakeConfiguration) -> [ShakeConfiguration] {
    all.reduce([base]) { candidates, choice in
      candidates.flatMap { candidate in
        choice.values.map { value in
          var candidate = candidate
          candidate[keyPath: choice.path] = value
          return candidate
        }
      }
    }
  }
}

extension Score {
  /// How far this is from being perfect, in units of what is allowed: the goals of the detector.
  ///
  /// Allowed are 2 % of shakes not found, 20 % and 5 % of cuts at 0.7 and 0.95 s and 1 % at 2.5 s
  /// with another end, half a false `ended` and 10 false `began` an hour, and a median latency of
  /// 0.3 s.
  var cost: Double {
    func share(_ share: Share, _ allowed: Double) -> Double {
      guard share.total > 0 else { return 0 }
      return Double(share.total - share.hits) / Double(share.total) / allowed
    }
    func rate(_ count: Int, _ allowed: Double) -> Double {
      (hourly(Double(count)) ?? 0) / allowed
    }
    return share(found, 0.02) + share(endedAt700, 0.2) + share(endedAt950, 0.05)
      + share(cancelledAt2500, 0.01) + rate(falseEnded, 0.5) + rate(falseBegan, 10)
      + (latency(atShare: 0.5) ?? 0) / 0.3
  }
}

extension Evaluation {
  /// Cross-validates across sources: for each, the constants are chosen on all others.
  ///
  /// They are chosen on the recordings as they came and as a sensor would have given them that is off by
  /// a tenth either way: what is best for few shakes alone is best by chance.
  ///
  /// - Parameters:
  ///   - base: sensitivity and window
  ///   - progress: told now and then
  /// - Returns: a fold for each source
  /// - Throws: what `progress` throws
  public func folds(_ base: ShakeConfiguration, _ progress: Progress) throws -> [Fold] {
    let candidates = Choice.candidates(base)
    let sources = sources
    let others = [0.9, 1.1].map { scale in
      Evaluation(
        cases.map {
          EvaluationCase($0.label, Degradation.scale(scale).applied(to: $0.readings))
        })
    }
    // Each candidate is scored once; a fold leaves the scores of its source out.
    let scores = try candidates.spread("cross-validation", by: 4, progress) { candidate in
      ([self] + others).map { $0.scoresBySource(candidate) }
    }
    return sources.indices.compactMap { held in
      let costs = scores.map { variants in
        variants.flatMap { bySource in
          bySource.indices.filter { $0 != held }.map { bySource[$0] }
        }.sum.cost
      }
      guard let best = costs.indices.min(by: { costs[$0] < costs[$1] }) else { return nil }
      return Fold(
        source: sources[held],
        constants: Dictionary(
          uniqueKeysWithValues: Choice.all.map { ($0.name, candidates[best][keyPath: $0.path]) }),
        score: scores[best][0][held])
    }
  }

  private func scoresBySource(_ configuration: ShakeConfiguration) -> [Score] {
    bySource(cases.map { Score($0, configuration) }).map(\.score)
  }
}
