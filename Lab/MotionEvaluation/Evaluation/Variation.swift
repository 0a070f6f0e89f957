import MotionCore

/// The same recordings as another sensor would have given them.
public enum Variation: Hashable, Sendable {
  /// At another rate, in Hz.
  case rate(Double)
  /// With a fault.
  case fault(Degradation)

  /// A few words for a table.
  public var name: String {
    switch self {
    case .rate(let rate): "\(rate.shortText) Hz"
    case .fault(let fault): fault.name
    }
  }

  /// The variation of `readings`.
  func applied(to readings: [Reading]) -> [Reading] {
    switch self {
    case .rate(let rate): Resampling(rate: rate).applied(to: readings)
    case .fault(let fault): fault.applied(to: readings)
    }
  }
}

/// The score of the detector on a variation of the recordings.
public struct VariationScore: Hashable, Sendable, Encodable {
  /// The variation, in a few words.
  public var name: String
  /// Outcomes that are those of the recordings as they came: found or not, ended or not after each
  /// cut, cancelled or not, falsely ended or not.
  public var same: Score.Share
  /// The same of shakes alone.
  public var sameOfShakes: Score.Share
  /// The score on the variation.
  public var score: Score
}

extension Evaluation {
  /// Scores the detector on a variation of the recordings.
  ///
  /// - Parameters:
  ///   - variation: what becomes of the readings
  ///   - native: the scores on the readings as they came, one for each case
  ///   - configuration: of the detector
  ///   - progress: told now and then
  /// - Returns: how it did, and what is otherwise
  /// - Throws: what `progress` throws
  public func score(
    on variation: Variation, comparedTo native: [Score], _ configuration: ShakeConfiguration,
    _ progress: Progress
  ) throws -> VariationScore {
    let scores = try cases.spread(variation.name, progress) { recording in
      Score(
        EvaluationCase(recording.label, variation.applied(to: recording.readings)),
        configuration)
    }
    var result = VariationScore(
      name: variation.name, same: Score.Share(), sameOfShakes: Score.Share(), score: scores.sum)
    for (before, now) in zip(native, scores) {
      for (expected, came) in zip(before.outcomes, now.outcomes) where expected.total > 0 {
        result.same.count(expected == came)
        if before.found.total > 0 { result.sameOfShakes.count(expected == came) }
      }
    }
    return result
  }
}

extension Score {
  /// The outcomes in one recording.
  fileprivate var outcomes: [Share] {
    [found, endedAt700, endedAt950, cancelledAt2500, others.withEnded]
  }
}

extension Double {
  /// This number without a fraction if it is whole, such as `4` or `0.5`, to five decimals.
  var shortText: String {
    let rounded = (self * 1e5).rounded() / 1e5
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}
