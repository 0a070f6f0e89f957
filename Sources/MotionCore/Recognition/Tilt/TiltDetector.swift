// SPDX-License-Identifier: Apache-2.0

/// Recognizes that the mean direction of gravity has turned since the last event.
///
/// The mean comes from a low-pass filter with a time constant of 1 s: its readings are as old, on
/// average, as the readings in a mean of 2 s, which Android's tilt sensor has. The next tilt starts
/// from the mean 2 s after the start, or after an event.
package struct TiltDetector: MotionDetector {
  package static var description: MotionDescription { .tilt }

  private let configuration: TiltConfiguration
  private var mean = GravityFilter(timeConstant: 1)
  private var state = State.new

  private enum State: Sendable {
    /// There was no reading yet.
    case new
    /// There have been readings since then, the start or the last event, but too few for a mean.
    case starting(since: Timestamp)
    /// The mean after the last event, or after the start.
    case watching(SIMD3<Double>)
  }

  /// A detector that has seen nothing yet; it explains no rejections.
  package init(_ configuration: TiltConfiguration, isExplaining: Bool) {
    self.configuration = configuration
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    let value = mean.process(reading.acceleration, at: reading.timestamp)
    if let event = process(value, at: reading.timestamp) { emit(.event(event)) }
  }

  /// Takes an interruption; afterwards the detector is like new.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    self = TiltDetector(configuration, isExplaining: false)
  }

  private mutating func process(_ value: SIMD3<Double>, at now: Timestamp) -> MotionEvent? {
    switch state {
    case .new:
      state = .starting(since: now)
      return nil
    case .starting(let start):
      if now.nanoseconds(since: start) >= configuration.start { state = .watching(value) }
      return nil
    case .watching(let former):
      guard former.cosine(to: value) <= configuration.turn else { return nil }
      // The device is still on its way here: half a turn is one tilt.
      state = .starting(since: now)
      return MotionEvent(
        .tilt, .recognized, at: now,
        measurements: MotionMeasurements(TiltMeasurements(angle: former.degrees(to: value))))
    }
  }
}

extension TiltDetector {
  /// The angle that the mean has turned by.
  package func gauge(at reading: Reading) -> MotionGauge? {
    switch state {
    case .new: nil
    case .starting(let start):
      MotionGauge(
        "mean taken for", for: reading.timestamp.nanoseconds(since: start), of: configuration.start)
    case .watching(let former):
      MotionGauge(turned: former.degrees(to: mean.value), of: degrees(cosine: configuration.turn))
    }
  }
}
