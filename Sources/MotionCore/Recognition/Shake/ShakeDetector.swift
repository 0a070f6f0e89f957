/// Recognises a shake: a few strong swings back and forth along one direction, soon over.
///
/// - `began` when the evidence suffices;
/// - `ended` when a stretch of quiet proved that the last swing came within
///   ``ShakeConfiguration/window`` of `began`, and the whole still looks like a shake;
/// - `cancelled` when a swing came later than that (`tooLong`), when the whole does not look like
///   a shake (`notAShake`), or when the stream broke off (`interrupted`).
///
/// Method: a zigzag in space cuts low-passed acceleration into swings, alternating ones form a
/// chain, and the chain is judged (see `ShakeEvidence`). Everything is measured in time, never in
/// readings, so the answer hardly depends on the sampling rate.
package struct ShakeDetector: MotionDetector {
  private let configuration: ShakeConfiguration
  private var signal: ShakeSignal?
  private var state = State.watching(nil)

  /// A detector of shakes that has seen nothing yet.
  package init(_ configuration: ShakeConfiguration = ShakeConfiguration()) {
    self.configuration = configuration
  }

  private enum State: Sendable {
    /// Nothing has begun. There may be swings that could become a shake.
    case watching(SwingChain?)
    /// A shake began and is not over.
    case open(OpenShake)
    /// A shake was cancelled; the next can begin after quiet since the last excursion. If it was a
    /// shake, it need not stand out from that one, but from the agitation before.
    case settling(lastExcursion: Timestamp, agitationBefore: Double?)
  }

  /// Takes a reading or an interruption.
  package mutating func handle(_ input: DetectorInput) -> MotionEvent? {
    switch input {
    case .reading(let reading):
      guard var signal else {
        signal = ShakeSignal(startingWith: reading)
        return nil
      }
      let swung = signal.advance(to: reading, configuration)
      self.signal = signal
      return step(signal, swung)
    case .interruption(let moment):
      defer { self = ShakeDetector(configuration) }
      switch state {
      case .watching, .settling: return nil
      case .open: return event(.cancelled(.interrupted), at: moment)
      }
    }
  }

  /// Moves on by one reading, which did `swung` to the swing under way.
  private mutating func step(
    _ signal: ShakeSignal, _ swung: SwingTracker.Step
  ) -> MotionEvent? {
    let now = signal.reading.timestamp
    switch state {
    case .watching(let chain):
      let chain = watch(chain, swung)
      guard let chain, begins(chain, signal.swing) else {
        state = .watching(chain)
        return nil
      }
      state = .open(OpenShake(began: now, chain, signal.swing))
      return event(.began(signal.surroundings), at: now)

    case .open(var shake):
      shake.follow(signal.swing, swung, configuration)
      switch shake.verdict(at: now, configuration) {
      case .goesOn:
        state = .open(shake)
        return nil
      case .ended(let measurements):
        state = .watching(nil)
        self.signal?.restart(agitation: shake.agitationBefore)
        return event(.ended(signal.surroundings, measurements), at: now)
      case .cancelled(let reason):
        state = .settling(
          lastExcursion: shake.lastSwing,
          agitationBefore: reason == .tooLong ? shake.agitationBefore : nil)
        return event(.cancelled(reason), at: now)
      }

    case .settling(var last, let agitationBefore):
      if signal.swing.amplitude >= configuration.rearmAmplitude {
        last = max(last, signal.swing.end.timestamp)
      }
      guard now.seconds(since: last) >= configuration.rearmQuiet else {
        state = .settling(lastExcursion: last, agitationBefore: agitationBefore)
        return nil
      }
      state = .watching(nil)
      if let agitationBefore { self.signal?.restart(agitation: agitationBefore) }
      return nil
    }
  }

  /// The chain after a reading, which did `swung` to the swing under way.
  private func watch(_ chain: SwingChain?, _ swung: SwingTracker.Step) -> SwingChain? {
    switch swung {
    case .moving:
      return chain
    case .closed(let swing):
      // A swing that does not fit may still be the first of another chain.
      return chain?.extended(with: swing, configuration)
        ?? SwingChain(startingWith: swing, configuration)
    case .rested:
      return nil
    }
  }

  /// Whether `chain` with the swing under way proves that a shake began.
  private func begins(_ chain: SwingChain, _ swing: Swing) -> Bool {
    guard let chain = chain.extended(with: swing, configuration) else { return false }
    return ShakeEvidence(chain, configuration).suffices(toBegin: configuration)
  }

  private func event(_ phase: MotionEvent.Phase, at timestamp: Timestamp) -> MotionEvent {
    MotionEvent(motion: .shake, timestamp: timestamp, phase: phase)
  }
}
