/// One number for each measure of a chain of swings: its value, its weight or its points.
public struct ShakeTerms: Hashable, Sendable {
  /// For one over the number of swings: the first few count most.
  public var swings: Double
  /// For the natural logarithm of the mean amplitude in g, without what the sensor takes from it.
  public var amplitude: Double
  /// For the natural logarithm of the mean duration of a swing in seconds.
  public var duration: Double
  /// For the share of the variance across the direction of the swings.
  public var across: Double
  /// For the spread of the swings' midpoints, over the mean amplitude: a shake has one center.
  public var scatter: Double
  /// For the first amplitude over the mean of the others: a stroke is strongest at its start.
  public var first: Double

  package init(
    swings: Double, amplitude: Double, duration: Double, across: Double, scatter: Double,
    first: Double
  ) {
    self.swings = swings
    self.amplitude = amplitude
    self.duration = duration
    self.across = across
    self.scatter = scatter
    self.first = first
  }

  /// The points of each measure: its weight times its difference from `typical`.
  func points(_ weights: ShakeTerms, from typical: ShakeTerms) -> ShakeTerms {
    ShakeTerms(
      swings: weights.swings * (swings - typical.swings),
      amplitude: weights.amplitude * (amplitude - typical.amplitude),
      duration: weights.duration * (duration - typical.duration),
      across: weights.across * (across - typical.across),
      scatter: weights.scatter * (scatter - typical.scatter),
      first: weights.first * (first - typical.first))
  }

  /// The sum of all.
  var sum: Double { swings + amplitude + duration + across + scatter + first }
}

/// The learned weights of the two scores of a shake: one to begin, one to end.
///
/// A score is that of a typical shake, plus for each measure its weight times its difference from a
/// typical shake: the logarithm of the odds in a logistic regression, less a margin. 0 or more is a
/// shake. The signs of the weights are given by physics (more and stronger swings raise a score,
/// larger values of the other measures lower it), so that a stronger motion never scores less.
package struct ShakeWeights: Hashable, Sendable {
  /// The weights of one score.
  package struct Score: Hashable, Sendable {
    /// The score of a typical shake.
    package var typical: Double
    /// The weight of each measure.
    package var terms: ShakeTerms

    package init(typical: Double, terms: ShakeTerms) {
      self.typical = typical
      self.terms = terms
    }
  }

  /// The medians of the measures of short shakes.
  package static let typical = ShakeTerms(
    swings: 1 / 5.0, amplitude: 1.74, duration: -2.0, across: 0.08, scatter: 0.14, first: 0.54)

  package var begin: Score
  package var end: Score

  package init(begin: Score, end: Score) {
    self.begin = begin
    self.end = end
  }

  /// The weights that `motion-lab fit` learned from 2227 recordings of 36 sources.
  package static let learned = ShakeWeights(
    begin: Score(
      typical: 3.50,
      terms: ShakeTerms(
        swings: -5.11, amplitude: 2.52, duration: -1.53, across: -10.88, scatter: 0, first: 0)),
    end: Score(
      typical: 3.71,
      terms: ShakeTerms(
        swings: -12.55, amplitude: 3.31, duration: 0, across: -4.83, scatter: -9.75, first: -1.23)))
}

extension ShakeWeights {
  /// All weights, those to begin first.
  var numbers: [Double] {
    [begin, end].flatMap { score in
      let terms = score.terms
      return [
        score.typical, terms.swings, terms.amplitude, terms.duration, terms.across, terms.scatter,
        terms.first,
      ]
    }
  }

  /// The weights of which these are all.
  init(_ numbers: [Double]) {
    func score(_ start: Int) -> Score {
      Score(
        typical: numbers[start],
        terms: ShakeTerms(
          swings: numbers[start + 1], amplitude: numbers[start + 2], duration: numbers[start + 3],
          across: numbers[start + 4], scatter: numbers[start + 5], first: numbers[start + 6]))
    }
    self.init(begin: score(0), end: score(numbers.count / 2))
  }
}
