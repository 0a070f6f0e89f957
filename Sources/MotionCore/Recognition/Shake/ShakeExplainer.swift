/// Follows the motions that do not become shakes, for somebody who asks why.
///
/// A motion lasts until the device rests. Only closed swings are judged, which is enough: the swing
/// under way was judged at its farthest point just before.
struct ShakeExplainer: Sendable {
  /// The motion that was shown to be no shake, until it is taken.
  private var rejection: ShakeRejection?
  private var motion: Motion?
  /// Whether what moves is still the motion that was cancelled.
  private var isCancelled = false

  /// A motion under way.
  private struct Motion {
    var start: Timestamp
    var end: Timestamp
    var swings = 0
    var chain: SwingChain?
    /// What it lacked when it came closest.
    var shortcoming: ShakeShortcoming?
  }

  /// The motion that was shown to be no shake since the last call; nil if there is none.
  mutating func takeRejection() -> ShakeRejection? {
    defer { rejection = nil }
    return rejection
  }

  /// Says that what moved so far has become a shake.
  mutating func startShake() {
    motion = nil
  }

  /// Says that the shake was cancelled: until the device rests, what moves is no motion of its own.
  mutating func cancelShake() {
    isCancelled = true
  }

  /// Takes what a reading did to the swing under way.
  ///
  /// - Parameters:
  ///   - step: what it did
  ///   - closed: the swing that it closed, if it did
  ///   - isSettling: whether nothing can begin before there was quiet
  ///   - configuration: the constants
  mutating func follow(
    _ step: SwingTracker.Step, _ closed: Swing, isSettling: Bool,
    _ configuration: ShakeConfiguration
  ) {
    switch step {
    case .moving: break
    case .closed: count(closed, isSettling: isSettling, configuration)
    case .rested: finish()
    }
  }

  private mutating func count(
    _ swing: Swing, isSettling: Bool, _ configuration: ShakeConfiguration
  ) {
    guard !isCancelled, swing.amplitude >= configuration.swingAmplitude else { return }
    var motion = motion ?? Motion(start: swing.onset, end: swing.end.timestamp)
    motion.end = swing.end.timestamp
    motion.swings += 1
    motion.chain = motion.chain.next(.closed, swing, configuration)
    var shortcoming = motion.chain.flatMap {
      ShakeEvidence($0, configuration).shortcoming(toBegin: configuration)
    }
    // What went before counts no more once there was quiet.
    switch shortcoming {
    case .prominence, nil:
      if isSettling { shortcoming = .quiet(needed: configuration.rearmQuiet) }
    case .swings, .strength, .stroke, .direction, .quiet:
      break
    }
    if let shortcoming, shortcoming.rank >= motion.shortcoming?.rank ?? 0 {
      motion.shortcoming = shortcoming
    }
    self.motion = motion
  }

  /// Says that the motion under way is over: it is rejected, unless it is a single swing, which
  /// nobody takes for a shake.
  mutating func finish() {
    defer {
      motion = nil
      isCancelled = false
    }
    guard let motion, motion.swings > 1, let shortcoming = motion.shortcoming else { return }
    rejection = ShakeRejection(
      start: motion.start, end: motion.end, swings: motion.swings, shortcoming: shortcoming)
  }

  /// Rejects a shake that began and was cancelled, because it lacks `shortcoming`.
  mutating func reject(_ chain: SwingChain, for shortcoming: ShakeShortcoming) {
    cancelShake()
    rejection = ShakeRejection(
      start: chain.onset, end: chain.last.end.timestamp, swings: chain.count,
      shortcoming: shortcoming)
  }
}
