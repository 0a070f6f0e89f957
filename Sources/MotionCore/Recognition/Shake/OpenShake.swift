/// A shake that began and is not over yet.
struct OpenShake: Sendable {
  private let began: Timestamp
  private(set) var chain: SwingChain
  /// The last time at which a swing grew.
  private(set) var lastSwing: Timestamp

  /// A shake that began at `began`, on the evidence of `chain` and of the swing under way.
  init(began: Timestamp, _ chain: SwingChain, _ swing: Swing) {
    self.began = began
    self.chain = chain
    lastSwing = swing.lastGrowth
  }

  enum Verdict: Sendable {
    case goesOn
    case ended(ShakeMeasurements)
    case tooLong
    case notAShake(ShakeShortcoming)
  }

  /// Takes the `step` of a reading, with the swing that it closed and the swing under way.
  mutating func follow(_ step: SwingTracker.Step, _ closed: Swing, _ swing: Swing) {
    switch step {
    case .moving, .rested:
      break
    case .closed:
      note(closed)
      chain = chain.extended(with: closed) ?? chain
    }
    note(swing)
  }

  private mutating func note(_ swing: Swing) {
    guard swing.amplitude >= ShakeConstants.excursion else { return }
    lastSwing = max(lastSwing, swing.lastGrowth)
  }

  /// The verdict at `now`.
  func verdict(at now: Timestamp, _ configuration: ShakeConfiguration) -> Verdict {
    if lastSwing.nanoseconds(since: began) > configuration.windowNanoseconds { return .tooLong }
    guard now.seconds(since: lastSwing) >= ShakeConstants.quiet else { return .goesOn }
    if let shortcoming = ShakeEvidence(chain, configuration).shortcomingToEnd {
      return .notAShake(shortcoming)
    }
    return .ended(
      ShakeMeasurements(
        lastSwing: lastSwing,
        duration: .nanoseconds(lastSwing.nanoseconds(since: chain.onset)),
        swings: chain.count, peak: chain.peak,
        direction: chain.principalDirection.direction.pointingForward))
  }
}

extension SIMD3<Double> {
  /// This or its opposite, whichever has its largest element positive: swings have no sign.
  var pointingForward: SIMD3<Double> {
    max() >= -min() ? self : -self
  }
}
