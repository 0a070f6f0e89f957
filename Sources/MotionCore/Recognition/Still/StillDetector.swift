// SPDX-License-Identifier: Apache-2.0

/// Recognizes that the device lies still: acceleration, smoothed over 0.1 s, stays near a slow
/// reference.
///
/// - `began` when it has stayed within 0.4 m/s² for ``StillConfiguration/duration``;
/// - `ended` when it was more than 1 m/s² away at two moments, 0.08 to 0.5 s apart (`moved`), or
///   when the reference turned by more than 5 degrees from where it began (`turned`);
/// - `cancelled` only when the stream broke off.
package struct StillDetector: MotionDetector {
  package static var description: MotionDescription { .still }

  private let configuration: StillConfiguration
  private var state = State.new
  private var smoothed = GravityFilter(timeConstant: 0.1)
  /// The rest since the last motion: apart from the state, where each reading would copy it.
  private var rest = Rest()
  private var noise = QuietestSecond()

  private enum State: Sendable {
    /// There was no reading yet.
    case new
    /// The device has been still for less than the configured duration.
    case settling
    /// The device lies still; the reference had this direction at the beginning.
    case still(direction: SIMD3<Double>)
    /// The device lies still, but the reading at this moment was motion.
    case stirred(direction: SIMD3<Double>, at: Timestamp)
  }

  /// A detector that has seen nothing yet; it explains no rejections.
  package init(_ configuration: StillConfiguration, isExplaining: Bool) {
    self.configuration = configuration
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    process(
      smoothed.process(reading.acceleration, at: reading.timestamp), at: reading.timestamp, emit)
  }

  /// Takes an interruption; afterwards the detector is like new.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    switch state {
    case .new: break
    case .settling: emit(.state(.still(nil)))
    case .still, .stirred:
      emit(.event(MotionEvent(.still, .cancelled(.interrupted), at: moment)))
      emit(.state(.still(nil)))
    }
    self = StillDetector(configuration, isExplaining: false)
  }

  private mutating func process(
    _ value: SIMD3<Double>, at now: Timestamp, _ emit: (MotionFinding) -> Void
  ) {
    switch state {
    case .new:
      settle(value, at: now)
      emit(.state(.still(false)))
    case .settling:
      let deviation = rest.deviation(of: value)
      noise.process(deviation, at: now)
      guard deviation <= limit else {
        settle(value, at: now)
        return
      }
      rest.process(value, at: now)
      guard rest.age(at: now) >= configuration.nanoseconds else { return }
      state = .still(direction: rest.reference)
      emit(.event(event(.began, until: now, at: now)))
      emit(.state(.still(true)))
    case .still(let direction):
      goOn(direction, stirred: nil, value, at: now, emit)
    case .stirred(let direction, let moment):
      goOn(direction, stirred: moment, value, at: now, emit)
    }
  }

  /// Begins another rest.
  private mutating func settle(_ value: SIMD3<Double>, at now: Timestamp) {
    rest.start(with: value, at: now)
    state = .settling
  }

  /// Takes a value of a rest that began; `stirred` is the moment of the last motion that did not
  /// end it.
  private mutating func goOn(
    _ direction: SIMD3<Double>, stirred: Timestamp?, _ value: SIMD3<Double>, at now: Timestamp,
    _ emit: (MotionFinding) -> Void
  ) {
    let deviation = rest.deviation(of: value)
    noise.process(deviation, at: now)
    if deviation > configuration.release * limit {
      let silence = stirred.map { now.nanoseconds(since: $0) }
      if let stirred, let silence, configuration.pair.contains(silence) {
        end(.moved, since: stirred, value, at: now, emit)
      } else if let stirred, let silence, silence < configuration.pair.lowerBound {
        state = .stirred(direction: direction, at: stirred)
      } else {
        state = .stirred(direction: direction, at: now)
      }
      return
    }
    rest.process(value, at: now)
    if direction.cosine(to: rest.reference) < configuration.turn {
      end(.turned, since: now, value, at: now, emit)
    }
  }

  private mutating func end(
    _ ending: StillMeasurements.Ending, since moment: Timestamp, _ value: SIMD3<Double>,
    at now: Timestamp, _ emit: (MotionFinding) -> Void
  ) {
    let event = event(.ended, ending, until: moment, at: now)
    settle(value, at: now)
    emit(.event(event))
    emit(.state(.still(false)))
  }

  /// The deviation that is still rest.
  private var limit: Double { configuration.limit(noise: noise.noise) }

  private func event(
    _ phase: MotionEvent.Phase, _ ending: StillMeasurements.Ending? = nil, until end: Timestamp,
    at now: Timestamp
  ) -> MotionEvent {
    MotionEvent(
      .still, phase, at: now,
      measurements: MotionMeasurements(
        StillMeasurements(
          start: rest.start, duration: .nanoseconds(end.nanoseconds(since: rest.start)),
          ending: ending)))
  }
}

extension StillDetector {
  /// The time in rest before the beginning, and then the deviation that would end the rest.
  package func gauge(at reading: Reading) -> MotionGauge? {
    switch state {
    case .new: return nil
    case .settling:
      return MotionGauge(
        "still for", for: rest.age(at: reading.timestamp), of: configuration.nanoseconds)
    case .still, .stirred:
      let end = configuration.release * limit
      let deviation = rest.deviation(of: smoothed.value)
      return MotionGauge(
        1 - deviation / end,
        "\(deviation.text(decimals: 2)) m/s² from rest, which ends at \(end.text(decimals: 2))")
    }
  }
}
