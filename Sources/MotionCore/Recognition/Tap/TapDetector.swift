// SPDX-License-Identifier: Apache-2.0

/// Recognizes single taps: a short sudden knock on a device that is calm before and after, and not
/// being moved.
///
/// Closed while the device is moved, carried or shaken, after a fall, and when it is put down: one
/// quantity, the agitation of ``TapSignal``, is high in all these. Everything is measured in time.
///
/// For one configuration, and without a heap. A pipeline has a `TapPool`, which does the same for
/// many.
package struct TapDetector: MotionDetector {
  package static var description: MotionDescription { .tap }

  private var finder: TapFinder
  private var judge: TapJudge

  /// A detector of taps that has seen nothing yet; it explains nothing.
  package init(_ configuration: TapConfiguration, isExplaining: Bool) {
    finder = TapFinder(configuration.sensitivity)
    judge = TapJudge(single: configuration)
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    let found = finder.process(reading)
    if let event = judge.judge(found, at: reading.timestamp) { emit(.event(event)) }
  }

  /// Takes an interruption, after which it is like a new one.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    finder.interrupt()
    judge.interrupt()
  }

  /// The jump that may be a tap.
  package func gauge(at reading: Reading) -> MotionGauge? { finder.gauge }
}

/// Recognizes double taps: two alike, from 0.1 to 0.5 s apart.
package struct DoubleTapDetector: MotionDetector {
  package static var description: MotionDescription { .doubleTap }

  private var finder: TapFinder
  private var judge = TapJudge.double(TapPairing())

  /// A detector of double taps that has seen nothing yet; it explains nothing.
  package init(_ configuration: TapConfiguration, isExplaining: Bool) {
    finder = TapFinder(configuration.sensitivity)
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    let found = finder.process(reading)
    if let event = judge.judge(found, at: reading.timestamp) { emit(.event(event)) }
  }

  /// Takes an interruption, after which it is like a new one.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    finder.interrupt()
    judge.interrupt()
  }

  /// The jump that may be one of the two taps.
  package func gauge(at reading: Reading) -> MotionGauge? { finder.gauge }
}
