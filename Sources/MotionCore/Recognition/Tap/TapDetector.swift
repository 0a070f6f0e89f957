// SPDX-License-Identifier: Apache-2.0

/// Recognizes single taps: a short sudden knock on a device that is calm before and after, and not
/// being moved.
///
/// Closed while the device is moved, carried or shaken, after a fall, and when it is put down: one
/// quantity, the agitation of ``TapSignal``, is high in all these. Everything is measured in time.
package struct TapDetector: MotionDetector {
  package static var description: MotionDescription { .tap }

  private let configuration: TapConfiguration
  private var finder: TapFinder
  private var pairing = TapPairing()

  /// A detector of taps that has seen nothing yet; it explains nothing.
  package init(_ configuration: TapConfiguration, isExplaining: Bool) {
    self.configuration = configuration
    finder = TapFinder(configuration.sensitivity)
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    let found = finder.process(reading)
    if let tap = single(found, at: reading.timestamp) {
      emit(
        .event(
          MotionEvent(
            .tap, .recognized, at: reading.timestamp,
            measurements: MotionMeasurements(tap.measurements))))
    }
  }

  /// Takes an interruption, after which it is like a new one.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    self = TapDetector(configuration, isExplaining: false)
  }

  /// The single tap that is decided now, if any.
  private mutating func single(_ found: Tap?, at now: Timestamp) -> Tap? {
    guard configuration.waitsForDoubleTap else { return found.flatMap { $0.isFirst ? $0 : nil } }
    guard let found else { return pairing.advance(to: now) }
    switch pairing.add(found) {
    case .single(let tap): return tap
    case .double, nil: return nil
    }
  }
}

/// Recognizes double taps: two alike, from 0.1 to 0.5 s apart.
package struct DoubleTapDetector: MotionDetector {
  package static var description: MotionDescription { .doubleTap }

  private let configuration: TapConfiguration
  private var finder: TapFinder
  private var pairing = TapPairing()

  /// A detector of double taps that has seen nothing yet; it explains nothing.
  package init(_ configuration: TapConfiguration, isExplaining: Bool) {
    self.configuration = configuration
    finder = TapFinder(configuration.sensitivity)
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    guard let found = finder.process(reading) else {
      _ = pairing.advance(to: reading.timestamp)
      return
    }
    guard case .double(let first, let second) = pairing.add(found) else { return }
    let measurements = TapMeasurements(
      start: first.start, gap: .nanoseconds(second.start.nanoseconds(since: first.start)),
      peak: max(first.peak, second.peak), direction: first.direction,
      isCoarse: first.isCoarse || second.isCoarse)
    emit(
      .event(
        MotionEvent(
          .doubleTap, .recognized, at: reading.timestamp,
          measurements: MotionMeasurements(measurements))))
  }

  /// Takes an interruption, after which it is like a new one.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    self = DoubleTapDetector(configuration, isExplaining: false)
  }
}

extension TapDetector {
  /// The jump that may be a tap.
  package func gauge(at reading: Reading) -> MotionGauge? { finder.gauge }
}

extension DoubleTapDetector {
  /// The jump that may be one of the two taps.
  package func gauge(at reading: Reading) -> MotionGauge? { finder.gauge }
}
