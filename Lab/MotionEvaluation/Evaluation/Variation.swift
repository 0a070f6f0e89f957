// SPDX-License-Identifier: Apache-2.0

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

/// The scores of detectors on a variation of the recordings.
public struct VariationScore: Sendable {
  /// The variation, in a few words.
  public var name: String
  /// Outcomes that are the same as for the recordings as they came: found or not, ended or not
  /// after each cut, cancelled or not, a false alarm or not.
  public var same = Share()
  /// The same of recordings of the kinds alone.
  public var sameOfMotions = Share()
  /// The scores on the variation, by kind.
  public var scores: [MotionScore]

  /// Scores on a variation, not yet compared.
  public init(name: String, scores: [MotionScore]) {
    (self.name, self.scores) = (name, scores)
  }
}

extension Evaluation {
  /// Scores detectors on a variation of the recordings.
  ///
  /// - Parameters:
  ///   - variation: what becomes of the readings
  ///   - native: the scores on the readings as they came, for each case
  ///   - motions: the detectors
  ///   - progress: called now and then
  /// - Returns: the scores, and the outcomes that differ
  /// - Throws: what `progress` throws
  public func score(
    on variation: Variation, comparedTo native: [[MotionScore]],
    _ motions: Set<MotionConfiguration>, _ progress: Progress
  ) throws -> VariationScore {
    let scores = try scores(motions, as: variation, progress)
    var result = VariationScore(name: variation.name, scores: scores.joined().sums)
    for (before, now) in zip(native.joined(), scores.joined()) where now.leftOut == 0 {
      for (expected, came) in zip(before.outcomes, now.outcomes) where expected.total > 0 {
        result.same.count(expected == came)
        if before.recordings.total > 0 { result.sameOfMotions.count(expected == came) }
      }
    }
    return result
  }
}

extension Double {
  /// This number without a fraction if it is whole, such as `4` or `0.5`, to five decimals.
  var shortText: String {
    let rounded = (self * 1e5).rounded() / 1e5
    return Int(exactly: rounded).map { "\($0)" } ?? "\(rounded)"
  }
}
