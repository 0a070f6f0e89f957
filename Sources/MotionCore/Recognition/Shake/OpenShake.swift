/// A shake that began and is not over yet.
struct OpenShake: Sendable {
  private let began: Timestamp
  private(set) var chain: SwingChain
  /// When a swing was last seen to go on.
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

  /// Takes a reading, which did `step` to the swing under way, that is now `swing`.
  mutating func follow(
    _ step: SwingTracker.Step, _ closed: Swing, _ swing: Swing,
    _ configuration: ShakeConfiguration
  ) {
    switch step {
    case .moving, .rested:
      break
    case .closed:
      note(closed, configuration)
      chain = chain.extended(with: closed, configuration) ?? chain
    }
    note(swing, configuration)
  }

  private mutating func note(_ swing: Swing, _ configuration: ShakeConfiguration) {
    guard swing.amplitude >= configuration.excursion else { return }
    lastSwing = max(lastSwing, swing.lastGrowth)
  }

  /// What is to be said of it at `now`.
  func verdict(at now: Timestamp, _ configuration: ShakeConfiguration) -> Verdict {
    if lastSwing.nanoseconds(since: began) > configuration.windowNanoseconds { return .tooLong }
    guard now.seconds(since: lastSwing) >= configuration.quiet else { return .goesOn }
    let evidence = ShakeEvidence(chain, configuration)
    if let shortcoming = evidence.shortcoming(toEnd: configuration) {
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
