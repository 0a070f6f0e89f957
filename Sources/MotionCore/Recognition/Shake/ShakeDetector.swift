// SPDX-License-Identifier: Apache-2.0

/// Recognizes a shake: a few strong swings back and forth along one direction, soon over.
///
/// - `began` when the evidence suffices;
/// - `ended` when a stretch of quiet proved that the last swing came within
///   ``ShakeConfiguration/window`` of `began`, and the whole still looks like a shake;
/// - `cancelled` when a swing came after the window (`tooLong`; see also ``LongShake``), when the
///   whole does not look like a shake (`notAShake`), or when the stream broke off (`interrupted`).
///
/// Method: a zigzag in space cuts low-passed acceleration into swings, alternating swings form a
/// chain, and rules judge the chain (see `SwingChain.begins(_:)`). They measure time, never count
/// readings, so the answer hardly depends on the sampling rate.
///
/// It serves one configuration, and needs no heap. A pipeline has a `ShakePool`, which serves many.
package struct ShakeDetector: MotionDetector {
  package static var description: MotionDescription { .shake }

  /// The signal since the first reading, or since an interruption.
  private var signal = ShakeSignal()
  private var gains = FilterGains()
  private var watch: ShakeWatch

  /// A detector of shakes that has seen nothing yet.
  ///
  /// - Parameters:
  ///   - configuration: the choices of the user
  ///   - isExplaining: true to report why motions are not shakes
  package init(_ configuration: ShakeConfiguration, isExplaining: Bool) {
    watch = ShakeWatch(configuration, isExplaining: isExplaining)
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    guard signal.advance(to: reading, &gains) || !watch.isWatching else { return }
    watch.judge(&signal, emit)
  }

  /// Takes an interruption; afterwards the detector is like new.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    watch.interrupt(at: moment, emit)
    signal = ShakeSignal()
  }
}

extension ShakeDetector {
  /// The amplitude of the swing under way.
  package func gauge(at reading: Reading) -> MotionGauge? { signal.gauge }
}

/// The part of a detector of shakes that depends on its configuration: it judges swings.
///
/// The swings come from a ``ShakeSignal``, which may have other watches too.
struct ShakeWatch: Sendable {
  let configuration: ShakeConfiguration
  private var state = State.watching
  /// Swings that could become a shake, or the swings of the open shake.
  ///
  /// Apart from the state, because the chain is large, and most readings leave it as it is.
  private var chain: SwingChain?
  /// The last shake; nil if there was none.
  private var former: FormerShake?
  private var explainer: ShakeExplainer?

  private enum State: Sendable {
    /// Nothing has begun.
    case watching
    /// A shake began and is not over.
    case open(OpenShake)
    /// A shake was cancelled, or ended while it went on; the next can begin after quiet since the
    /// last excursion. After a real shake, the next one need not stand out from that shake, but
    /// from the agitation before it.
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

  /// A Boolean value that indicates whether no shake is under way or settling.
  ///
  /// If so, there is only a large swing to judge, or one that ends.
  var isWatching: Bool {
    if case .watching = state { true } else { false }
  }

  /// Takes an interruption of the stream at `moment`; afterwards the watch is like new.
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
  ///
  /// - Parameters:
  ///   - signal: the signal, which stays as it is (`inout`, because borrowing would copy a large
  ///     value)
  ///   - emit: called for each finding, in order, before this returns
  mutating func judge(
    _ signal: inout ShakeSignal, _ emit: (MotionFinding) -> Void
  ) {
    let now = signal.reading.timestamp
    switch state {
    case .watching:
      follow(&signal, quietNeeded: nil, emit)
      chain.follow(signal, after: former)
      guard let confidence = beginning(&signal) else { return }
      state = .open(OpenShake(began: now, signal.tracker.current))
      explainer?.startShake()
      var event = MotionEvent(.shake, .began, at: now, surroundings: signal.surroundings)
      event.confidence = confidence
      emit(.event(event))

    case .open(var shake):
      if signal.step == .closed { _ = chain?.extend(with: signal.tracker.closed) }
      shake.follow(signal)
      if let ending = shake.ending(at: now, configuration) {
        end(shake, ending, signal, emit)
      } else {
        state = .open(shake)
      }

    case .settling(var last, let quiet, let agitationBefore):
      follow(&signal, quietNeeded: quiet, emit)
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
    // An open shake has a chain: the one that it began with.
    guard let swings = chain else { return }
    chain = nil
    let now = signal.reading.timestamp
    switch ending {
    case .tooLong:
      state = .settling(
        lastExcursion: shake.lastSwing, quiet: ShakeConstants.quietAfterTooLong,
        agitationBefore: swings.agitationBefore)
      guard configuration.long == .ends, swings.isBeyondDoubt(configuration, signal.flight) else {
        explainer?.cancelShake(shake, swings, configuration)
        emit(.event(MotionEvent(.shake, .cancelled(.tooLong), at: now)))
        return
      }
      explainer?.endShake()
      emit(ended(shake, swings, signal, isOngoing: true))
    case .stopped:
      if let shortcoming = swings.shortcomingToEnd(configuration, signal.flight) {
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
      emit(ended(shake, swings, signal, isOngoing: false))
    }
  }

  private func ended(
    _ shake: OpenShake, _ swings: SwingChain, _ signal: borrowing ShakeSignal, isOngoing: Bool
  ) -> MotionFinding {
    .event(
      MotionEvent(
        .shake, .ended, at: signal.reading.timestamp, surroundings: signal.surroundings,
        measurements: MotionMeasurements(shake.measurements(swings, isOngoing: isOngoing))))
  }

  private mutating func follow(
    _ signal: inout ShakeSignal, quietNeeded quiet: Double?,
    _ emit: (MotionFinding) -> Void
  ) {
    explainer?.follow(signal, after: former, quietNeeded: quiet, configuration)
    // No other step ends a motion. A look after each reading would copy the possible rejection,
    // which is large.
    if case .rested = signal.step { emitRejection(emit) }
  }

  private mutating func emitRejection(_ emit: (MotionFinding) -> Void) {
    guard let rejection = explainer?.takeRejection() else { return }
    emit(.rejection(.shake(rejection)))
  }

  /// Returns the confidence that a shake began; nil unless the chain with the swing under way
  /// proves one.
  ///
  /// Like `judge`, it leaves the signal as it is.
  private mutating func beginning(_ signal: inout ShakeSignal) -> Double? {
    guard chain?.admits(signal.tracker.current) == true, var chain,
      chain.extend(with: signal.tracker.current)
    else { return nil }
    return chain.begins(configuration, signal.flight) ? chain.confidence(configuration) : nil
  }
}

/// A shake that began and is not over yet: its beginning, and its last swing.
struct OpenShake: Sendable {
  let began: Timestamp
  /// The last time when a swing grew.
  private(set) var lastSwing: Timestamp

  /// A shake that began at `began`, on the evidence of `swing`, which is under way.
  init(began: Timestamp, _ swing: Swing) {
    self.began = began
    lastSwing = swing.lastGrowth
  }

  /// The reason why a shake is over.
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

  /// The reason why the shake is over at `now`; nil if it goes on.
  func ending(at now: Timestamp, _ configuration: ShakeConfiguration) -> Ending? {
    if lastSwing.nanoseconds(since: began) > configuration.windowNanoseconds { return .tooLong }
    return now.seconds(since: lastSwing) >= ShakeConstants.quiet ? .stopped : nil
  }

  /// The measurements of this shake up to now, with the swings of `chain`.
  func measurements(_ chain: SwingChain, isOngoing: Bool) -> ShakeMeasurements {
    ShakeMeasurements(
      lastSwing: lastSwing,
      duration: .nanoseconds(lastSwing.nanoseconds(since: chain.onset)),
      swings: chain.count, peak: chain.peak,
      direction: chain.principalDirection.direction.pointingForward, isOngoing: isOngoing)
  }
}

extension SIMD3<Double> {
  /// This vector or its opposite, so that the largest element is positive: swings have no sign.
  var pointingForward: SIMD3<Double> {
    max() >= -min() ? self : -self
  }
}
