/// A shake that began and is not over yet: since when, and its last swing.
struct OpenShake: Sendable {
  private let began: Timestamp
  /// The last time at which a swing grew.
  private(set) var lastSwing: Timestamp

  /// A shake that began at `began`, on the evidence of `swing`, which is under way.
  init(began: Timestamp, _ swing: Swing) {
    self.began = began
    lastSwing = swing.lastGrowth
  }

  /// The way in which a shake is over.
  enum Ending: Sendable {
    /// There was quiet since its last swing.
    case stopped
    /// A swing came too late.
    case tooLong
  }

  /// Takes the swings after a reading: the one under way, and the one that the reading closed.
  mutating func follow(_ signal: borrowing ShakeSignal) {
    switch signal.step {
    case .moving, .rested: break
    case .closed: note(signal.tracker.closed)
    }
    note(signal.tracker.current)
  }

  private mutating func note(_ swing: Swing) {
    guard swing.amplitude >= ShakeConstants.excursion else { return }
    lastSwing = max(lastSwing, swing.lastGrowth)
  }

  /// The way in which it is over at `now`; nil if it goes on.
  func ending(at now: Timestamp, _ configuration: ShakeConfiguration) -> Ending? {
    if lastSwing.nanoseconds(since: began) > configuration.windowNanoseconds { return .tooLong }
    return now.seconds(since: lastSwing) >= ShakeConstants.quiet ? .stopped : nil
  }

  /// The measurements of this shake, which stopped, and has the swings of `chain`.
  func measurements(_ chain: SwingChain) -> ShakeMeasurements {
    ShakeMeasurements(
      lastSwing: lastSwing,
      duration: .nanoseconds(lastSwing.nanoseconds(since: chain.onset)),
      swings: chain.count, peak: chain.peak,
      direction: chain.principalDirection.direction.pointingForward)
  }
}

extension SIMD3<Double> {
  /// This or its opposite, whichever has its largest element positive: swings have no sign.
  var pointingForward: SIMD3<Double> {
    max() >= -min() ? self : -self
  }
}
