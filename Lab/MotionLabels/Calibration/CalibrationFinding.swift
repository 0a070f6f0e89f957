// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The outcome of a shake that began.
package enum ShakeVerdict: String, Hashable, Sendable, Encodable {
  /// It ended: this is what triggers undo.
  case ended
  /// It went on for longer than the window.
  case tooLong
  /// The readings broke off.
  case interrupted
  /// Seen whole it was something else.
  case notAShake

  /// The best verdict among `events`; nil if nothing began.
  init?(bestOf events: [MotionEvent]) {
    let verdicts = events.compactMap { event -> ShakeVerdict? in
      switch event.phase {
      case .began, .recognized: nil
      case .ended: .ended
      case .cancelled(.tooLong): .tooLong
      case .cancelled(.interrupted): .interrupted
      case .cancelled(.notAShake): .notAShake
      }
    }
    let best = [Self.ended, .tooLong, .interrupted, .notAShake].first(where: verdicts.contains)
    guard let best else { return nil }
    self = best
  }
}

/// The findings in one phase of a calibration: a verdict at each step of the ladder.
package struct CalibrationFinding: Hashable, Sendable {
  /// The name of the phase.
  package var name: String
  /// The largest |acceleration - its mean| in m/s².
  package var peak: MetersPerSecondSquared
  /// The best verdict at each step; nil where no shake began.
  var verdicts: [ShakeVerdict?]
}

extension CalibrationFinding {
  /// A spread that the tremor of a hand and the noise of a sensor stay below, in m/s².
  private static let leastMotion = 2.0

  /// Detects shakes in `phase` at each step of the ladder, with this window.
  init(_ phase: CalibrationPhase, window: Duration) {
    self.init(
      name: phase.name, peak: Spread(phase.readings).peak,
      verdicts: SensitivityLadder.steps.map { sensitivity in
        let shake = ShakeConfiguration(sensitivity: sensitivity, window: window)
        return ShakeVerdict(bestOf: phase.readings.motionEvents(detecting: [.shake(shake)]))
      })
  }

  /// A Boolean value that indicates whether the device was moved at all.
  var hasMotion: Bool { peak >= Self.leastMotion }

  /// The lowest step where a shake begins, as at all higher ones; nil if there is none.
  var beganStep: Int? { lowestStep { $0 != nil } }

  /// The lowest step where a shake is recognized, even one that is too long, as at all higher ones;
  /// nil if there is none.
  var foundStep: Int? { lowestStep { $0 != nil && $0 != .notAShake } }

  /// The lowest step where a shake begins, in a phase without one; nil if there is none.
  var falseBeganStep: Int? { verdicts.firstIndex { $0 != nil } }

  /// The lowest step where a shake ends, in a phase without one; nil if there is none.
  var falseEndedStep: Int? { verdicts.firstIndex(of: .ended) }

  /// The lowest step where the verdict satisfies `condition`, as all higher ones do.
  private func lowestStep(_ condition: (ShakeVerdict?) -> Bool) -> Int? {
    let step = verdicts.lastIndex { !condition($0) }.map { $0 + 1 } ?? 0
    return step < verdicts.count ? step : nil
  }
}

/// The sensitivities that a calibration tries: from 0 to 1, 0.05 apart.
enum SensitivityLadder {
  private static let stepsToOne = 20

  /// From the lowest to the highest.
  static let steps = (0...stepsToOne).compactMap { Sensitivity(Double($0) / Double(stepsToOne)) }
}

/// The spread of readings about their mean.
struct Spread {
  /// |mean acceleration| in m/s²: gravity, of a device at rest.
  var mean = 0.0
  /// The largest |acceleration - mean| in m/s².
  var peak = 0.0

  /// The spread of `readings`; 0 of none.
  init(_ readings: [Reading]) {
    guard !readings.isEmpty else { return }
    let center =
      readings.reduce(Acceleration.zero) { $0 + $1.acceleration } / Double(readings.count)
    mean = center.length
    peak = readings.map { ($0.acceleration - center).length }.max() ?? 0
  }
}
