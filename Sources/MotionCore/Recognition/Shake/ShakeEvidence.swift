/// What speaks for a chain of swings being a shake.
///
/// No single number tells a shake from running or tennis, which exceed it in peak and in RMS. What
/// does: several strong swings, along one direction, standing out from what went before. The score
/// is the natural logarithm of the number of swings times their squared mean amplitude in g, less
/// for what lies across their direction.
struct ShakeEvidence: Sendable {
  private let chain: SwingChain
  /// The mean amplitude as the sensitivity has it, in m/s².
  private let amplitude: Double
  /// The score of swings along one line.
  private let strength: Double

  init(_ chain: SwingChain, gain: Double) {
    self.chain = chain
    amplitude = gain * chain.meanAmplitude
    let inG = amplitude / 9.80665
    strength = naturalLogarithm(Double(chain.count) * inG * inG)
  }

  /// Amplitude times duration of an average swing, in m/s: for a sine π times the change of velocity.
  private var stroke: Double {
    amplitude * chain.meanDuration
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
      return .stroke(stroke, needed: configuration.stroke)
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
        ? .stroke(stroke, needed: configuration.stroke)
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
