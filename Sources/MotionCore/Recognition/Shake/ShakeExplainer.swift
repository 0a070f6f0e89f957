/// Follows motions that do not become shakes, and reports the rule that they do not meet.
///
/// A motion lasts until the device rests. Only closed swings are judged, which is enough: the swing
/// under way was judged at its farthest point just before.
struct ShakeExplainer: Sendable {
  /// The motion that was shown to be no shake, until it is taken.
  private var rejection: ShakeRejection?
  private var motion: Motion?
  /// A Boolean value that indicates whether the motion under way was cancelled before.
  private var isCancelled = false

  /// A motion under way.
  private struct Motion {
    var start: Timestamp
    var end: Timestamp
    var swings = 0
    var chain: SwingChain?
    /// The rule that it did not meet when it came closest.
    var shortcoming: ShakeShortcoming?
    /// The lowest sensitivity, in hundredths, at which it would have begun a shake; 101 for none.
    var sensitivity = 101

    /// Notes the sensitivity at which its chain with the swing under way begins a shake.
    mutating func note(_ chain: SwingChain?, _ configuration: ShakeConfiguration) {
      sensitivity =
        chain?.sensitivityToBegin(below: sensitivity, configuration) ?? sensitivity
    }
  }

  /// The motion that was shown to be no shake since the last call, if any.
  mutating func takeRejection() -> ShakeRejection? {
    defer { rejection = nil }
    return rejection
  }

  /// Forgets the motion so far: it became a shake.
  mutating func startShake() {
    motion = nil
  }

  /// Takes the cancellation of the shake: until the device rests, further swings are no motion of
  /// their own.
  mutating func cancelShake() {
    isCancelled = true
  }

  /// Takes the effect of the last reading of `signal` on the swing under way.
  ///
  /// - Parameters:
  ///   - signal: the signal
  ///   - former: the shake before
  ///   - quiet: the quiet in seconds without which nothing can begin; nil if it can
  ///   - configuration: what the user chose
  mutating func follow(
    _ signal: borrowing ShakeSignal, after former: FormerShake?, quietNeeded quiet: Double?,
    _ configuration: ShakeConfiguration
  ) {
    switch signal.step {
    case .moving:
      guard quiet == nil, motion?.chain?.admits(signal.tracker.current) == true else { return }
      var chain = motion?.chain
      _ = chain?.extend(with: signal.tracker.current)
      motion?.note(chain, configuration)
    case .closed: count(signal.tracker.closed, after: former, quietNeeded: quiet, configuration)
    case .rested: finish()
    }
  }

  private mutating func count(
    _ swing: Swing, after former: FormerShake?, quietNeeded quiet: Double?,
    _ configuration: ShakeConfiguration
  ) {
    guard !isCancelled, swing.amplitude >= ShakeConstants.swingAmplitude else { return }
    var motion = motion ?? Motion(start: swing.onset, end: swing.end.timestamp)
    motion.end = swing.end.timestamp
    motion.swings += 1
    motion.chain.add(swing, after: former)
    if quiet == nil { motion.note(motion.chain, configuration) }
    var shortcoming = motion.chain?.shortcomingToBegin(configuration)
    // What went before counts no more once there was quiet.
    switch shortcoming {
    case .prominence, nil:
      if let quiet { shortcoming = .quiet(needed: quiet) }
    case .swings, .score, .stroke, .quiet:
      break
    }
    if let shortcoming, shortcoming.rank >= motion.shortcoming?.rank ?? 0 {
      motion.shortcoming = shortcoming
    }
    self.motion = motion
  }

  /// Ends the motion under way, and rejects it unless it is a single swing.
  mutating func finish() {
    defer {
      motion = nil
      isCancelled = false
    }
    guard let motion, motion.swings > 1, let shortcoming = motion.shortcoming else { return }
    rejection = ShakeRejection(
      start: motion.start, end: motion.end, swings: motion.swings, shortcoming: shortcoming,
      foundFrom: motion.sensitivity > 100 ? nil : Sensitivity(Double(motion.sensitivity) / 100))
  }

  /// Rejects a shake that began and was cancelled, because it lacks `shortcoming`.
  mutating func reject(_ chain: SwingChain, for shortcoming: ShakeShortcoming) {
    cancelShake()
    rejection = ShakeRejection(
      start: chain.onset, end: chain.last.end.timestamp, swings: chain.count,
      shortcoming: shortcoming)
  }
}
