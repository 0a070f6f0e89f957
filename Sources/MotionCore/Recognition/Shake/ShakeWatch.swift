/// The part of a detector of shakes that depends on its configuration: it judges swings.
///
/// The swings are those of a ``ShakeSignal``, which may have other watches too.
struct ShakeWatch: Sendable {
  let configuration: ShakeConfiguration
  private var state = State.watching
  /// Swings that could become a shake, or those of the open one.
  ///
  /// Beside the state, because it is large and most readings leave it as it is.
  private var chain: SwingChain?
  private var former: FormerShake?
  private var explainer: ShakeExplainer?

  private enum State: Sendable {
    /// Nothing has begun.
    case watching
    /// A shake began and is not over.
    case open(OpenShake)
    /// A shake was cancelled; the next can begin after quiet since the last excursion. If it was a
    /// shake, it need not stand out from that one, but from the agitation before.
    case settling(lastExcursion: Timestamp, quiet: Double, agitationBefore: Double?)
  }

  /// A watch that has seen no swing.
  ///
  /// - Parameters:
  ///   - configuration: the choices of the user
  ///   - isExplaining: true to report why motions are not shakes
  init(_ configuration: ShakeConfiguration, isExplaining: Bool) {
    self.configuration = configuration
    explainer = isExplaining ? ShakeExplainer() : nil
  }

  /// A Boolean value that indicates whether nothing began that is not over.
  ///
  /// Then only a large swing, or one that ends, has anything to judge.
  var isWatching: Bool {
    if case .watching = state { true } else { false }
  }

  /// Takes an interruption of the stream at `moment`, after which it is like a new one.
  mutating func interrupt(
    at moment: Timestamp, _ emit: (MotionFinding) -> Void
  ) {
    explainer?.finish()
    switch state {
    case .watching, .settling: break
    case .open:
      emit(.event(MotionEvent(.shake, .cancelled(.interrupted), at: moment)))
    }
    state = .watching
    chain = nil
    former = nil
    emitRejection(emit)
  }

  /// Judges the effect of the last reading of `signal` on the swing under way.
  mutating func judge(
    _ signal: borrowing ShakeSignal, _ emit: (MotionFinding) -> Void
  ) {
    let now = signal.reading.timestamp
    switch state {
    case .watching:
      follow(signal, quietNeeded: nil, emit)
      chain.follow(signal, after: former)
      guard beginsShake(signal) else { return }
      state = .open(OpenShake(began: now, signal.tracker.current))
      explainer?.startShake()
      emit(
        .event(MotionEvent(.shake, .began, at: now, surroundings: signal.surroundings)))

    case .open(var shake):
      if signal.step == .closed { _ = chain?.extend(with: signal.tracker.closed) }
      shake.follow(signal)
      if let ending = shake.ending(at: now, configuration) {
        end(shake, ending, signal, emit)
      } else {
        state = .open(shake)
      }

    case .settling(var last, let quiet, let agitationBefore):
      follow(signal, quietNeeded: quiet, emit)
      if signal.tracker.current.amplitude >= ShakeConstants.excursion {
        last = max(last, signal.tracker.current.lastGrowth)
      }
      guard now.seconds(since: last) >= quiet else {
        state = .settling(lastExcursion: last, quiet: quiet, agitationBefore: agitationBefore)
        return
      }
      state = .watching
      explainer?.finish()
      emitRejection(emit)
      if let agitationBefore {
        former = FormerShake(over: signal.here, agitationBefore: agitationBefore)
      }
    }
  }

  /// Ends `shake`, which is open.
  private mutating func end(
    _ shake: OpenShake, _ ending: OpenShake.Ending, _ signal: borrowing ShakeSignal,
    _ emit: (MotionFinding) -> Void
  ) {
    // It has a chain: the one that it began with.
    guard let swings = chain else { return }
    chain = nil
    let now = signal.reading.timestamp
    switch ending {
    case .tooLong:
      state = .settling(
        lastExcursion: shake.lastSwing, quiet: ShakeConstants.quietAfterTooLong,
        agitationBefore: swings.agitationBefore)
      explainer?.cancelShake()
      emit(.event(MotionEvent(.shake, .cancelled(.tooLong), at: now)))
    case .stopped:
      if let shortcoming = swings.shortcomingToEnd(configuration) {
        state = .settling(
          lastExcursion: shake.lastSwing, quiet: ShakeConstants.quietAfterNoShake,
          agitationBefore: nil)
        explainer?.reject(swings, for: shortcoming)
        emit(.event(MotionEvent(.shake, .cancelled(.notAShake), at: now)))
        emitRejection(emit)
        return
      }
      state = .watching
      former = FormerShake(over: signal.here, agitationBefore: swings.agitationBefore)
      emit(
        .event(
          MotionEvent(
            .shake, .ended, at: now, surroundings: signal.surroundings,
            measurements: MotionMeasurements(shake.measurements(swings)))))
    }
  }

  private mutating func follow(
    _ signal: borrowing ShakeSignal, quietNeeded quiet: Double?,
    _ emit: (MotionFinding) -> Void
  ) {
    explainer?.follow(signal, after: former, quietNeeded: quiet, configuration)
    // No other step ends a motion. Looked at after each reading, what may be rejected would be
    // copied: it is large.
    if case .rested = signal.step { emitRejection(emit) }
  }

  private mutating func emitRejection(_ emit: (MotionFinding) -> Void) {
    guard let rejection = explainer?.takeRejection() else { return }
    emit(.rejection(.shake(rejection)))
  }

  /// True if the chain with the swing under way proves that a shake began.
  private func beginsShake(_ signal: borrowing ShakeSignal) -> Bool {
    guard chain?.admits(signal.tracker.current) == true, var chain else { return false }
    return chain.extend(with: signal.tracker.current) && chain.begins(configuration)
  }
}
