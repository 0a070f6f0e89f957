/// The rules that decide if a chain of swings is a shake.
///
/// No single number tells a shake from running or tennis, which exceed it in peak and in RMS. A
/// weighted sum of measures does: number, strength and duration of the swings, their spread across
/// one line and about one center, and the strength of the first (see ``ShakeWeights``).
extension SwingChain {
  /// True if a shake began.
  func begins(_ configuration: ShakeConfiguration) -> Bool {
    canBegin(configuration)
      && begins(measures(across: 0), configuration.weights.begin, configuration.sensitivity)
  }

  /// True if the rules of a beginning are met that do not depend on the sensitivity.
  private func canBegin(_ configuration: ShakeConfiguration) -> Bool {
    count >= configuration.swingsToBegin && prominenceShortcoming == nil
  }

  /// True if the rules of a beginning are met that depend on the sensitivity.
  ///
  /// `measures` are those of this chain, without the share across.
  private func begins(
    _ measures: ShakeMeasures, _ weights: ShakeWeights.Score, _ sensitivity: Sensitivity
  ) -> Bool {
    // The cheapest rules first: the share across, the dearest measure, can only lower the score.
    let gain = sensitivity.gain
    var measures = measures
    guard strokeShortcoming(measures.amplitude, gain: gain) == nil,
      ShakeScore(measures, gain: gain, weights).total >= 0
    else { return false }
    measures.across = principalDirection.across
    return ShakeScore(measures, gain: gain, weights).total >= 0
  }

  /// The lowest sensitivity, in hundredths, at which a shake begins; nil if it is not below
  /// `limit`.
  ///
  /// - Parameters:
  ///   - limit: a sensitivity in hundredths; 101 to allow all
  ///   - configuration: all but the sensitivity, and the lowest one to try
  /// - Returns: hundredths
  func sensitivityToBegin(below limit: Int, _ configuration: ShakeConfiguration) -> Int? {
    var (low, high) = (Int((configuration.sensitivity.value * 100).rounded(.up)), limit - 1)
    guard low <= high, canBegin(configuration) else { return nil }
    let measures = measures(across: 0)
    func begins(_ hundredths: Int) -> Bool {
      guard let sensitivity = Sensitivity(Double(hundredths) / 100) else { return false }
      return self.begins(measures, configuration.weights.begin, sensitivity)
    }
    // What begins at one sensitivity begins at every higher one.
    guard begins(high) else { return nil }
    while low < high {
      let middle = (low + high) / 2
      if begins(middle) { high = middle } else { low = middle + 1 }
    }
    return high
  }

  /// True if all rules of a beginning but the score are met.
  func isProminentStroke(_ configuration: ShakeConfiguration) -> Bool {
    prominenceShortcoming == nil
      && strokeShortcoming(amplitude, gain: configuration.sensitivity.gain) == nil
  }

  /// The rule of a beginning that is not met, or nil.
  func shortcomingToBegin(_ configuration: ShakeConfiguration) -> ShakeShortcoming? {
    let gain = configuration.sensitivity.gain
    return swingsShortcoming(configuration.swingsToBegin)
      ?? scoreShortcoming(configuration.weights.begin, gain: gain)
      ?? strokeShortcoming(amplitude, gain: gain) ?? prominenceShortcoming
  }

  /// The rule of a whole shake that is not met, or nil.
  func shortcomingToEnd(_ configuration: ShakeConfiguration) -> ShakeShortcoming? {
    swingsShortcoming(configuration.swingsToEnd)
      ?? scoreShortcoming(configuration.weights.end, gain: configuration.sensitivity.gain)
  }

  private func swingsShortcoming(_ needed: Int) -> ShakeShortcoming? {
    count < needed ? .swings(count: count, needed: needed) : nil
  }

  private func scoreShortcoming(_ weights: ShakeWeights.Score, gain: Double) -> ShakeShortcoming? {
    let score = ShakeScore(measures, gain: gain, weights)
    return score.total < 0 ? .score(score) : nil
  }

  /// Amplitude times duration of an average swing: for a sine π times the change of velocity.
  private func strokeShortcoming(
    _ amplitude: MetersPerSecondSquared, gain: Double
  ) -> ShakeShortcoming? {
    let stroke = amplitude * meanDuration
    let needed = ShakeConstants.stroke / gain
    return stroke < needed ? .stroke(stroke, needed: needed) : nil
  }

  /// Of sampling and filter the agitation before suffers too, of clipping it does not: it is weak.
  private var prominenceShortcoming: ShakeShortcoming? {
    let amplitude = unclippedAmplitude
    let needed = ShakeConstants.prominence * agitationBefore
    return amplitude < needed ? .prominence(amplitude: amplitude, needed: needed) : nil
  }
}
