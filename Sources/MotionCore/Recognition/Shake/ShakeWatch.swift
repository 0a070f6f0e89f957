/// A stream of readings without gaps, watched for shakes.
struct ShakeWatch: Sendable {
  private var signal: ShakeSignal
  private var state = State.watching(nil)

  private enum State: Sendable {
    /// Nothing has begun. There may be swings that could become a shake.
    case watching(SwingChain?)
    /// A shake began and is not over.
    case open(OpenShake)
    /// A shake was cancelled; the next can begin after quiet since the last excursion. If it was a
    /// shake, it need not stand out from that one, but from the agitation before.
    case settling(lastExcursion: Timestamp, agitationBefore: Double?)
  }

  /// A watch that starts with `reading`.
  init(startingWith reading: Reading, _ configuration: ShakeConfiguration) {
    signal = ShakeSignal(startingWith: reading, configuration)
  }

  /// Says that the stream broke off at `moment`.
  func interrupt(at moment: Timestamp, _ emit: (MotionEvent) -> Void) {
    switch state {
    case .watching, .settling: break
    case .open: emit(MotionEvent(.shake, .cancelled(.interrupted), at: moment))
    }
  }

  /// Moves on by one reading.
  mutating func advance(
    to reading: Reading, _ configuration: ShakeConfiguration, _ explainer: inout ShakeExplainer?,
    _ emit: (MotionEvent) -> Void
  ) {
    let step = signal.advance(to: reading, configuration)
    // Most readings change nothing: that is said before anything large is copied.
    if case .watching = state, step == .moving,
      signal.swing.amplitude < configuration.swingAmplitude
    {
      return
    }
    if let event = take(step, configuration, &explainer) { emit(event) }
  }

  /// Takes what a reading did to the swing under way.
  private mutating func take(
    _ step: SwingTracker.Step, _ configuration: ShakeConfiguration,
    _ explainer: inout ShakeExplainer?
  ) -> MotionEvent? {
    let now = signal.reading.timestamp
    switch state {
    case .watching(let chain):
      explainer?.follow(step, signal.closed, isSettling: false, configuration)
      let next = chain.next(step, signal.closed, configuration)
      guard let next, begins(next, configuration) else {
        if step != .moving { state = .watching(next) }
        return nil
      }
      state = .open(OpenShake(began: now, next, signal.swing))
      explainer?.startShake()
      return MotionEvent(.shake, .began, at: now, surroundings: signal.surroundings)

    case .open(var shake):
      shake.follow(step, signal.closed, signal.swing, configuration)
      switch shake.verdict(at: now, configuration) {
      case .goesOn:
        state = .open(shake)
        return nil
      case .ended(let measurements):
        state = .watching(nil)
        let surroundings = signal.surroundings
        signal.restart(agitation: shake.chain.agitationBefore)
        return MotionEvent(
          .shake, .ended, at: now, surroundings: surroundings, measurements: .shake(measurements))
      case .tooLong:
        state = .settling(
          lastExcursion: shake.lastSwing, agitationBefore: shake.chain.agitationBefore)
        explainer?.cancelShake()
        return event(.cancelled(.tooLong))
      case .notAShake(let shortcoming):
        state = .settling(lastExcursion: shake.lastSwing, agitationBefore: nil)
        explainer?.reject(shake.chain, for: shortcoming)
        return event(.cancelled(.notAShake))
      }

    case .settling(var last, let agitationBefore):
      explainer?.follow(step, signal.closed, isSettling: true, configuration)
      if signal.swing.amplitude >= configuration.excursion {
        last = max(last, signal.swing.lastGrowth)
      }
      guard now.seconds(since: last) >= configuration.rearmQuiet else {
        state = .settling(lastExcursion: last, agitationBefore: agitationBefore)
        return nil
      }
      state = .watching(nil)
      explainer?.finish()
      if let agitationBefore { signal.restart(agitation: agitationBefore) }
      return nil
    }
  }

  /// Whether `chain` with the swing under way proves that a shake began.
  private func begins(_ chain: SwingChain, _ configuration: ShakeConfiguration) -> Bool {
    guard let chain = chain.extended(with: signal.swing, configuration) else { return false }
    return ShakeEvidence(chain, configuration).shortcoming(toBegin: configuration) == nil
  }

  private func event(_ phase: MotionEvent.Phase) -> MotionEvent {
    MotionEvent(.shake, phase, at: signal.reading.timestamp)
  }
}

extension SwingChain? {
  /// The chain after a reading that did `step` to the swing under way, and maybe closed `closed`.
  func next(
    _ step: SwingTracker.Step, _ closed: Swing, _ configuration: ShakeConfiguration
  ) -> SwingChain? {
    switch step {
    case .moving:
      self
    case .closed:
      // A swing that does not fit may still be the first of another chain.
      self?.extended(with: closed, configuration)
        ?? SwingChain(startingWith: closed, configuration)
    case .rested:
      nil
    }
  }
}
