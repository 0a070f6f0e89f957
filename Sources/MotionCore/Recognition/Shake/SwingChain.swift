/// Alternating swings along one direction, and what they have in common.
struct SwingChain: Sendable {
  /// When the first swing set off.
  let onset: Timestamp
  /// How agitated it had been before the first swing, in m/s².
  let agitationBefore: Double
  private(set) var last: Swing
  private(set) var count = 1
  private var amplitudes: Double
  /// Of the swings after the first, in seconds: the first starts from rest, at no certain time.
  private var durations = 0.0
  private var scatter: Scatter
  private(set) var peak: Double

  /// A chain of one swing, or nil if `swing` is too weak to start one.
  init?(startingWith swing: Swing, _ configuration: ShakeConfiguration) {
    guard swing.amplitude >= configuration.swingAmplitude else { return nil }
    onset = swing.onset
    agitationBefore = swing.start.agitation
    last = swing
    amplitudes = swing.amplitude
    scatter = swing.scatter
    peak = swing.peak
  }

  /// This chain with `swing` after its last, or nil if `swing` does not belong to it.
  func extended(with swing: Swing, _ configuration: ShakeConfiguration) -> SwingChain? {
    let amplitude = swing.amplitude
    let duration = swing.duration
    guard
      amplitude >= configuration.swingAmplitude,
      duration <= configuration.longestSwing,
      swing.direction.dot(last.direction) <= configuration.alternation
    else { return nil }
    var chain = self
    chain.last = swing
    chain.count += 1
    chain.amplitudes += amplitude
    chain.durations += duration
    chain.scatter.add(swing.scatter)
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
}
