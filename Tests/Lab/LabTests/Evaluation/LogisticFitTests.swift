// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionEvaluation
import MotionSynthesis
import Testing

@Suite struct LogisticFitTests {
  /// Examples whose log-odds are 1 + 2x - 3y, with features that lie far from zero.
  private static let examples: [LogisticFit.Example] = {
    var random = SeededGenerator(seed: 1)
    return (0..<20_000).map { _ in
      let x = Double.random(in: -1...1, using: &random)
      let y = Double.random(in: -1...1, using: &random)
      let probability = 1 / (1 + exp(-(1 + 2 * x - 3 * y)))
      return LogisticFit.Example(
        features: [10 + x, 100 * y],
        isPositive: Double.random(in: 0..<1, using: &random) < probability, weight: 1)
    }
  }()

  @Test("finds the weights that examples were made with, whatever the units of features")
  func recovers() {
    let fit = LogisticFit(Self.examples, signs: [1, -1])
    #expect(abs(fit.weights[0] - 2) < 0.15)
    #expect(abs(fit.weights[1] + 0.03) < 0.0015)
    #expect(abs(fit.bias + 10 * fit.weights[0] - 1) < 0.15)
  }

  @Test("a weight of the wrong sign is held at zero, and the other still found")
  func signs() {
    let fit = LogisticFit(Self.examples, signs: [-1, -1])
    #expect(fit.weights[0] == 0)
    #expect((-0.031 ..< -0.02).contains(fit.weights[1]))
  }

  @Test("of examples that disagree the heavier ones are believed")
  func weights() {
    // Half say that large is positive, the others the opposite.
    let examples = (0..<200).map { (index: Int) -> LogisticFit.Example in
      let isLarge = !index.isMultiple(of: 2)
      let isRight = index < 100
      return LogisticFit.Example(
        features: [isLarge ? 1 : 0], isPositive: isLarge == isRight, weight: isRight ? 3 : 1)
    }
    let fit = LogisticFit(examples, signs: [1])
    #expect(abs(fit.weights[0] - 2 * log(3)) < 0.05)
  }

  @Test("nothing is learned from nothing")
  func nothing() {
    let fit = LogisticFit([], signs: [1, -1])
    #expect(fit.weights == [0, 0])
    #expect(fit.bias == 0)
  }
}
