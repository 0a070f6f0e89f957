/// A stream of readings without gaps, watched for shakes.
///
/// The signal is the same for every configuration; the state and the former shake are not.
struct ShakeWatch: Sendable {
  private var signal: ShakeSignal
  /// The effect of the last reading on the swing under way.
  private var step = SwingTracker.Step.moving
  private var state = State.watching(nil)
  private var former: FormerShake?

  private enum State: Sendable {
    /// Nothing has begun. There may be swings that could become a shake.
    case watching(SwingChain?)
    /// A shake began and is not over.
    case open(OpenShake)
    /// A shake was cancelled; the next can begin after quiet since the last excursion. If it was a
    /// shake, it need not stand out from that one, but from the agitation before.
    case settling(lastExcursion: Timestamp, quiet: Double, agitationBefore: Double?)
  }

  /// A watch that starts with `reading`.
  init(startingWith reading: Reading) {
    signal = ShakeSignal(startingWith: reading)
  }

  /// Takes an interruption of the stream at `moment`.
  func interrupt(at moment: Timestamp, _ emit: (MotionEvent) -> Void) {
    switch state {
    case .watching, .settling: break
    case .open: emit(MotionEvent(.shake, .cancelled(.interrupted), at: moment))
    }
  }

  /// Moves on by one reading.
  ///
  /// - Returns: true if something is to be judged; most readings change nothing
  mutating func advance(to reading: Reading) -> Bool {
    step = signal.advance(to: reading)
    if case .watching = state, step == .moving, signal.amplitude < ShakeConstants.swingAmplitude {
      return false
    }
    return true
  }

  /// Judges the effect of the last reading on the swing under way.
  mutating func judge(
    _ configuration: ShakeConfiguration, _ explainer: inout ShakeExplainer?
  ) -> MotionEvent? {
    let now = signal.reading.timestamp
    switch state {
    case .watching(let chain):
      explainer?.follow(step, signal.closed, after: former, quietNeeded: nil, configuration)
      let next = chain.next(step, signal.closed, after: former)
      guard let next, begins(next, configuration) else {
        if step != .moving { state = .watching(next) }
        return nil
      }
      state = .open(OpenShake(began: now, next, signal.swing))
      explainer?.startShake()
      return MotionEvent(.shake, .began, at: now, surroundings: signal.surroundings)

    case .open(var shake):
      shake.follow(step, signal.closed, signal.swing)
      switch shake.verdict(at: now, configuration) {
      case .goesOn:
        state = .open(shake)
        return nil
      case .ended(let measurements):
        state = .watching(nil)
        former = FormerShake(over: signal.here, agitationBefore: shake.chain.agitationBefore)
        return MotionEvent(
          .shake, .ended, at: now, surroundings: signal.surroundings,
          measurements: .shake(measurements))
      case .tooLong:
        state = .settling(
          lastExcursion: shake.lastSwing, quiet: ShakeConstants.quietAfterTooLong,
          agitationBefore: shake.chain.agitationBefore)
        explainer?.cancelShake()
        return event(.cancelled(.tooLong))
      case .notAShake(let shortcoming):
        state = .settling(
          lastExcursion: shake.lastSwing, quiet: ShakeConstants.quietAfterNoShake,
          agitationBefore: nil)
        explainer?.reject(shake.chain, for: shortcoming)
        return event(.cancelled(.notAShake))
      }

    case .settling(var last, let quiet, let agitationBefore):
      explainer?.follow(step, signal.closed, after: former, quietNeeded: quiet, configuration)
      if signal.amplitude >= ShakeConstants.excursion {
        last = max(last, signal.swing.lastGrowth)
      }
      guard now.seconds(since: last) >= quiet else {
        state = .settling(lastExcursion: last, quiet: quiet, agitationBefore: agitationBefore)
        return nil
      }
      state = .watching(nil)
      explainer?.finish()
      if let agitationBefore {
        former = FormerShake(over: signal.here, agitationBefore: agitationBefore)
      }
      return nil
    }
  }

  /// True if `chain` with the swing under way proves that a shake began.
  private func begins(_ chain: SwingChain, _ configuration: ShakeConfiguration) -> Bool {
    guard let chain = chain.extended(with: signal.swing) else { return false }
    return ShakeEvidence(chain, configuration).begins
  }

  private func event(_ phase: MotionEvent.Phase) -> MotionEvent {
    MotionEvent(.shake, phase, at: signal.reading.timestamp)
  }
}
