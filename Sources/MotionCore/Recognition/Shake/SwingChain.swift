/// Alternating swings along one direction, and what they have in common.
struct SwingChain: Sendable {
  /// The time at which the first swing started.
  let onset: Timestamp
  /// The agitation before the first swing, in m/s².
  let agitationBefore: Double
  private(set) var last: Swing
  private(set) var count = 1
  private let first: Double
  private var amplitudes: Double
  /// The sum of the durations in seconds, without the first swing: its start from rest is not exact.
  private var durations = 0.0
  private var scatter: Scatter
  /// The sum of the swings' midpoints, and of their squared lengths.
  private var midpoints: (sum: SIMD3<Double>, squares: Double)
  private(set) var peak: Double

  /// A chain of one swing, or nil if `swing` is too weak to start one.
  ///
  /// - Parameters:
  ///   - swing: the first
  ///   - former: the shake before, which does not count as agitation
  init?(startingWith swing: Swing, after former: FormerShake?) {
    guard swing.amplitude >= ShakeConstants.swingAmplitude else { return nil }
    onset = swing.onset
    agitationBefore = former?.agitation(at: swing.start) ?? swing.start.agitation
    last = swing
    first = swing.amplitude
    amplitudes = swing.amplitude
    scatter = swing.scatter
    let midpoint = swing.midpoint
    midpoints = (midpoint, midpoint.dot(midpoint))
    peak = swing.peak
  }

  /// This chain with `swing` after its last, or nil if `swing` does not belong to it.
  func extended(with swing: Swing) -> SwingChain? {
    let amplitude = swing.amplitude
    let duration = swing.duration
    guard
      amplitude >= ShakeConstants.swingAmplitude,
      duration <= ShakeConstants.longestSwing,
      swing.direction.dot(last.direction) <= ShakeConstants.alternation
    else { return nil }
    var chain = self
    chain.last = swing
    chain.count += 1
    chain.amplitudes += amplitude
    chain.durations += duration
    chain.scatter.add(swing.scatter)
    let midpoint = swing.midpoint
    chain.midpoints.sum += midpoint
    chain.midpoints.squares += midpoint.dot(midpoint)
    chain.peak = max(peak, swing.peak)
    return chain
  }

  /// The mean amplitude in m/s².
  var meanAmplitude: Double {
    amplitudes / Double(count)
  }

  /// The mean duration of a swing in seconds; 0 while there is only one.
  var meanDuration: Double {
    count > 1 ? durations / Double(count - 1) : 0
  }

  /// The direction of the swings, and the share of their variance that lies across it.
  var principalDirection: (direction: SIMD3<Double>, across: Double) {
    scatter.principalDirection(from: last.direction)
  }

  /// The measures of this chain.
  var measures: ShakeMeasures {
    measures(across: principalDirection.across)
  }

  /// The measures of this chain, where `across` is the share of the variance across its direction.
  func measures(across: Double) -> ShakeMeasures {
    let count = Double(count)
    let mean = midpoints.sum / count
    let spread = max(0, midpoints.squares / count - mean.dot(mean)).squareRoot()
    let others = count > 1 ? (amplitudes - first) / (count - 1) : first
    return ShakeMeasures(
      swings: self.count, amplitude: meanAmplitude, duration: meanDuration,
      across: across, scatter: spread / meanAmplitude, first: first / others)
  }
}

extension SwingChain? {
  /// The chain after a reading that did `step` to the swing under way, and maybe closed `closed`.
  func next(_ step: SwingTracker.Step, _ closed: Swing, after former: FormerShake?) -> SwingChain? {
    switch step {
    case .moving:
      self
    case .closed:
      // A swing that does not fit may still be the first of another chain.
      self?.extended(with: closed) ?? SwingChain(startingWith: closed, after: former)
    case .rested:
      nil
    }
  }
}
