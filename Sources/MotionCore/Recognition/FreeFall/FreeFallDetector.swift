// SPDX-License-Identifier: Apache-2.0

/// Recognizes free fall: |acceleration| close to zero for some time, in any pose of the device.
///
/// - `began` when |acceleration| was below 3 m/s² for ``FreeFallConfiguration/duration``, in every
///   reading, and there was gravity before: its mean shows it, or, at the start of the stream,
///   0.05 s above 3 m/s²;
/// - `ended` 0.4 s after the fall, which ends above 5 m/s² for 20 ms, with its duration and its
///   impact;
/// - `cancelled` when it lasts for more than 3 s, which no sensor survives (`tooLong`), or when the
///   stream broke off (`interrupted`).
///
/// Nothing is filtered, because a low-pass would eat the first 60 ms. Durations are differences of
/// timestamps: with so few readings in a fall, one reading more or less would matter.
package struct FreeFallDetector: MotionDetector {
  package static var description: MotionDescription { .freeFall }

  private let configuration: FreeFallConfiguration
  private var state = State.fresh
  private var start = Start.light
  /// The last fall, or a possible one: apart from the state, where each reading would copy it.
  private var fall = Fall()
  /// The squares of |acceleration|.
  private var squares = RecentMaximum()
  /// Gravity up to the last reading outside of a fall.
  private var gravity: GravityFilter

  private enum State: Sendable {
    /// There was no reading yet.
    case fresh
    /// The device is held, carried or lies.
    case resting
    /// The device has been weightless for less than the configured duration.
    case falling
    /// A fall began and goes on.
    case open
    /// The fall is over, and the detector looks for its impact.
    case landing
    /// The detector cancelled a fall that lasted for too long, and the device is still weightless.
    case exhausted
  }

  /// The start of the stream, where the mean of gravity is little more than the first reading: a
  /// small one, if the hand was just letting go.
  private enum Start: Sendable {
    /// All readings have been above the threshold.
    case held(since: Timestamp)
    /// The first below it came after ``FreeFallConfiguration/held``: a fall may start.
    case heavy(until: Timestamp)
    /// Only the mean shows gravity.
    case light
  }

  /// A stretch of readings close to zero.
  private struct Fall: Sendable {
    var start = Timestamp(nanoseconds: 0)
    /// The largest |acceleration| shortly before.
    var push = 0.0
    /// The latest readings above the threshold, which may be the end; the end, once the fall is
    /// over.
    private(set) var rise = Rise()

    /// Readings above the threshold: their start, and the largest |acceleration|; 0 for none.
    struct Rise: Sendable {
      var start = Timestamp(nanoseconds: 0)
      var maximum = 0.0
    }

    /// Takes the next reading.
    ///
    /// - Returns: true if the reading proves that the fall is over
    mutating func isOver(
      at now: Timestamp, _ magnitude: Double, _ configuration: FreeFallConfiguration
    ) -> Bool {
      guard magnitude >= configuration.release else {
        rise.maximum = 0
        return false
      }
      if rise.maximum == 0 { rise.start = now }
      note(magnitude)
      return now.nanoseconds(since: rise.start) >= configuration.rise
    }

    /// Takes a reading of a rise.
    mutating func note(_ magnitude: Double) {
      rise.maximum = max(rise.maximum, magnitude)
    }
  }

  /// A detector of falls that has seen nothing yet; it explains no rejections.
  package init(_ configuration: FreeFallConfiguration, isExplaining: Bool) {
    self.configuration = configuration
    gravity = GravityFilter(timeConstant: configuration.memory)
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    let square = reading.acceleration.dot(reading.acceleration)
    // Nearly all readings. The root reaches the threshold exactly if the square reaches its square.
    if case .resting = state, square >= configuration.threshold * configuration.threshold {
      gravity.process(reading.acceleration, at: reading.timestamp)
    } else {
      process(reading, square.squareRoot(), emit)
    }
    squares.add(square, at: reading.timestamp)
  }

  /// Takes an interruption; afterwards the detector is like new.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    switch state {
    case .fresh, .resting, .falling, .exhausted: break
    case .open, .landing:
      emit(.event(MotionEvent(.freeFall, .cancelled(.interrupted), at: moment)))
    }
    self = FreeFallDetector(configuration, isExplaining: false)
  }

  /// Takes a reading in or near a fall.
  ///
  /// Not inlined: the room for an event would make most readings cost a third more.
  @inline(never)
  private mutating func process(
    _ reading: Reading, _ magnitude: Double, _ emit: (MotionFinding) -> Void
  ) {
    if let event = event(at: reading, magnitude) { emit(.event(event)) }
  }

  private mutating func event(at reading: Reading, _ magnitude: Double) -> MotionEvent? {
    let now = reading.timestamp
    switch state {
    case .fresh:
      state = .resting
      guard magnitude >= configuration.threshold else { return nil }
      start = .held(since: now)
      gravity.process(reading.acceleration, at: now)
      return nil
    case .resting:
      if hadWeight(before: now) {
        state = .falling
        fall = Fall(start: now, push: squares.maximum.squareRoot())
      }
      return nil
    case .falling:
      guard magnitude < configuration.threshold else {
        state = .resting
        return nil
      }
      guard now.nanoseconds(since: fall.start) >= configuration.nanoseconds else { return nil }
      state = .open
      return event(.began, reading, until: now, impact: nil)
    case .open:
      guard !fall.isOver(at: now, magnitude, configuration) else {
        state = .landing
        return nil
      }
      guard now.nanoseconds(since: fall.start) > configuration.longest else { return nil }
      state = .exhausted
      return MotionEvent(.freeFall, .cancelled(.tooLong), at: now)
    case .landing:
      fall.note(magnitude)
      let (end, impact) = (fall.rise.start, fall.rise.maximum)
      guard now.nanoseconds(since: end) >= configuration.landing else { return nil }
      state = .resting
      return event(
        .ended, reading, until: end, impact: impact >= configuration.impact ? impact : nil)
    case .exhausted:
      if fall.isOver(at: now, magnitude, configuration) { state = .resting }
      return nil
    }
  }

  /// True if there was gravity before the reading at `now`, which is close to zero.
  private mutating func hadWeight(before now: Timestamp) -> Bool {
    if case .held(let since) = start {
      start =
        now.nanoseconds(since: since) >= configuration.held
        ? .heavy(until: now.advanced(byNanoseconds: configuration.held)) : .light
    }
    if case .heavy(let until) = start {
      if now < until { return true }
      start = .light
    }
    return gravity.value.length >= configuration.weight
  }

  private func event(
    _ phase: MotionEvent.Phase, _ reading: Reading, until end: Timestamp, impact: Double?
  ) -> MotionEvent {
    MotionEvent(
      .freeFall, phase, at: reading.timestamp,
      measurements: MotionMeasurements(
        FreeFallMeasurements(
          start: fall.start, duration: .nanoseconds(end.nanoseconds(since: fall.start)),
          push: fall.push, impact: impact)))
  }
}

extension FreeFallDetector {
  /// The way of |acceleration| down to the threshold, and then the duration of the fall.
  package func gauge(at reading: Reading) -> MotionGauge? {
    let (now, magnitude) = (reading.timestamp, reading.acceleration.length)
    switch state {
    case .fresh, .resting, .landing, .exhausted:
      let standard = Reading.standardGravity
      return MotionGauge(
        (standard - magnitude) / (standard - configuration.threshold),
        "|a| \(magnitude.text(decimals: 1)), which falls below "
          + "\(configuration.threshold.text(decimals: 1)) m/s²")
    case .falling, .open:
      let limit = configuration.nanoseconds
      return MotionGauge("falling for", for: now.nanoseconds(since: fall.start), of: limit)
    }
  }
}

/// The largest value of the last 0.35 to 0.4 s, in eight steps of 50 ms.
private struct RecentMaximum: Sendable {
  private static let step: Int64 = 50_000_000

  /// The maximum of the newest step.
  private var newest = 0.0
  /// The maxima of the seven steps before it, the newest first.
  private var steps = SIMD8<Double>.zero
  /// The end of the newest step; nil before the first value.
  private var end: Timestamp?

  var maximum: Double { max(newest, steps.max()) }

  @inline(__always)
  mutating func add(_ value: Double, at now: Timestamp) {
    if let end, now < end {
      newest = max(newest, value)
    } else {
      advance(to: now)
      newest = value
    }
  }

  /// Begins the step that `now` is in.
  @inline(never)
  private mutating func advance(to now: Timestamp) {
    let (passed, rest) = now.nanoseconds(since: end ?? now).quotientAndRemainder(
      dividingBy: Self.step)
    for _ in 0..<min(passed + 1, 8) {
      steps = SIMD8(newest, steps[0], steps[1], steps[2], steps[3], steps[4], steps[5], 0)
      newest = 0
    }
    // From `now` on, because any number of steps may have passed.
    self.end = now.advanced(byNanoseconds: Self.step - rest)
  }
}
