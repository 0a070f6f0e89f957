import MotionCore

extension CalibrationOutcome {
  /// How much more than the lowest sensitivity is proposed: people do not shake twice the same.
  static let margin = 2
  /// The fewest trials that say something about a person.
  static let fewestTrials = 3
  /// One trial in so many may be left out, if it stands far apart.
  private static let trialsForOutlier = 5
  /// So far above all others, in steps, a trial stands apart.
  private static let outlierDistance = 5

  /// Decides on what was found, with trials that have motion in them.
  ///
  /// - Parameters:
  ///   - trials: in which a shake was asked for
  ///   - quiet: in which nobody shook
  /// - Returns: the outcome, the trials that it is for, and those that stand apart
  package static func decide(
    _ trials: [TrialFinding], _ quiet: [QuietFinding]
  ) -> (outcome: CalibrationOutcome, kept: [TrialFinding], outliers: [TrialFinding]) {
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

  private static func decide(_ needed: Int, _ quiet: [QuietFinding]) -> CalibrationOutcome {
    let top = SensitivityLadder.steps.count - 1
    let began = quiet.compactMap(\.beganStep).min() ?? top + 1
    let ended = quiet.compactMap { phase in phase.endedStep.map { ($0, phase.name) } }
      .min { $0.0 < $1.0 }
    if let (step, name) = ended, step <= needed {
      return .refusal(
        .conflict(
          needed: SensitivityLadder.steps[needed], name: name,
          endedFrom: SensitivityLadder.steps[step]))
    }
    // A false beginning is taken back, a false end undoes something: only the latter is a must.
    let limit = needed < began ? began : ended?.0 ?? top + 1
    return .proposal(Proposal(step: min(needed + margin, limit - 1), needed: needed))
  }

  /// Leaves out the trials that need far more than all others.
  private static func withoutOutliers(
    _ trials: [TrialFinding]
  ) -> (kept: [TrialFinding], outliers: [TrialFinding]) {
    func need(_ trial: TrialFinding) -> Int { trial.foundStep ?? .max / 2 }
    let sorted = trials.sorted { need($0) < need($1) }
    let first = sorted.count - sorted.count / trialsForOutlier
    let start = (first..<sorted.count).first {
      need(sorted[$0]) - need(sorted[$0 - 1]) >= outlierDistance
    }
    guard let start else { return (trials, []) }
    return (Array(sorted[..<start]), Array(sorted[start...]))
  }
}
