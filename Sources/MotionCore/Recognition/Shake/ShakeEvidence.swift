/// What speaks for a chain of swings being a shake.
///
/// No single number tells a shake from running or tennis, which exceed it in peak and in RMS. What
/// does: several strong swings, along one direction, fast, standing out from what went before.
struct ShakeEvidence: Sendable {
  let chain: SwingChain
  /// The direction of the swings, a unit vector.
  let direction: SIMD3<Double>
  /// The natural logarithm of number and squared size of the swings, less for a broad or slow motion.
  let score: Double

  init(_ chain: SwingChain, _ configuration: ShakeConfiguration) {
    self.chain = chain
    let principal = chain.principalDirection
    direction = principal.direction
    let strength = chain.meanAmplitude / 9.80665
    score =
      naturalLogarithm(Double(chain.count) * strength * strength)
      - configuration.acrossPenalty * principal.across
      - configuration.slownessPenalty
      * max(0, chain.meanDuration - configuration.unhurriedSwing)
  }

  /// Amplitude times duration of an average swing, in m/s: for a sine π times the change of velocity.
  private var stroke: Double {
    chain.meanAmplitude * chain.meanDuration
  }

  /// Whether this suffices to say that a shake began.
  func suffices(toBegin configuration: ShakeConfiguration) -> Bool {
    chain.count >= configuration.fewestSwings
      && chain.meanAmplitude >= configuration.meanAmplitude
      && chain.meanAmplitude >= configuration.prominence * chain.agitationBefore
      && stroke >= configuration.strokeToBegin
      && score >= configuration.scoreToBegin
  }

  /// Whether this, now that it stopped, was a shake.
  func suffices(toEnd configuration: ShakeConfiguration) -> Bool {
    chain.count >= configuration.fewestSwings
      && chain.effectiveCount >= configuration.effectiveSwings
      && stroke >= configuration.strokeToEnd
      && score >= configuration.scoreToEnd
  }
}
