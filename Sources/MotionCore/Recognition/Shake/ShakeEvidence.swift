/// The rules that decide if a chain of swings is a shake.
///
/// No single number tells a shake from running or tennis, which exceed it in peak and in RMS. A weighted sum of
/// measures does: number, strength and duration of the swings, their spread across one line and about one
/// centre, and the strength of the first (see ``ShakeWeights``).
struct ShakeEvidence: Sendable {
  private let chain: SwingChain
  private let configuration: ShakeConfiguration

  init(_ chain: SwingChain, _ configuration: ShakeConfiguration) {
    self.chain = chain
    self.configuration = configuration
  }

  /// True if a shake began.
  var begins: Bool {
    guard chain.count >= configuration.swingsToBegin, prominenceShortcoming == nil else {
      return false
    }
    // The cheapest rules first: the share across, the dearest measure, can only lower the score.
    let weights = configuration.weights.begin
    var measures = chain.measures(across: 0)
    guard strokeShortcoming(measures.amplitude) == nil,
      ShakeScore(measures, gain: gain, weights).total >= 0
    else { return false }
    measures.across = chain.principalDirection.across
    return ShakeScore(measures, gain: gain, weights).total >= 0
  }

  /// The lowest sensitivity, in hundredths, at which a shake begins; nil if there is none below `limit`.
  ///
  /// - Parameter limit: a sensitivity in hundredths; 101 to allow all
  /// - Returns: hundredths
  func sensitivityToBegin(below limit: Int) -> Int? {
    func begins(_ hundredths: Int) -> Bool {
      guard let sensitivity = Sensitivity(Double(hundredths) / 100) else { return false }
      var other = configuration
      other.sensitivity = sensitivity
      return ShakeEvidence(chain, other).begins
    }
    // What begins at one sensitivity begins at every higher one.
    var (low, high) = (Int((configuration.sensitivity.value * 100).rounded(.up)), limit - 1)
    guard low <= high, begins(high) else { return nil }
    while low < high {
      let middle = (low + high) / 2
      if begins(middle) { high = middle } else { low = middle + 1 }
    }
    return high
  }

  /// True if all rules of a beginning but the score are met.
  var isProminentStroke: Bool {
    prominenceShortcoming == nil && strokeShortcoming(chain.amplitude) == nil
  }

  /// The rule of a beginning that is not met, or nil.
  var shortcomingToBegin: ShakeShortcoming? {
    swingsShortcoming(configuration.swingsToBegin)
      ?? scoreShortcoming(configuration.weights.begin) ?? strokeShortcoming(chain.amplitude)
      ?? prominenceShortcoming
  }

  /// The rule of a whole shake that is not met, or nil.
  var shortcomingToEnd: ShakeShortcoming? {
    swingsShortcoming(configuration.swingsToEnd) ?? scoreShortcoming(configuration.weights.end)
  }

  private var gain: Double { configuration.sensitivity.gain }

  private func score(_ weights: ShakeWeights.Score) -> ShakeScore {
    ShakeScore(chain.measures, gain: gain, weights)
  }

  private func swingsShortcoming(_ needed: Int) -> ShakeShortcoming? {
    chain.count < needed ? .swings(count: chain.count, needed: needed) : nil
  }

  private func scoreShortcoming(_ weights: ShakeWeights.Score) -> ShakeShortcoming? {
    let score = score(weights)
    return score.total < 0 ? .score(score) : nil
  }

  /// Amplitude times duration of an average swing: for a sine π times the change of velocity.
  private func strokeShortcoming(_ amplitude: MetresPerSecondSquared) -> ShakeShortcoming? {
    let stroke = amplitude * chain.meanDuration
    let needed = ShakeConstants.stroke / gain
    return stroke < needed ? .stroke(stroke, needed: needed) : nil
  }

  /// Of sampling and filter the agitation before suffers too, of clipping it does not: it is weak.
  private var prominenceShortcoming: ShakeShortcoming? {
    let amplitude = chain.unclippedAmplitude
    let needed = ShakeConstants.prominence * chain.agitationBefore
    return amplitude < needed ? .prominence(amplitude: amplitude, needed: needed) : nil
  }
}
