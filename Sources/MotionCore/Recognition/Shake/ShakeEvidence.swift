/// What speaks for a chain of swings being a shake.
///
/// No single number tells a shake from running or tennis, which exceed it in peak and in RMS. What
/// does: several strong swings, along one direction, standing out from what went before. The score
/// is the natural logarithm of the number of swings times their squared mean amplitude in g, less
/// for what lies across their direction.
struct ShakeEvidence: Sendable {
  private let chain: SwingChain
  /// By how much the sensitivity has the swings larger than they are.
  private let gain: Double
  /// The score of swings along one line.
  private let strength: Double

  init(_ chain: SwingChain, _ configuration: ShakeConfiguration) {
    self.chain = chain
    gain = configuration.sensitivity.gain
    let inG = gain * chain.meanAmplitude / Reading.standardGravity
    strength = naturalLogarithm(Double(chain.count) * inG * inG)
  }

  /// Amplitude times duration of an average swing, in m/s, as the sensitivity has it: for a sine π
  /// times the change of velocity.
  private var stroke: Double {
    gain * chain.meanAmplitude * chain.meanDuration
  }

  private func strokeShortcoming(_ configuration: ShakeConfiguration) -> ShakeShortcoming {
    .stroke(stroke / gain, needed: configuration.stroke / gain)
  }

  /// What is missing for saying that a shake began, or nil.
  func shortcoming(toBegin configuration: ShakeConfiguration) -> ShakeShortcoming? {
    if chain.count < configuration.swingsToBegin {
      return .swings(count: chain.count, needed: configuration.swingsToBegin)
    }
    let surplus = strength - configuration.scoreToBegin
    if surplus < 0 {
      return .strength(
        amplitude: chain.meanAmplitude, needed: chain.meanAmplitude * exponential(-surplus / 2))
    }
    if stroke < configuration.stroke {
      return strokeShortcoming(configuration)
    }
    let prominent = configuration.prominence * chain.agitationBefore
    if chain.meanAmplitude < prominent {
      return .prominence(amplitude: chain.meanAmplitude, needed: prominent)
    }
    return shortcoming(ofDirectionWithin: surplus, configuration)
  }

  /// What is missing for saying, now that it stopped, that this was a shake, or nil.
  func shortcoming(toEnd configuration: ShakeConfiguration) -> ShakeShortcoming? {
    if chain.count < configuration.swingsToEnd {
      return .swings(count: chain.count, needed: configuration.swingsToEnd)
    }
    let surplus = strength + naturalLogarithm(stroke) - configuration.scoreToEnd
    if surplus < 0 {
      return stroke < configuration.stroke
        ? strokeShortcoming(configuration)
        : .strength(
          amplitude: chain.meanAmplitude, needed: chain.meanAmplitude * exponential(-surplus / 3))
    }
    return shortcoming(ofDirectionWithin: surplus, configuration)
  }

  /// Whether the swings are too broad for a `surplus` of score.
  private func shortcoming(
    ofDirectionWithin surplus: Double, _ configuration: ShakeConfiguration
  ) -> ShakeShortcoming? {
    let across = chain.principalDirection.across
    let allowed = surplus / configuration.acrossPenalty
    return across > allowed ? .direction(across: across, allowed: allowed) : nil
  }
}
