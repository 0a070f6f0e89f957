// SPDX-License-Identifier: Apache-2.0

/// Recognizes free fall: |acceleration| close to zero for some time, however the device is turned.
///
/// - `began` when |acceleration| was below 3 m/s² for ``FreeFallConfiguration/duration``, in every
///   reading, and there was gravity before;
/// - `ended` 0.4 s after the fall, which ends above 5 m/s² for 20 ms, with its duration and its
///   impact;
/// - `cancelled` when it lasts for more than 3 s, which no sensor survives (`tooLong`), or when the
///   stream broke off (`interrupted`).
///
/// Nothing is filtered, because a low-pass would eat the first 60 ms. Durations are differences of
/// timestamps: with so few readings in a fall one of them more or less would matter.
package struct FreeFallDetector: MotionDetector {
  package static var description: MotionDescription { .freeFall }

  private let configuration: FreeFallConfiguration
  private var state = State.resting
  private var history = RecentMaximum()
  /// Gravity up to the last reading outside of a fall.
  private var gravity: GravityFilter

  private enum State: Sendable {
    /// The device is held, carried or lies.
    case resting
    /// It has been weightless for less than the duration asked for.
    case falling(Fall)
    /// A fall began and goes on.
    case open(Fall)
    /// The fall is over, and its impact is looked for.
    case landing(Fall, end: Timestamp, impact: Double)
    /// A fall was cancelled because it lasted for too long, and the device is weightless still.
    case exhausted(Fall)
  }

  /// A stretch of readings close to zero.
  private struct Fall: Sendable {
    let start: Timestamp
    /// The largest |acceleration| shortly before.
    let push: Double
    /// The readings above the threshold that the last of them belongs to, which may be the end.
    private(set) var rise: Rise?

    /// Readings above the threshold: their start, and the largest |acceleration|.
    struct Rise: Sendable {
      let start: Timestamp
      var maximum: Double
    }

    init(start: Timestamp, push: Double) {
      self.start = start
      self.push = push
    }

    /// Takes the next reading.
    ///
    /// - Returns: the end of the fall, if the reading proves it
    mutating func end(
      at now: Timestamp, _ magnitude: Double, _ configuration: FreeFallConfiguration
    ) -> Rise? {
      guard magnitude >= configuration.release else {
        rise = nil
        return nil
      }
      var rise = rise ?? Rise(start: now, maximum: 0)
      rise.maximum = max(rise.maximum, magnitude)
      self.rise = rise
      return now.nanoseconds(since: rise.start) >= configuration.rise ? rise : nil
    }
  }

  /// A detector of falls that has seen nothing yet; it explains nothing.
  package init(_ configuration: FreeFallConfiguration, isExplaining: Bool) {
    self.configuration = configuration
    gravity = GravityFilter(timeConstant: configuration.memory)
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    let magnitude = reading.acceleration.length
    if case .resting = state, magnitude >= configuration.threshold {
      // Nearly all of them.
      gravity.process(reading.acceleration, at: reading.timestamp)
    } else if let event = process(reading, magnitude) {
      emit(.event(event))
    }
    history.add(magnitude, at: reading.timestamp)
  }

  /// Takes an interruption, after which it is like a new one.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    switch state {
    case .resting, .falling, .exhausted: break
    case .open, .landing:
      emit(.event(MotionEvent(.freeFall, .cancelled(.interrupted), at: moment)))
    }
    self = FreeFallDetector(configuration, isExplaining: false)
  }

  private mutating func process(_ reading: Reading, _ magnitude: Double) -> MotionEvent? {
    let now = reading.timestamp
    switch state {
    case .resting:
      if gravity.value.length >= configuration.weight {
        state = .falling(Fall(start: now, push: history.maximum))
      }
      return nil
    case .falling(let fall):
      guard magnitude < configuration.threshold else {
        state = .resting
        return nil
      }
      guard now.nanoseconds(since: fall.start) >= configuration.nanoseconds else { return nil }
      state = .open(fall)
      return event(.began, reading, fall, until: now, impact: nil)
    case .open(var fall):
      if let end = fall.end(at: now, magnitude, configuration) {
        state = .landing(fall, end: end.start, impact: end.maximum)
        return nil
      }
      guard now.nanoseconds(since: fall.start) > configuration.longest else {
        state = .open(fall)
        return nil
      }
      state = .exhausted(fall)
      return MotionEvent(.freeFall, .cancelled(.tooLong), at: now)
    case .landing(let fall, let end, var impact):
      impact = max(impact, magnitude)
      guard now.nanoseconds(since: end) >= configuration.landing else {
        state = .landing(fall, end: end, impact: impact)
        return nil
      }
      state = .resting
      return event(
        .ended, reading, fall, until: end,
        impact: impact >= configuration.impact ? impact : nil)
    case .exhausted(var fall):
      let isOver = fall.end(at: now, magnitude, configuration) != nil
      state = isOver ? .resting : .exhausted(fall)
      return nil
    }
  }

  private func event(
    _ phase: MotionEvent.Phase, _ reading: Reading, _ fall: Fall, until end: Timestamp,
    impact: Double?
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
  /// The fall of |acceleration| to the threshold, and then the duration of the fall.
  package func gauge(at reading: Reading) -> MotionGauge? {
    let (now, magnitude) = (reading.timestamp, reading.acceleration.length)
    switch state {
    case .resting, .landing, .exhausted:
      let standard = Reading.standardGravity
      return MotionGauge(
        (standard - magnitude) / (standard - configuration.threshold),
        "|a| \(magnitude.text(decimals: 1)), which falls below "
          + "\(configuration.threshold.text(decimals: 1)) m/s²")
    case .falling(let fall), .open(let fall):
      let limit = configuration.nanoseconds
      return MotionGauge("falling for", for: now.nanoseconds(since: fall.start), of: limit)
    }
  }
}

/// The largest of the values of the last 0.35 to 0.4 s, in eight steps of 50 ms.
private struct RecentMaximum: Sendable {
  private static let step: Int64 = 50_000_000

  /// The maximum of each step, that of the newest first.
  private var steps = SIMD8<Double>.zero
  /// The time at which the newest step ends; nil before the first value.
  private var end: Timestamp?

  var maximum: Double { steps.max() }

  @inline(__always)
  mutating func add(_ value: Double, at now: Timestamp) {
    if let end, now < end {
      steps[0] = max(steps[0], value)
    } else {
      advance(to: now)
      steps[0] = value
    }
  }

  /// Begins the step that `now` is in.
  private mutating func advance(to now: Timestamp) {
    let end = end ?? now
    let passed = now.nanoseconds(since: end) / Self.step + 1
    for _ in 0..<min(passed, 8) {
      steps = SIMD8(0, steps[0], steps[1], steps[2], steps[3], steps[4], steps[5], steps[6])
    }
    self.end = end.advanced(byNanoseconds: passed * Self.step)
  }
}
