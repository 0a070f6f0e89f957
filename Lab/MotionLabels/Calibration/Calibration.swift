// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Readings during which a person did a known thing.
package struct CalibrationPhase: Hashable, Sendable {
  /// A task for the person.
  package enum Task: String, Hashable, Sendable, Encodable {
    /// To shake once.
    case shake
    /// To leave the device alone.
    case still
    /// To handle it in any way but shaking.
    case other
  }

  /// The name in messages to users, such as the name of a file.
  package var name: String
  /// The task of the person.
  package var task: Task
  /// In m/s², gravity included.
  package var readings: [Reading]

  /// The phase `name`, where `task` was done.
  package init(_ name: String, _ task: Task, _ readings: [Reading]) {
    self.name = name
    self.task = task
    self.readings = readings
  }

  /// The time in s kept before and after a shake that is cut out: what leads to it, and the quiet
  /// that ends it.
  private static let margin = 2.0

  /// The phases that a labeled recording holds: one for each shake, or one for all of it.
  ///
  /// - Parameters:
  ///   - recording: its label
  ///   - name: the name in messages
  ///   - readings: the readings of the whole recording
  /// - Returns: the phases; none for an ambiguous motion
  package static func phases(
    of recording: LabeledRecording, at name: String, _ readings: [Reading]
  ) -> [CalibrationPhase] {
    switch (recording.content, recording.motion?.kind) {
    case (.shake(let intervals), _):
      guard let start = readings.first?.timestamp else { return [] }
      return intervals.map { interval in
        let time = (interval.lowerBound - margin)...(interval.upperBound + margin)
        let moment = "\(interval.lowerBound.text(decimals: 1)) s"
        return CalibrationPhase(
          intervals.count == 1 ? name : "\(name) at \(moment)", .shake,
          readings.filter { time.contains($0.timestamp.seconds(since: start)) })
      }
    case (.ambiguous, .shake?): return [CalibrationPhase(name, .shake, readings)]
    case (.ambiguous, _): return []
    case (.other, .still?): return [CalibrationPhase(name, .still, readings)]
    case (.other, _): return [CalibrationPhase(name, .other, readings)]
    }
  }
}

/// The findings in the phases of a calibration, and the sensitivity they lead to.
package struct Calibration: Hashable, Sendable {
  /// The findings in the shakes.
  package var trials: [CalibrationFinding]
  /// The findings in everything else.
  package var quiet: [CalibrationFinding]
  /// |a| at rest in m/s²; nil if the device was never still.
  package var rest: MetersPerSecondSquared?
  /// The time within which a shake must stop after it began.
  package var window: Duration
  /// The proposal, or the reason for a refusal.
  package var outcome: CalibrationOutcome
  /// The reasons to be careful with the proposal.
  package var cautions: [CalibrationReason]
  /// The trials that the outcome is for.
  private let counted: [CalibrationFinding]

  /// The window to try for people whose shakes last longer than the usual one.
  private static let widerWindow = Duration.seconds(1.5)

  /// Finds the sensitivity for the person and the device that `phases` were measured with.
  ///
  /// - Parameter phases: each shake on its own, and what must not be taken for one
  package init(_ phases: [CalibrationPhase]) {
    self.init(phases, window: ShakeConfiguration().window)
    let (long, total, usual) = (count(.tooLong), counted.count, window)
    if long > 0 {
      let wider = Calibration(phases, window: Self.widerWindow)
      let helps = long * 2 > total && wider.count(.ended) > count(.ended)
      if helps { self = wider }
      cautions.append(
        .longShakes(
          count: long, total: total, window: usual, wider: helps ? Self.widerWindow : nil))
      if helps, count(.tooLong) > 0 {
        cautions.append(
          .longShakes(count: count(.tooLong), total: total, window: window, wider: nil))
      }
    }
    if case .proposal = outcome, count(.ended) == 0 {
      outcome = .refusal(.nothingEnds(window: window))
    }
  }

  private init(_ phases: [CalibrationPhase], window: Duration) {
    self.window = window
    trials = phases.filter { $0.task == .shake }.map { CalibrationFinding($0, window: window) }
    quiet = phases.filter { $0.task != .shake }.map { CalibrationFinding($0, window: window) }
    let decision = CalibrationOutcome.decide(trials.filter(\.hasMotion), quiet)
    outcome = decision.outcome
    counted = decision.kept
    cautions = trials.filter { !$0.hasMotion }.map { .noMotion(name: $0.name) }
    cautions += decision.outliers.map { .outlier(name: $0.name) }
    if quiet.isEmpty { cautions.append(.nothingQuiet) }
    judgeProposal()
    judgeStillness(phases.filter { $0.task == .still })
  }

  /// The step of the verdicts that are shown: the proposal's step, else the highest.
  var step: Int {
    switch outcome {
    case .proposal(let proposal): proposal.step
    case .refusal: SensitivityLadder.steps.count - 1
    }
  }

  /// The number of shakes that have this verdict at the proposed sensitivity; 0 without a proposal.
  private func count(_ verdict: ShakeVerdict) -> Int {
    guard case .proposal(let proposal) = outcome else { return 0 }
    return counted.count { $0.verdicts[proposal.step] == verdict }
  }

  private mutating func judgeProposal() {
    guard case .proposal(let proposal) = outcome else { return }
    cautions += counted.filter { $0.verdicts[proposal.step] == .interrupted }.map {
      .brokeOff(name: $0.name)
    }
    cautions += quiet.filter { ($0.falseBeganStep ?? .max) <= proposal.step }.map {
      .falseBegan(name: $0.name)
    }
    if proposal.margin < CalibrationOutcome.margin {
      cautions.append(.smallMargin(proposal.sensitivity.value - proposal.lowest.value))
    }
  }

  /// The largest spread of readings at rest, in m/s²: noise stays below.
  private static let mostAtRest = 1.0
  /// The largest relative error of |a| at rest: sensors are off by a few percent, a wrong scale by
  /// far more.
  private static let gravityTolerance = 0.1

  private mutating func judgeStillness(_ phases: [CalibrationPhase]) {
    let spreads = phases.filter { !$0.readings.isEmpty }.map { ($0.name, Spread($0.readings)) }
    let still = spreads.filter { $0.1.peak <= Self.mostAtRest }.map(\.1.mean)
    cautions += spreads.filter { $0.1.peak > Self.mostAtRest }.map { .notStill(name: $0.0) }
    guard !still.isEmpty else { return }
    let mean = still.reduce(0, +) / Double(still.count)
    rest = mean
    if abs(mean - Reading.standardGravity) > Self.gravityTolerance * Reading.standardGravity {
      cautions.append(.gravity(mean))
    }
  }
}
