/// A shake that began and is not over yet.
struct OpenShake: Sendable {
  private let began: Timestamp
  private var chain: SwingChain
  /// When a swing was last seen to go on.
  private(set) var lastSwing: Timestamp
  /// How large the swing under way was then, in m/s²; 0 for a new one.
  private var noted: Double

  /// A shake that began at `began`, on the evidence of `chain` and of the swing under way.
  init(began: Timestamp, _ chain: SwingChain, _ swing: Swing) {
    self.began = began
    self.chain = chain
    lastSwing = swing.end.timestamp
    noted = swing.amplitude
  }

  /// How agitated the device had been before, in m/s².
  var agitationBefore: Double {
    chain.agitationBefore
  }

  enum Verdict: Sendable {
    case goesOn
    case ended(Measurements)
    case cancelled(CancellationReason)
  }

  /// Takes a reading, which did `swung` to the swing under way, that is now `swing`.
  mutating func follow(
    _ swing: Swing, _ swung: SwingTracker.Step, _ configuration: ShakeConfiguration
  ) {
    switch swung {
    case .moving:
      break
    case .rested:
      noted = 0
    case .closed(let closed):
      noted = 0
      guard closed.amplitude >= configuration.lingeringAmplitude else { break }
      lastSwing = max(lastSwing, closed.end.timestamp)
      chain = chain.extended(with: closed, configuration) ?? chain
    }
    let amplitude = swing.amplitude
    if amplitude >= configuration.lingeringAmplitude,
      amplitude >= noted + configuration.lingeringGrowth
    {
      noted = amplitude
      lastSwing = max(lastSwing, swing.end.timestamp)
    }
  }

  /// What is to be said of it at `now`.
  func verdict(at now: Timestamp, _ configuration: ShakeConfiguration) -> Verdict {
    if lastSwing.seconds(since: began) > configuration.window {
      return .cancelled(.tooLong)
    }
    guard now.seconds(since: lastSwing) >= configuration.quiet else { return .goesOn }
    let evidence = ShakeEvidence(chain, configuration)
    guard evidence.suffices(toEnd: configuration) else { return .cancelled(.notAShake) }
    return .ended(
      Measurements(
        lastSwing: lastSwing,
        duration: lastSwing.nanoseconds(since: chain.onset),
        swings: chain.count, peak: chain.peak, direction: evidence.direction.pointingForward))
  }
}

extension SIMD3<Double> {
  /// This or its opposite, whichever has its largest element positive: swings have no sign.
  var pointingForward: SIMD3<Double> {
    let positive = Swift.max(x, y, z)
    let negative = Swift.min(x, y, z)
    return positive >= -negative ? self : -self
  }
}
