// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing

@testable import MotionLabels

/// What is decided on what was found, whatever detector found it.
///
/// Numbers are steps of 0.05.
@Suite struct CalibrationRuleTests {
  private typealias Proposal = CalibrationOutcome.Proposal

  /// A trial that is found from `step` on.
  private func trial(_ name: String = "", from step: Int?) -> CalibrationFinding {
    CalibrationFinding(
      name: name, peak: 20, verdicts: (0...20).map { $0 >= step ?? .max ? .ended : nil })
  }

  private func trials(_ steps: Int?...) -> [CalibrationFinding] {
    steps.enumerated().map { trial("t\($0.offset)", from: $0.element) }
  }

  /// Two phases without a shake: in one a shake begins at step `began`, and ends from `ended` on.
  private func quiet(began: Int, ended: Int) -> [CalibrationFinding] {
    let verdicts = (0...20).map { step -> ShakeVerdict? in
      step >= ended ? .ended : step >= began ? .notAShake : nil
    }
    return [
      trial("silence", from: nil), CalibrationFinding(name: "noise", peak: 20, verdicts: verdicts),
    ]
  }

  @Test("the ladder goes from 0 to 1 in steps of 0.05")
  func ladder() {
    let values = SensitivityLadder.steps.map(\.value)
    #expect(values.count == 21)
    #expect(values.first == 0 && values[7] == 0.35 && values.last == 1)
  }

  @Test(
    "the neediest trial and a margin of 0.10, at most 1",
    arguments: [(7, 9), (19, 20), (20, 20)])
  func margin(_ needed: Int, _ step: Int) {
    let (outcome, kept, outliers) = CalibrationOutcome.decide(trials(3, needed, 5), [])
    #expect(outcome == .proposal(Proposal(step: step, needed: needed)))
    #expect(kept.count == 3 && outliers.isEmpty)
  }

  @Test(
    "stays below what falsely begins, or else below what falsely ends",
    arguments: [
      (20, 20, 9), (9, 20, 8), (8, 20, 7), (7, 20, 9), (0, 9, 8), (7, 8, 7),
    ])
  func bounds(_ began: Int, _ ended: Int, _ step: Int) {
    let outcome = CalibrationOutcome.decide(trials(7, 6, 5), quiet(began: began, ended: ended))
      .outcome
    #expect(outcome == .proposal(Proposal(step: step, needed: 7)))
  }

  @Test("what ends falsely where the shakes are found is a conflict", arguments: [0, 6, 7])
  func conflict(_ ended: Int) throws {
    let outcome = CalibrationOutcome.decide(trials(7, 6, 5), quiet(began: 0, ended: ended)).outcome
    let steps = SensitivityLadder.steps
    #expect(
      outcome
        == .refusal(.conflict(needed: steps[7], name: "noise", endedFrom: steps[ended])))
  }

  @Test("of five trials one that stands far apart is left out")
  func outlier() {
    let (outcome, kept, outliers) = CalibrationOutcome.decide(trials(2, 12, 4, 3, 7), [])
    #expect(outcome == .proposal(Proposal(step: 9, needed: 7)))
    #expect(outliers.map(\.name) == ["t1"] && kept.count == 4)
    let unfound = CalibrationOutcome.decide(trials(2, 2, 4, 3, nil), [])
    #expect(unfound.outcome == .proposal(Proposal(step: 6, needed: 4)))
    #expect(unfound.outliers.map(\.name) == ["t4"])
  }

  @Test("not one of four, not two of five, and not one that is near the others")
  func noOutlier() {
    #expect(CalibrationOutcome.decide(trials(2, 12, 4, 3), []).outliers.isEmpty)
    #expect(CalibrationOutcome.decide(trials(2, 12, 4, 12, 3), []).outliers.isEmpty)
    #expect(CalibrationOutcome.decide(trials(2, 2, 2, 2, 6), []).outliers.isEmpty)
  }

  @Test("shakes that nothing finds are named")
  func notFound() {
    let outcome = CalibrationOutcome.decide(trials(2, nil, 4, nil, 3), []).outcome
    #expect(outcome == .refusal(.shakesNotFound(names: ["t1", "t3"])))
  }

  @Test("two trials are too few")
  func tooFew() {
    let outcome = CalibrationOutcome.decide(trials(2, 3), []).outcome
    #expect(outcome == .refusal(.tooFewTrials(count: 2, needed: 3)))
  }

  @Test("a trial is found only from where all higher steps find it, and as a shake")
  func found() {
    var finding = trial(from: 5)
    #expect((finding.beganStep, finding.foundStep) == (5, 5))
    finding.verdicts[8] = .notAShake
    #expect((finding.beganStep, finding.foundStep) == (5, 9))
    finding.verdicts[12] = nil
    #expect((finding.beganStep, finding.foundStep) == (13, 13))
    finding.verdicts[20] = .notAShake
    #expect((finding.beganStep, finding.foundStep) == (13, nil))
  }

  @Test("of several shakes in a trial the best counts")
  func bestVerdict() {
    func verdict(_ reasons: CancellationReason..., then last: MotionEvent.Phase? = nil)
      -> ShakeVerdict?
    {
      let phases = reasons.map { MotionEvent.Phase.cancelled($0) } + [last].compactMap(\.self)
      return ShakeVerdict(
        bestOf: phases.map {
          MotionEvent(.shake, $0, at: Timestamp(nanoseconds: 0))
        })
    }
    #expect(verdict(.notAShake, .tooLong, then: .ended) == .ended)
    #expect(verdict(.notAShake, .tooLong, .interrupted) == .tooLong)
    #expect(verdict(.notAShake, .interrupted, .notAShake) == .interrupted)
    #expect(verdict(.notAShake, then: .began) == .notAShake)
    #expect(verdict() == nil)
  }

  @Test("the nearest level", arguments: [(0, "low"), (7, "low"), (8, "medium"), (13, "high")])
  func level(_ step: Int, _ name: String) {
    #expect(Proposal(step: step, needed: 0).level == name)
  }
}
