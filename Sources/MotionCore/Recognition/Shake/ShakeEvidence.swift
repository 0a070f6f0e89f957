// SPDX-License-Identifier: Apache-2.0

/// The rules that decide whether a chain of swings is a shake.
///
/// No single number tells a shake from running or tennis, which exceed it in peak and in RMS. A
/// weighted sum of measures does: number, strength and duration of the swings, their spread across
/// one line and about one center, the strength of the first swing, and the motion before
/// (see ``ShakeWeights``).
extension SwingChain {
  /// Returns whether a shake began.
  ///
  /// - Parameters:
  ///   - configuration: the choices of the user
  ///   - flight: the last flight up to now
  /// - Returns: true if the chain meets all rules of a beginning
  func begins(_ configuration: ShakeConfiguration, _ flight: Flight) -> Bool {
    canBegin(configuration, flight)
      && begins(measures(across: 0), configuration.weights.begin, configuration.sensitivity)
  }

  /// Returns whether the chain meets all rules of a beginning that do not depend on the
  /// sensitivity.
  private func canBegin(_ configuration: ShakeConfiguration, _ flight: Flight) -> Bool {
    count >= configuration.swingsToBegin && prominenceShortcoming == nil
      && lateShortcoming == nil
      && (!configuration.hasLimits
        || excess(flight, wholeSwings: ShakeConstants.wholeSwingsToBegin) == nil)
  }

  /// Returns whether the chain meets all rules of a beginning that depend on the sensitivity.
  ///
  /// `measures` belong to this chain, and lack the share across.
  private func begins(
    _ measures: ShakeMeasures, _ weights: ShakeWeights.Score, _ sensitivity: Sensitivity
  ) -> Bool {
    // The cheapest rules first: the share across, the most expensive measure, can only lower the
    // score.
    let gain = sensitivity.gain
    var measures = measures
    guard strokeShortcoming(measures.amplitude, gain: gain) == nil,
      ShakeScore(measures, gain: gain, weights).total >= 0
    else { return false }
    measures.across = principalDirection.across
    return ShakeScore(measures, gain: gain, weights).total >= 0
  }

  /// The lowest sensitivity, in hundredths, that lets a shake begin; nil if it is not below
  /// `limit`.
  ///
  /// - Parameters:
  ///   - limit: a sensitivity in hundredths; 101 to allow all
  ///   - configuration: all choices but the sensitivity; its sensitivity is the lowest one to try
  ///   - flight: the last flight up to now
  /// - Returns: hundredths
  func sensitivityToBegin(
    below limit: Int, _ configuration: ShakeConfiguration, _ flight: Flight
  ) -> Int? {
    var (low, high) = (Int((configuration.sensitivity.value * 100).rounded(.up)), limit - 1)
    guard low <= high, canBegin(configuration, flight) else { return nil }
    let measures = measures(across: 0)
    func begins(_ hundredths: Int) -> Bool {
      guard let sensitivity = Sensitivity(Double(hundredths) / 100) else { return false }
      return self.begins(measures, configuration.weights.begin, sensitivity)
    }
    // A shake that begins at one sensitivity begins at every higher one.
    guard begins(high) else { return nil }
    while low < high {
      let middle = (low + high) / 2
      if begins(middle) { high = middle } else { low = middle + 1 }
    }
    return high
  }

  /// Returns whether the chain meets all rules of a beginning but the score and the limits of a
  /// hand.
  func isProminentStroke(_ configuration: ShakeConfiguration) -> Bool {
    prominenceShortcoming == nil && lateShortcoming == nil
      && strokeShortcoming(amplitude, gain: configuration.sensitivity.gain) == nil
  }

  /// The first rule of a beginning that the chain does not meet; nil if it meets all.
  func shortcomingToBegin(
    _ configuration: ShakeConfiguration, _ flight: Flight
  ) -> ShakeShortcoming? {
    let gain = configuration.sensitivity.gain
    return swingsShortcoming(configuration.swingsToBegin)
      ?? excess(flight, wholeSwings: ShakeConstants.wholeSwingsToBegin)
      ?? scoreShortcoming(configuration.weights.begin, gain: gain)
      ?? strokeShortcoming(amplitude, gain: gain) ?? prominenceShortcoming ?? lateShortcoming
  }

  /// Returns what the chain lacks of a whole shake.
  ///
  /// - Parameters:
  ///   - configuration: the choices of the user
  ///   - flight: the last flight up to now
  ///   - margin: the least score
  /// - Returns: the first rule that the chain does not meet; nil if it meets all
  func shortcomingToEnd(
    _ configuration: ShakeConfiguration, _ flight: Flight, margin: Double = 0
  ) -> ShakeShortcoming? {
    swingsShortcoming(configuration.swingsToEnd)
      ?? (configuration.hasLimits
        ? excess(flight, wholeSwings: ShakeConstants.wholeSwings) : nil)
      ?? scoreShortcoming(
        configuration.weights.end, gain: configuration.sensitivity.gain, margin: margin)
  }

  /// Returns whether this is a shake beyond doubt, although it goes on.
  ///
  /// Running and brushing are as regular as a shake and go on as long, but they were there before.
  func isBeyondDoubt(_ configuration: ShakeConfiguration, _ flight: Flight) -> Bool {
    unclippedAmplitude >= ShakeConstants.prominenceBeyondDoubt * agitationBefore
      && shortcomingToEnd(configuration, flight, margin: ShakeConstants.beyondDoubt) == nil
  }

  private func swingsShortcoming(_ needed: Int) -> ShakeShortcoming? {
    count < needed ? .swings(count: count, needed: needed) : nil
  }

  private func scoreShortcoming(
    _ weights: ShakeWeights.Score, gain: Double, margin: Double = 0
  ) -> ShakeShortcoming? {
    let score = ShakeScore(measures, gain: gain, weights)
    return score.total < margin ? .score(score) : nil
  }

  /// The lack of amplitude times duration in an average swing: for a sine, π times the change of
  /// velocity.
  private func strokeShortcoming(
    _ amplitude: MetersPerSecondSquared, gain: Double
  ) -> ShakeShortcoming? {
    let stroke = amplitude * meanDuration
    let needed = ShakeConstants.stroke / gain
    return stroke < needed ? .stroke(stroke, needed: needed) : nil
  }

  /// The lateness of swings that went on for long before they looked like a shake, as in running
  /// and brushing.
  ///
  /// Such swings are themselves the motion before, which the agitation does not know yet.
  private var lateShortcoming: ShakeShortcoming? {
    let seconds = last.end.timestamp.seconds(since: onset)
    let limit = ShakeConstants.longestBeginning
    return seconds > limit ? .late(seconds, limit: limit) : nil
  }

  /// Sampling and filtering weaken the preceding agitation as well; clipping does not, because the
  /// agitation is small.
  private var prominenceShortcoming: ShakeShortcoming? {
    let amplitude = unclippedAmplitude
    let needed = agitationBefore * ShakeConstants.prominence
    return amplitude < needed ? .prominence(amplitude: amplitude, needed: needed) : nil
  }
}

/// The measures of a chain of swings that distinguish a shake from other motion.
public struct ShakeMeasures: Hashable, Sendable {
  /// The number of swings: two for each movement there and back.
  public var swings: Int
  /// The mean amplitude of the swings, from turning point to turning point, in m/s².
  ///
  /// This is the hand's amplitude: it makes up for the losses to clipping, the filter and the
  /// sampling rate.
  public var amplitude: Double
  /// The mean duration of the swings in seconds, without the first one, which has no exact start.
  public var duration: Double
  /// The time that a swing takes in seconds, including the first swing and all pauses; 0 if
  /// unknown, such as for few swings or below 20 Hz.
  public var pace: Double
  /// The share of the variance across the direction of the swings, from 0 to 2/3.
  public var across: Double
  /// The spread of the swings' midpoints in space, over the mean amplitude.
  public var scatter: Double
  /// The amplitude of the first swing over the mean of the others.
  public var first: Double
  /// The mean amplitude over the agitation before, both as measured but for clipping; infinite
  /// after rest and just after a shake.
  public var prominence: Double

  /// The measures in the form that a score takes.
  ///
  /// - Parameter gain: the factor of the sensitivity, which multiplies the amplitude
  /// - Returns: logarithms, roots and shares, one for each measure
  package func terms(gain: Double) -> ShakeTerms {
    ShakeTerms(
      swings: 1 / Double(swings),
      amplitude: naturalLogarithm(gain * amplitude / Reading.standardGravity),
      duration: naturalLogarithm(max(duration, Self.shortestDuration)),
      slowness: pace > ShakeConstants.slowSwing
        ? naturalLogarithm(pace / ShakeConstants.slowSwing) : 0,
      across: across.squareRoot(), scatter: scatter, first: first,
      prominence: prominence < ShakeConstants.clearProminence
        ? naturalLogarithm(prominence / ShakeConstants.clearProminence) : 0)
  }

  /// The shortest duration that counts, in seconds.
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

/// One number for each measure of a chain of swings: its value, its weight or its points.
public struct ShakeTerms: Hashable, Sendable {
  /// The term for one over the number of swings: the first few count most.
  public var swings: Double
  /// The term for the natural logarithm of the mean amplitude in g, without the sensor's losses.
  public var amplitude: Double
  /// The term for the natural logarithm of the mean duration of a swing in seconds.
  public var duration: Double
  /// The term for the natural logarithm of the pace over 0.2 s; 0 for a faster pace, or an unknown
  /// one.
  public var slowness: Double
  /// The term for the root of the share of the variance across the direction of the swings.
  public var across: Double
  /// The term for the spread of the swings' midpoints, over the mean amplitude: a shake has one
  /// center.
  public var scatter: Double
  /// The term for the first amplitude over the mean of the others: a stroke is strongest at its
  /// start.
  public var first: Double
  /// The term for the natural logarithm of the prominence over 20; 0 for a larger one.
  public var prominence: Double

  package init(
    swings: Double, amplitude: Double, duration: Double, slowness: Double, across: Double,
    scatter: Double, first: Double, prominence: Double
  ) {
    self.swings = swings
    self.amplitude = amplitude
    self.duration = duration
    self.slowness = slowness
    self.across = across
    self.scatter = scatter
    self.first = first
    self.prominence = prominence
  }

  /// The points of each measure: its weight times its difference from `typical`.
  func points(_ weights: ShakeTerms, from typical: ShakeTerms) -> ShakeTerms {
    ShakeTerms(
      swings: weights.swings * (swings - typical.swings),
      amplitude: weights.amplitude * (amplitude - typical.amplitude),
      duration: weights.duration * (duration - typical.duration),
      slowness: weights.slowness * (slowness - typical.slowness),
      across: weights.across * (across - typical.across),
      scatter: weights.scatter * (scatter - typical.scatter),
      first: weights.first * (first - typical.first),
      prominence: weights.prominence * (prominence - typical.prominence))
  }

  /// The sum of all terms.
  var sum: Double {
    swings + amplitude + duration + slowness + across + scatter + first + prominence
  }
}

/// The learned weights of the two scores of a shake: one to begin, one to end.
///
/// A score is a typical shake's score, plus for each measure its weight times its difference from a
/// typical shake: the logarithm of the odds in a logistic regression, minus a margin. 0 or more is
/// a shake. Physics gives the signs of the weights (more and stronger swings and a calmer past
/// raise a score, larger values of the other measures lower it): a stronger motion never scores
/// less.
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
    swings: 1 / 5.0, amplitude: 1.74, duration: -2.0, slowness: 0, across: 0.28, scatter: 0.14,
    first: 0.54, prominence: 0)

  /// The weight of the prominence in the score to begin.
  ///
  /// Not learned: nearly all recorded shakes come after rest, and so a fit would refuse all others.
  /// Range 1.5 to 2.25.
  package static let prominence = 2.25

  package var begin: Score
  package var end: Score

  package init(begin: Score, end: Score) {
    self.begin = begin
    self.end = end
  }

  /// The weights that `motion-lab fit` learned from 6025 recordings of 65 sources.
  package static let learned = ShakeWeights(
    begin: Score(
      typical: 3.48,
      terms: ShakeTerms(
        swings: -3.67, amplitude: 2.15, duration: -1.27, slowness: 0, across: -7.44,
        scatter: 0, first: -1.61, prominence: prominence)),
    end: Score(
      typical: 2.62,
      terms: ShakeTerms(
        swings: -9.33, amplitude: 1.51, duration: 0, slowness: -5.47, across: -4.29,
        scatter: -10.69, first: -1.27, prominence: 0)))
}

extension ShakeWeights {
  /// All weights, the ones to begin first.
  var numbers: [Double] {
    [begin, end].flatMap { score in
      let terms = score.terms
      return [
        score.typical, terms.swings, terms.amplitude, terms.duration, terms.slowness, terms.across,
        terms.scatter, terms.first, terms.prominence,
      ]
    }
  }

  /// The weights with these `numbers`.
  init(_ numbers: [Double]) {
    func score(_ start: Int) -> Score {
      Score(
        typical: numbers[start],
        terms: ShakeTerms(
          swings: numbers[start + 1], amplitude: numbers[start + 2], duration: numbers[start + 3],
          slowness: numbers[start + 4], across: numbers[start + 5], scatter: numbers[start + 6],
          first: numbers[start + 7], prominence: numbers[start + 8]))
    }
    self.init(begin: score(0), end: score(numbers.count / 2))
  }
}
