/// The measures of a chain of swings that distinguish a shake from other motion.
public struct ShakeMeasures: Hashable, Sendable {
  /// The number of swings: two for each movement there and back.
  public var swings: Int
  /// Their mean amplitude, from turning point to turning point, in m/s².
  ///
  /// That of the hand: what clipping, the filter and the sampling rate take away is made up for.
  public var amplitude: Double
  /// Their mean duration in seconds, without the first, whose start is not exact.
  public var duration: Double
  /// The share of the variance that lies across their direction, from 0 to 2/3.
  public var across: Double
  /// The spread of their midpoints in space, over the mean amplitude.
  public var scatter: Double
  /// The amplitude of the first over the mean of the others.
  public var first: Double

  /// The measures as they enter a score.
  ///
  /// - Parameter gain: the factor of the sensitivity, by which the amplitude is multiplied
  /// - Returns: logarithms and shares, one for each measure
  package func terms(gain: Double) -> ShakeTerms {
    ShakeTerms(
      swings: 1 / Double(swings),
      amplitude: naturalLogarithm(gain * amplitude / Reading.standardGravity),
      duration: naturalLogarithm(max(duration, Self.shortestDuration)),
      across: across, scatter: scatter, first: first)
  }

  /// The shortest duration that is measured, in seconds.
  private static var shortestDuration: Double { 0.01 }
}

/// A score, with the points of each measure.
public struct ShakeScore: Hashable, Sendable {
  /// The measures.
  public var measures: ShakeMeasures
  /// The points that each measure adds to the score of a typical shake; mostly negative.
  public var points: ShakeTerms
  /// The score: 0 or more is a shake.
  public var total: Double

  init(_ measures: ShakeMeasures, gain: Double, _ weights: ShakeWeights.Score) {
    self.measures = measures
    points = measures.terms(gain: gain).points(weights.terms, from: ShakeWeights.typical)
    total = weights.typical + points.sum
  }
}
