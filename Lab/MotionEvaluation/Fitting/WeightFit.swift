// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionLabels

/// Learns the weights of the shake's scores from examples.
struct WeightFit: Sendable {
  private let examples: TrainingExamples

  /// The margins beyond even odds, chosen on the frontier of the cross-validation.
  ///
  /// Low to begin, as a cancelled `began` does no harm. To end, as low as lets three in four shakes
  /// of 0.7 s end.
  private static let marginToBegin = -0.80
  private static let marginToEnd = 0.10

  /// A measure that a score weighs, and the sign that its weight has by physics.
  private typealias Term = (path: WritableKeyPath<ShakeTerms, Double> & Sendable, sign: Double)
  private static let termsToBegin: [Term] = [
    (\.swings, -1), (\.amplitude, 1), (\.duration, -1), (\.across, -1),
  ]
  private static let termsToEnd: [Term] = [
    (\.swings, -1), (\.amplitude, 1), (\.slowness, -1), (\.across, -1), (\.scatter, -1),
    (\.first, -1),
  ]

  /// A fit to examples of `cases`.
  ///
  /// - Throws: what `progress` throws
  init(_ cases: [EvaluationCase], _ progress: Evaluation.Progress) throws {
    let numbered = cases.enumerated().map { (seed: UInt64($0.offset + 1), recording: $0.element) }
    examples = try numbered.spread("examples", progress) {
      TrainingExamples($0.recording, seed: $0.seed)
    }.reduce(into: TrainingExamples()) { $0 += $1 }
  }

  /// The weights learned from the recordings that `isKept` keeps.
  func weights(_ isKept: (LabeledRecording) -> Bool) -> ShakeWeights {
    ShakeWeights(
      begin: score(examples.begin, Self.termsToBegin, margin: Self.marginToBegin, isKept),
      end: score(examples.end, Self.termsToEnd, margin: Self.marginToEnd, isKept))
  }

  private func score(
    _ examples: [TrainingExamples.Example], _ terms: [Term], margin: Double,
    _ isKept: (LabeledRecording) -> Bool
  ) -> ShakeWeights.Score {
    let kept = examples.filter { isKept($0.label) }
    // A source and kind with many examples says more than one with few, but not in proportion.
    let groups = Dictionary(grouping: kept, by: \.label.group).mapValues {
      1 / Double($0.count).squareRoot()
    }
    let totals = Dictionary(grouping: kept, by: \.label.isShake).mapValues { examples in
      examples.reduce(0) { $0 + (groups[$1.label.group] ?? 0) }
    }
    let fit = LogisticFit(
      kept.map { example in
        LogisticFit.Example(
          features: terms.map { example.terms[keyPath: $0.path] },
          isPositive: example.label.isShake,
          weight: (groups[example.label.group] ?? 0) / (totals[example.label.isShake] ?? 1))
      }, signs: terms.map(\.sign))
    var weights = ShakeTerms(
      swings: 0, amplitude: 0, duration: 0, slowness: 0, across: 0, scatter: 0, first: 0)
    var typical = fit.bias - margin
    for (term, weight) in zip(terms, fit.weights) {
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
