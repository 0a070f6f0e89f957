// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionLabels

/// A calibration with half of a person's recordings, scored on the other half.
public struct CalibrationTrial: Sendable, Encodable {
  /// The source and the person.
  public var person: String
  /// The sensitivity proposed, from 0 to 1; nil if calibration has no proposal.
  public var proposed: Double?
  /// The window proposed in s; nil if calibration has no proposal.
  public var window: Double?
  /// The score of the other half with the options of the evaluation.
  public var given: MotionScore
  /// The score of the other half with the proposal; with the same options without one.
  public var calibrated: MotionScore
}

extension Evaluation {
  /// Calibrates for each person with enough recordings of shakes.
  ///
  /// Every second recording of a person goes into the calibration, a long shake cut 0.7 s after its
  /// start. The others are scored.
  ///
  /// - Parameters:
  ///   - base: the options to compare with; swings to begin of both
  ///   - progress: called now and then
  /// - Returns: a trial for each person
  /// - Throws: what `progress` throws
  public func calibrationTrials(
    _ base: ShakeConfiguration, _ progress: Progress
  ) throws -> [CalibrationTrial] {
    let people = Dictionary(grouping: cases) { "\($0.label.source), \($0.label.subject)" }
      .filter { person in
        let shakes = person.value.count(where: \.label.isShake)
        return shakes >= 2 * CalibrationOutcome.fewestTrials
          && !person.value.contains(where: \.label.subject.isEmpty)
      }
      .map { (name: $0.key, recordings: $0.value) }.sorted { $0.name < $1.name }
    return try people.spread("calibration", by: 1, progress) { person in
      // Shakes and others apart, so that each half has its share of both.
      let halves = [true, false].map { isShake in
        person.recordings.filter { $0.label.isShake == isShake }
      }.map { recordings in
        (
          recordings.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element),
          recordings.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
        )
      }
      let phases = halves.flatMap(\.0).compactMap(\.calibrationPhase)
      let rest = halves.flatMap(\.1)
      var calibrated = base
      var (proposed, window): (Double?, Double?)
      let calibration = Calibration(phases)
      if case .proposal(let proposal) = calibration.outcome {
        calibrated.sensitivity = proposal.sensitivity
        calibrated.window = calibration.window
        proposed = proposal.sensitivity.value
        window = calibration.window / .seconds(1)
      }
      return CalibrationTrial(
        person: person.name, proposed: proposed, window: window,
        given: rest.map { $0.score(base) }.sum,
        calibrated: rest.map { $0.score(calibrated) }.sum)
    }
  }
}

extension EvaluationCase {
  /// This as a phase of a calibration; nil if it is ambiguous.
  fileprivate var calibrationPhase: CalibrationPhase? {
    switch label.content {
    case .shake:
      CalibrationPhase(label.file, .shake, cuts[.endedAt700] ?? Rest().appended(to: readings))
    case .other: CalibrationPhase(label.file, .other, rested)
    case .ambiguous: nil
    }
  }
}
