// SPDX-License-Identifier: Apache-2.0

/// Recognizes that a hand takes the device up from where it lay flat and still.
///
/// Acceleration, smoothed over 0.1 s, has stayed within 0.3 m/s² of a slow reference for 3 s,
/// within 20 degrees of face up or face down; then gravity turns by 20 degrees within 1.5 s. The
/// three seconds of rest keep it quiet after its own event, after a flip, and after a fall.
package struct PickUpDetector: MotionDetector {
  package static var description: MotionDescription { .pickUp }

  private let configuration: PickUpConfiguration
  private var state = State.new
  private var smoothed = GravityFilter(timeConstant: 0.1)
  /// The rest up to now, or up to the motion: apart from the state, where each reading would copy
  /// it.
  private var rest = Rest()

  private enum State: Sendable {
    /// There was no reading yet.
    case new
    /// The device has been still for less than 3 s, or does not lie flat.
    case settling
    /// The device lies on a side.
    case lying(Face)
    /// The device lay on a side until then, and has moved since.
    case moving(Face, since: Timestamp)
  }

  /// A detector that has seen nothing yet; it explains no rejections.
  package init(_ configuration: PickUpConfiguration, isExplaining: Bool) {
    self.configuration = configuration
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    let value = smoothed.process(reading.acceleration, at: reading.timestamp)
    if let event = process(value, at: reading.timestamp) { emit(.event(event)) }
  }

  /// Takes an interruption; afterwards the detector is like new.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    self = PickUpDetector(configuration, isExplaining: false)
  }

  private mutating func process(_ value: SIMD3<Double>, at now: Timestamp) -> MotionEvent? {
    switch state {
    case .new:
      settle(value, at: now)
    case .settling:
      guard rest.deviation(of: value) <= configuration.limit else {
        settle(value, at: now)
        return nil
      }
      rest.process(value, at: now)
      if rest.age(at: now) >= configuration.rest,
        let face = rest.reference.face(within: configuration.cone)
      {
        state = .lying(face)
      }
    case .lying(let face):
      guard rest.deviation(of: value) <= configuration.limit else {
        state = .moving(face, since: now)
        return nil
      }
      rest.process(value, at: now)
    case .moving(let face, let start):
      return move(face, since: start, value, at: now)
    }
    return nil
  }

  /// Begins another rest.
  private mutating func settle(_ value: SIMD3<Double>, at now: Timestamp) {
    rest.start(with: value, at: now)
    state = .settling
  }

  /// Takes a value of a device that lay still until `start`.
  private mutating func move(
    _ face: Face, since start: Timestamp, _ value: SIMD3<Double>, at now: Timestamp
  ) -> MotionEvent? {
    guard rest.deviation(of: value) > configuration.limit else {
      // This was a knock.
      state = .lying(face)
      return nil
    }
    let isOver =
      now.nanoseconds(since: start) > configuration.longest
      || value.length < configuration.weightless
    guard !isOver else {
      settle(value, at: now)
      return nil
    }
    guard value.isGravity(within: configuration.tolerance),
      rest.reference.cosine(to: value) <= configuration.turn
    else { return nil }
    let duration = Duration.nanoseconds(start.nanoseconds(since: rest.start))
    settle(value, at: now)
    return MotionEvent(
      .pickUp, .recognized, at: now,
      measurements: MotionMeasurements(PickUpMeasurements(from: face, rest: duration)))
  }
}

extension PickUpDetector {
  /// The time that the device has lain flat, and then the angle of its turn.
  package func gauge(at reading: Reading) -> MotionGauge? {
    switch state {
    case .new: return nil
    case .settling:
      guard rest.reference.face(within: configuration.cone) != nil else {
        return MotionGauge(0, "does not lie flat")
      }
      return MotionGauge(
        "flat and still for", for: rest.age(at: reading.timestamp), of: configuration.rest)
    case .lying, .moving:
      return MotionGauge(
        turned: rest.reference.degrees(to: smoothed.value),
        of: degrees(cosine: configuration.turn))
    }
  }
}
