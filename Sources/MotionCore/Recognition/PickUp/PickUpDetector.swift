// SPDX-License-Identifier: Apache-2.0

/// Recognizes that the device is taken up from where it lay flat and still.
///
/// Acceleration, smoothed over 0.1 s, has stayed within 0.3 m/s² of a slow reference for 3 s,
/// within 20 degrees of face up or face down; then gravity turns by 20 degrees within 1.5 s. The
/// three seconds of rest keep it quiet after its own event, after a flip, and after a fall.
package struct PickUpDetector: MotionDetector {
  package static var description: MotionDescription { .pickUp }

  private let configuration: PickUpConfiguration
  private var state = State.new
  private var smoothed = GravityFilter(timeConstant: 0.1)

  private enum State: Sendable {
    /// There was no reading yet.
    case new
    /// It has been still for less than 3 s, or does not lie flat.
    case settling(Rest)
    /// It lies on a side.
    case lying(Rest, Face)
    /// It lay on a side until then, and has moved since.
    case moving(Rest, Face, since: Timestamp)
  }

  /// A detector that has seen nothing yet; it explains nothing.
  package init(_ configuration: PickUpConfiguration, isExplaining: Bool) {
    self.configuration = configuration
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    let value = smoothed.process(reading.acceleration, at: reading.timestamp)
    if let event = process(value, at: reading.timestamp) { emit(.event(event)) }
  }

  /// Takes an interruption, after which it is like a new one.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    self = PickUpDetector(configuration, isExplaining: false)
  }

  private mutating func process(_ value: SIMD3<Double>, at now: Timestamp) -> MotionEvent? {
    switch state {
    case .new:
      state = .settling(Rest(startingAt: value, at: now))
    case .settling(var rest):
      guard rest.deviation(of: value) <= configuration.limit else {
        state = .settling(Rest(startingAt: value, at: now))
        return nil
      }
      rest.process(value, at: now)
      let face = rest.reference.face(within: configuration.cone)
      if rest.age(at: now) >= configuration.rest, let face {
        state = .lying(rest, face)
      } else {
        state = .settling(rest)
      }
    case .lying(var rest, let face):
      guard rest.deviation(of: value) <= configuration.limit else {
        state = .moving(rest, face, since: now)
        return nil
      }
      rest.process(value, at: now)
      state = .lying(rest, face)
    case .moving(let rest, let face, let start):
      return move(rest, face, since: start, value, at: now)
    }
    return nil
  }

  /// Takes a value of a device that lay still until `start`.
  private mutating func move(
    _ rest: Rest, _ face: Face, since start: Timestamp, _ value: SIMD3<Double>, at now: Timestamp
  ) -> MotionEvent? {
    guard rest.deviation(of: value) > configuration.limit else {
      // It was a knock.
      state = .lying(rest, face)
      return nil
    }
    let isOver =
      now.nanoseconds(since: start) > configuration.longest
      || value.length < configuration.weightless
    guard !isOver else {
      state = .settling(Rest(startingAt: value, at: now))
      return nil
    }
    guard value.isGravity(within: configuration.tolerance),
      rest.reference.cosine(to: value) <= configuration.turn
    else { return nil }
    state = .settling(Rest(startingAt: value, at: now))
    return MotionEvent(
      .pickUp, .recognized, at: now,
      measurements: MotionMeasurements(
        PickUpMeasurements(from: face, rest: .nanoseconds(start.nanoseconds(since: rest.start)))))
  }
}

extension PickUpDetector {
  /// The time for which it has lain flat, and then the angle by which it has turned.
  package func gauge(at reading: Reading) -> MotionGauge? {
    switch state {
    case .new: return nil
    case .settling(let rest):
      guard rest.reference.face(within: configuration.cone) != nil else {
        return MotionGauge(0, "does not lie flat")
      }
      return MotionGauge(
        "flat and still for", for: rest.age(at: reading.timestamp), of: configuration.rest)
    case .lying(let rest, _), .moving(let rest, _, _):
      return MotionGauge(
        turned: rest.reference.degrees(to: smoothed.value),
        of: degrees(cosine: configuration.turn))
    }
  }
}
