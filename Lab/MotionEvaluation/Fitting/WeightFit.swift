// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionLabels

/// Learns the weights of the shake's scores from examples.
struct WeightFit: Sendable {
  private let examples: TrainingExamples

  /// A measure that a score weighs, and the sign that its weight has by physics.
  private typealias Term = (path: WritableKeyPath<ShakeTerms, Double> & Sendable, sign: Double)

  /// The choices for one score, made on the frontier of the cross-validation.
  private struct Choices {
    var terms: [Term]
    /// The margin beyond even odds.
    var margin: Double
    /// The weight of a hard recording; everyday motion counts 1.
    var hardWeight: Double
    /// The weight of the prominence, which the fit does not learn.
    var prominence: Double

    /// To begin, the margin is low: a `began` that is cancelled does no harm.
    ///
    /// It costs work, mostly in everyday motion, which counts double therefore.
    static let toBegin = Choices(
      terms: [
        (\.swings, -1), (\.amplitude, 1), (\.duration, -1), (\.across, -1), (\.first, -1),
      ], margin: -1.0, hardWeight: 0.5, prominence: ShakeWeights.prominence)
    /// To end, hard motion counts most, as it alone comes near the border.
    ///
    /// The margin is as low as lets 88 in 100 shakes of 0.95 s end.
    static let toEnd = Choices(
      terms: [
        (\.swings, -1), (\.amplitude, 1), (\.slowness, -1), (\.across, -1), (\.scatter, -1),
        (\.first, -1),
      ], margin: -0.10, hardWeight: 8, prominence: 0)
  }

  /// A fit to examples of `cases`.
  ///
  /// - Throws: what `progress` throws
  init(_ cases: [EvaluationCase], _ progress: Evaluation.Progress) throws {
    let numbered = cases.enumerated().map { (seed: UInt64($0.offset + 1), recording: $0.element) }
    examples = try numbered.spread("examples", progress) {
      TrainingExamples($0.recording, seed: $0.seed)
    }.reduce(into: TrainingExamples()) { $0 += $1 }
  }

  /// The kinds of recordings without an example that `isKept` keeps, in words.
  ///
  /// Without one nothing separates them, and all weights are 0.
  func missing(_ isKept: (LabeledRecording) -> Bool) -> [String] {
    [("began", examples.begin), ("ended", examples.end)].flatMap { name, examples in
      [(true, "shakes"), (false, "other motion")].filter { isShake, _ in
        !examples.contains { isKept($0.label) && $0.label.isShake == isShake }
      }.map { "no example of \($0.1) for \(name)" }
    }
  }

  /// The weights learned from the recordings that `isKept` keeps.
  func weights(_ isKept: (LabeledRecording) -> Bool) -> ShakeWeights {
    ShakeWeights(
      begin: score(examples.begin, .toBegin, isKept), end: score(examples.end, .toEnd, isKept))
  }

  private func score(
    _ examples: [TrainingExamples.Example], _ choices: Choices,
    _ isKept: (LabeledRecording) -> Bool
  ) -> ShakeWeights.Score {
    let kept = examples.filter { isKept($0.label) }
    // A source and kind with many examples says more than one with few, but not in proportion.
    let groups = Dictionary(grouping: kept, by: \.label.group).mapValues {
      let isHard = $0[0].label.isHard && !$0[0].label.isShake
      return (isHard ? choices.hardWeight : 1) / Double($0.count).squareRoot()
    }
    let totals = Dictionary(grouping: kept, by: \.label.isShake).mapValues { examples in
      examples.reduce(0) { $0 + (groups[$1.label.group] ?? 0) }
    }
    let fit = LogisticFit(
      kept.map { example in
        LogisticFit.Example(
          features: choices.terms.map { example.terms[keyPath: $0.path] },
          isPositive: example.label.isShake,
          weight: (groups[example.label.group] ?? 0) / (totals[example.label.isShake] ?? 1))
      }, signs: choices.terms.map(\.sign))
    var weights = ShakeTerms(
      swings: 0, amplitude: 0, duration: 0, slowness: 0, across: 0, scatter: 0, first: 0,
      prominence: choices.prominence)
    var typical = fit.bias - choices.margin
    for (term, weight) in zip(choices.terms, fit.weights) {
      weights[keyPath: term.path] = weight
      typical += weight * ShakeWeights.typical[keyPath: term.path]
    }
    return ShakeWeights.Score(typical: typical, terms: weights)
  }
}

extension LabeledRecording {
  var isShake: Bool {
    if case .shake = content { true } else { false }
  }

  /// The group of similar recordings: its source, and if it is not a shake its kind of motion.
  fileprivate var group: [String] { isShake ? [source] : [source, category] }
}
