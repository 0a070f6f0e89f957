// SPDX-License-Identifier: Apache-2.0

/// Follows motions that do not become shakes, and reports the rule that each does not meet.
///
/// A motion lasts until the device rests. The explainer only judges closed swings, which is enough:
/// the detector judged each at its farthest point just before.
struct ShakeExplainer: Sendable {
  /// The motion that proved to be no shake, until ``takeRejection()`` returns it.
  private var rejection: ShakeRejection?
  private var motion: Motion?
  /// A Boolean value that indicates whether the motion under way was cancelled, or ended, before.
  private var isCancelled = false
  /// The shake under way that was too long, up to now, and the time of its beginning.
  private var long: (rejection: ShakeRejection, began: Timestamp, window: Double)?

  /// A motion under way.
  private struct Motion {
    var start: Timestamp
    var end: Timestamp
    var swings = 0
    var chain: SwingChain?
    /// The rule that the motion did not meet when it came closest to a shake.
    var shortcoming: ShakeShortcoming?
    /// The lowest sensitivity, in hundredths, that would have let a shake begin; 101 for none.
    var sensitivity = 101

    /// Notes the sensitivity that lets the chain with the swing under way begin a shake.
    mutating func note(
      _ chain: SwingChain?, _ configuration: ShakeConfiguration, _ flight: Flight
    ) {
      sensitivity =
        chain?.sensitivityToBegin(below: sensitivity, configuration, flight) ?? sensitivity
    }
  }

  /// Returns the motion that proved to be no shake since the last call, if any.
  mutating func takeRejection() -> ShakeRejection? {
    defer { rejection = nil }
    return rejection
  }

  /// Forgets the motion so far: it became a shake.
  mutating func startShake() {
    motion = nil
  }

  /// Takes the end of the shake: until the device rests, further swings belong to it.
  mutating func endShake() {
    isCancelled = true
  }

  /// Takes the cancellation of a shake that was too long; when it is over, reports its length.
  mutating func cancelShake(
    _ shake: OpenShake, _ chain: SwingChain, _ configuration: ShakeConfiguration
  ) {
    isCancelled = true
    let window = configuration.window.seconds
    long = (
      ShakeRejection(
        start: chain.onset, end: shake.lastSwing, swings: chain.count,
        shortcoming: .long(shake.lastSwing.seconds(since: shake.began), window: window)),
      shake.began, window
    )
  }

  /// Takes a swing of the shake that was too long.
  private mutating func lengthen(by swing: Swing, isClosed: Bool) {
    guard var long, swing.amplitude >= ShakeConstants.excursion else { return }
    if isClosed { long.rejection.swings += 1 }
    let end = max(long.rejection.end, swing.lastGrowth)
    long.rejection.end = end
    long.rejection.shortcoming = .long(end.seconds(since: long.began), window: long.window)
    self.long = long
  }

  /// Takes the effect of the last reading of `signal` on the swing under way.
  ///
  /// - Parameters:
  ///   - signal: the signal
  ///   - former: the last shake; nil if there was none
  ///   - quiet: the seconds of quiet that must come before a shake can begin; nil if one can begin
  ///     now
  ///   - configuration: the choices of the user
  mutating func follow(
    _ signal: borrowing ShakeSignal, after former: FormerShake?, quietNeeded quiet: Double?,
    _ configuration: ShakeConfiguration
  ) {
    if signal.step == .closed { lengthen(by: signal.tracker.closed, isClosed: true) }
    lengthen(by: signal.tracker.current, isClosed: false)
    switch signal.step {
    case .moving:
      guard quiet == nil, motion?.chain?.admits(signal.tracker.current) == true else { return }
      var chain = motion?.chain
      _ = chain?.extend(with: signal.tracker.current)
      motion?.note(chain, configuration, signal.flight)
    case .closed: count(signal, after: former, quietNeeded: quiet, configuration)
    case .rested: finish()
    }
  }

  private mutating func count(
    _ signal: borrowing ShakeSignal, after former: FormerShake?, quietNeeded quiet: Double?,
    _ configuration: ShakeConfiguration
  ) {
    let swing = signal.tracker.closed
    guard !isCancelled, swing.amplitude >= ShakeConstants.swingAmplitude else { return }
    var motion = motion ?? Motion(start: swing.onset, end: swing.end.timestamp)
    motion.end = swing.end.timestamp
    motion.swings += 1
    motion.chain.add(swing, after: former)
    if quiet == nil { motion.note(motion.chain, configuration, signal.flight) }
    var shortcoming = motion.chain?.shortcomingToBegin(configuration, signal.flight)
    // After quiet, earlier motion no longer counts.
    switch shortcoming {
    case .prominence, nil:
      if let quiet { shortcoming = .quiet(needed: quiet) }
    case .swings, .flight, .fast, .spike, .wholeSwings, .score, .stroke, .late, .quiet, .long:
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
      long = nil
    }
    if let long {
      rejection = long.rejection
      return
    }
    guard let motion, motion.swings > 1, let shortcoming = motion.shortcoming else { return }
    rejection = ShakeRejection(
      start: motion.start, end: motion.end, swings: motion.swings, shortcoming: shortcoming,
      foundFrom: motion.sensitivity > 100 ? nil : Sensitivity(Double(motion.sensitivity) / 100))
  }

  /// Rejects a shake that began and was cancelled, because it lacks `shortcoming`.
  mutating func reject(_ chain: SwingChain, for shortcoming: ShakeShortcoming) {
    endShake()
    rejection = ShakeRejection(
      start: chain.onset, end: chain.last.end.timestamp, swings: chain.count,
      shortcoming: shortcoming)
  }
}

/// The first rule of a shake that a motion did not meet.
///
/// The cases are in the order of the rules, so a later one came closer.
public enum ShakeShortcoming: Hashable, Sendable {
  /// Too few successive swings back and forth along one line.
  case swings(count: Int, needed: Int)
  /// Too few whole swings: the sum of the amplitudes over the largest.
  case wholeSwings(Double, needed: Double)
  /// A flight right before or meanwhile, in seconds: a landing is no shake.
  case flight(Double, limit: Double)
  /// The share of the amplitudes in swings that go there and back faster than a hand.
  case fast(share: Double, limit: Double)
  /// A blow: the largest deviation over half the mean amplitude.
  case spike(Double, limit: Double)
  /// The score of all measures together is below 0.
  case score(ShakeScore)
  /// Strokes that are too short, as in weak motion and vibration: amplitude times duration, in m/s.
  case stroke(Double, needed: Double)
  /// Swings that are too weak after such agitation: the mean amplitude, and the required one, in
  /// m/s².
  case prominence(amplitude: Double, needed: Double)
  /// Swings that looked like a shake too late, in seconds after the first swing: such as in a run.
  case late(Double, limit: Double)
  /// A motion too soon after a cancelled one: the seconds of quiet that must come first.
  case quiet(needed: Double)
  /// A shake that began, and was cancelled as too long: the seconds from its beginning to its last
  /// swing.
  case long(Double, window: Double)

  /// The number of rules before this one, which the motion met.
  var rank: Int {
    switch self {
    case .swings: 0
    case .wholeSwings: 1
    case .flight: 2
    case .fast: 3
    case .spike: 4
    case .score: 5
    case .stroke: 6
    case .prominence: 7
    case .late: 8
    case .quiet: 9
    case .long: 10
    }
  }
}

/// A motion that the detector rejected as a shake, with the reason.
public struct ShakeRejection: Hashable, Sendable {
  /// The time when the motion's first swing started.
  public var start: Timestamp
  /// The time when the motion's last swing was at its farthest point.
  public var end: Timestamp
  /// The number of swings that were large enough for a shake, without swings that never turned
  /// back.
  public var swings: Int
  /// The rule that the motion did not meet when it came closest to a shake.
  public var shortcoming: ShakeShortcoming
  /// The lowest sensitivity, in hundredths, that would have let a shake begin; nil if no
  /// sensitivity suffices, or if it is unknown.
  public var foundFrom: Sensitivity?

  /// A rejection.
  ///
  /// - Parameters:
  ///   - start: the time when the first swing started
  ///   - end: the time when the last swing was at its farthest point
  ///   - swings: the number of swings
  ///   - shortcoming: the rule that was not met when the motion came closest
  ///   - foundFrom: the lowest sensitivity that would have let a shake begin
  public init(
    start: Timestamp, end: Timestamp, swings: Int, shortcoming: ShakeShortcoming,
    foundFrom: Sensitivity? = nil
  ) {
    self.start = start
    self.end = end
    self.swings = swings
    self.shortcoming = shortcoming
    self.foundFrom = foundFrom
  }
}

extension ShakeRejection {
  /// This rejection in a few words, such as `1.340 s  no shake: 3 swings, but …`.
  var text: String {
    let count = swings == 1 ? "1 swing" : "\(swings) swings"
    let found = foundFrom.map { "; found from --sensitivity \($0.value.text(decimals: 2))" } ?? ""
    return "\(end.text)  no shake: \(count), but \(reason)\(found)"
  }

  private var reason: String {
    switch shortcoming {
    case .swings(let count, let needed):
      count < swings
        ? "not \(needed) in a row back and forth along one line"
        : "it takes \(needed)"
    case .flight(let seconds, _):
      "the device was in the air for \(seconds.text(decimals: 2)) s, at most a second before"
    case .fast(let share, let limit):
      "a hand does not reverse so fast: \((100 * share).whole) % of them goes there and back within"
        + " 0.1 s, a shake has less than \((100 * limit).whole) %"
    case .spike(let spike, let limit):
      "a blow is among them, \(spike.text(decimals: 1)) times as large as their mean;"
        + " a shake has less than \(limit.text(decimals: 1))"
    case .wholeSwings(let swings, let needed):
      "together they are only \(swings.text(decimals: 1)) times the largest,"
        + " a shake has \(needed.text(decimals: 1))"
    case .score(let score):
      "too little like a shake, by \((-score.total).text(decimals: 1)): \(score.reasons)"
    case .stroke(let stroke, let needed):
      "they move too little: \(stroke.text(decimals: 1)) m/s each,"
        + " a shake has \(needed.text(decimals: 1))"
    case .prominence(let amplitude, let needed):
      "no stronger than what went before: \(amplitude.text(decimals: 1)) m/s² on average,"
        + " after that it takes \(needed.text(decimals: 1))"
    case .late(let seconds, let limit):
      "they had gone on for \(seconds.text(decimals: 1)) s before they looked like a shake, as"
        + " running does; a shake begins within \(limit.text(decimals: 1)) s"
    case .quiet(let needed):
      "too soon after a motion that was cancelled:"
        + " \(needed.text(decimals: 1)) s of quiet come first"
    case .long(let seconds, let window):
      "they went on for \(seconds.text(decimals: 2)) s after it began,"
        + " and the window is \(MotionOption.text(window)) s"
    }
  }
}

extension ShakeRejection {
  /// Tells the fields of the JSON line.
  ///
  /// `lacks` names the rule; `has` and `needs` are in its unit (m/s², m/s, seconds). Where `lacks`
  /// is `score`, the fields that begin with `points_` are the points of each measure.
  func code(_ coder: inout some EventFieldCoder) {
    let (rule, has, needs) = shortcoming.members
    coder.derived("first_swing_ns", .timestamp(start))
    coder.derived("last_swing_ns", .timestamp(end))
    coder.derived("swings", .count(swings))
    coder.derived("lacks", .word(rule.rawValue))
    if let has { coder.derived("has", .number(has)) }
    coder.derived("needs", .number(needs))
    if let foundFrom { coder.derived("found_from_sensitivity", .number(foundFrom.value)) }
    if case .score(let score) = shortcoming { score.points.code(&coder) }
  }
}

extension ShakeShortcoming {
  /// The rules by their names in events, which the page of a phone has words for.
  package enum Rule: String, CaseIterable, Sendable {
    case swings, flight, fast, spike, wholeSwings, score, stroke, prominence, late, quiet, window
  }

  /// The rule by its name in events.
  package var rule: String { members.rule.rawValue }

  fileprivate var members: (rule: Rule, has: Double?, needs: Double) {
    switch self {
    case .swings(let count, let needed): (.swings, Double(count), Double(needed))
    case .flight(let seconds, let limit): (.flight, seconds, limit)
    case .fast(let share, let limit): (.fast, share, limit)
    case .spike(let spike, let limit): (.spike, spike, limit)
    case .wholeSwings(let swings, let needed): (.wholeSwings, swings, needed)
    case .score(let score): (.score, score.total, 0)
    case .stroke(let stroke, let needed): (.stroke, stroke, needed)
    case .prominence(let amplitude, let needed): (.prominence, amplitude, needed)
    case .late(let seconds, let limit): (.late, seconds, limit)
    case .quiet(let needed): (.quiet, nil, needed)
    case .long(let seconds, let window): (.window, seconds, window)
    }
  }
}

extension ShakeTerms {
  fileprivate func code(_ coder: inout some EventFieldCoder) {
    coder.derived("points_swings", .number(swings))
    coder.derived("points_amplitude", .number(amplitude))
    coder.derived("points_duration", .number(duration))
    coder.derived("points_slowness", .number(slowness))
    coder.derived("points_across", .number(across))
    coder.derived("points_scatter", .number(scatter))
    coder.derived("points_first", .number(first))
    coder.derived("points_prominence", .number(prominence))
  }
}

extension ShakeScore {
  /// The measures that lower the score, each with its points, the lowest first.
  fileprivate var reasons: String {
    let terms = [
      (points.swings, "\(measures.swings) in a row"),
      (points.amplitude, "of \(measures.amplitude.text(decimals: 1)) m/s²"),
      (points.duration, "\((1000 * measures.duration).whole) ms each"),
      (points.slowness, "one each \((1000 * measures.pace).whole) ms, pauses included"),
      (points.across, "\((100 * measures.across).whole) % across their direction"),
      (points.scatter, "midpoints \((100 * measures.scatter).whole) % apart"),
      (points.first, "the first \((100 * measures.first).whole) % of the others"),
      (
        points.prominence,
        "only \(measures.prominence.text(decimals: 0)) times what went before"
      ),
    ]
    return terms.filter { $0.0 <= -0.05 }.sorted { $0.0 < $1.0 }
      .map { "\($0.1) (\($0.0.text(decimals: 1)))" }.joined(separator: ", ")
  }
}

extension Double {
  /// The nearest whole number.
  fileprivate var whole: Int { Int(rounded()) }
}
