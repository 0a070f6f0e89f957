// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The outcome of a calibration.
package enum CalibrationOutcome: Hashable, Sendable {
  /// A sensitivity that suits.
  case proposal(Proposal)
  /// The reason for a refusal.
  case refusal(CalibrationReason)

  /// A sensitivity that suits, and the lowest that would.
  package struct Proposal: Hashable, Sendable {
    /// The proposed step of the ladder.
    var step: Int
    /// The lowest step that finds the shakes.
    var needed: Int

    /// The proposed sensitivity.
    package var sensitivity: Sensitivity { SensitivityLadder.steps[step] }
    /// The lowest sensitivity that finds the shakes.
    var lowest: Sensitivity { SensitivityLadder.steps[needed] }
    /// The difference of the two, in steps of the ladder.
    var margin: Int { step - needed }
    /// The name of the level nearest to the proposal.
    var level: String {
      func distance(_ level: Sensitivity) -> Double { abs(level.value - sensitivity.value) }
      return Sensitivity.levels.min { distance($0.value) < distance($1.value) }?.key ?? "medium"
    }
  }
}

extension CalibrationOutcome {
  /// The steps from the lowest sensitivity to the proposal: no two shakes are the same.
  static let margin = 2
  /// The smallest number of trials.
  package static let fewestTrials = 3
  /// The number of trials for each that may be left out as an outlier.
  private static let trialsForOutlier = 5
  /// The distance of an outlier from the next trial, in steps.
  private static let outlierDistance = 5

  /// Decides on the findings.
  ///
  /// - Parameters:
  ///   - trials: the findings with motion where the task was a shake
  ///   - quiet: the findings without a shake
  /// - Returns: the outcome, the trials that it is for, and the outliers
  static func decide(
    _ trials: [CalibrationFinding], _ quiet: [CalibrationFinding]
  ) -> (outcome: CalibrationOutcome, kept: [CalibrationFinding], outliers: [CalibrationFinding]) {
    guard trials.count >= fewestTrials else {
      return (.refusal(.tooFewTrials(count: trials.count, needed: fewestTrials)), trials, [])
    }
    let (kept, outliers) = withoutOutliers(trials)
    let needs = kept.compactMap(\.foundStep)
    guard needs.count == kept.count, let needed = needs.max() else {
      let names = trials.filter { $0.foundStep == nil }.map(\.name)
      return (.refusal(.shakesNotFound(names: names)), trials, [])
    }
    return (decide(needed, quiet), kept, outliers)
  }

  private static func decide(_ needed: Int, _ quiet: [CalibrationFinding]) -> CalibrationOutcome {
    let top = SensitivityLadder.steps.count - 1
    let began = quiet.compactMap(\.falseBeganStep).min() ?? top + 1
    let ended = quiet.compactMap { phase in phase.falseEndedStep.map { ($0, phase.name) } }
      .min { $0.0 < $1.0 }
    if let (step, name) = ended, step <= needed {
      return .refusal(
        .conflict(
          needed: SensitivityLadder.steps[needed], name: name,
          endedFrom: SensitivityLadder.steps[step]))
    }
    // A false beginning is cancelled, a false end undoes something: only the false end must not
    // happen.
    let limit = needed < began ? began : ended?.0 ?? top + 1
    return .proposal(Proposal(step: min(needed + margin, limit - 1), needed: needed))
  }

  /// Leaves out the trials that need far more than all others.
  private static func withoutOutliers(
    _ trials: [CalibrationFinding]
  ) -> (kept: [CalibrationFinding], outliers: [CalibrationFinding]) {
    func need(_ trial: CalibrationFinding) -> Int { trial.foundStep ?? .max / 2 }
    let sorted = trials.sorted { need($0) < need($1) }
    let first = sorted.count - sorted.count / trialsForOutlier
    let start = (first..<sorted.count).first {
      need(sorted[$0]) - need(sorted[$0 - 1]) >= outlierDistance
    }
    guard let start else { return (trials, []) }
    return (Array(sorted[..<start]), Array(sorted[start...]))
  }
}
