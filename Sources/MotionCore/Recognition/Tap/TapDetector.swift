// SPDX-License-Identifier: Apache-2.0

/// Recognizes single taps: a short sudden knock on a device that is calm before and after, and not
/// in motion.
///
/// It finds no taps while a hand moves, carries or shakes the device or puts it down, and after a
/// fall: one quantity, the agitation of ``TapSignal``, is high in all these cases. The rule uses
/// times, not numbers of readings.
///
/// It serves one configuration, and needs no heap. A pipeline has a `TapPool`, which serves many.
package struct TapDetector: MotionDetector {
  package static var description: MotionDescription { .tap }

  private var finder: TapFinder
  private var judge: TapJudge

  /// A detector of taps that has seen nothing yet; it explains no rejections.
  package init(_ configuration: TapConfiguration, isExplaining: Bool) {
    finder = TapFinder(configuration.sensitivity)
    judge = TapJudge(single: configuration)
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    let found = finder.process(reading)
    if let event = judge.judge(found, at: reading.timestamp) { emit(.event(event)) }
  }

  /// Takes an interruption; afterwards the detector is like new.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    finder.interrupt()
    judge.interrupt()
  }

  /// The jump that may be a tap.
  package func gauge(at reading: Reading) -> MotionGauge? { finder.gauge }
}

/// Recognizes double taps: two similar taps, from 0.1 to 0.5 s apart.
package struct DoubleTapDetector: MotionDetector {
  package static var description: MotionDescription { .doubleTap }

  private var finder: TapFinder
  private var judge = TapJudge.double(TapPairing())

  /// A detector of double taps that has seen nothing yet; it explains no rejections.
  package init(_ configuration: TapConfiguration, isExplaining: Bool) {
    finder = TapFinder(configuration.sensitivity)
  }

  /// Processes the next reading.
  package mutating func process(_ reading: Reading, _ emit: (MotionFinding) -> Void) {
    let found = finder.process(reading)
    if let event = judge.judge(found, at: reading.timestamp) { emit(.event(event)) }
  }

  /// Takes an interruption; afterwards the detector is like new.
  package mutating func interrupt(at moment: Timestamp, _ emit: (MotionFinding) -> Void) {
    finder.interrupt()
    judge.interrupt()
  }

  /// The jump that may be one of the two taps.
  package func gauge(at reading: Reading) -> MotionGauge? { finder.gauge }
}
