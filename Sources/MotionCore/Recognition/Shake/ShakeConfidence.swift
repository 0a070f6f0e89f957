// SPDX-License-Identifier: Apache-2.0

/// The confidence of a shake's beginning.
///
/// A stroke begins as a shake does, and differs only when it is over. But shakes begin faster, with
/// more swings and a higher score: together these tell the odds.
///
/// Source: a logistic regression over 1332 beginnings in the open recordings, 606 of them in
/// shakes. By a regression without their source, 18, 27, 56, 66 and 73 % of those around 0.1, 0.3,
/// 0.5, 0.7 and 0.85 were in shakes. A stream of everyday motion has fewer shakes, so there a
/// beginning is less sure.
extension SwingChain {
  /// The share of beginnings like this one that were in shakes, from 0 to 1.
  ///
  /// It does not depend on the sensitivity: the same motion is as sure at every level.
  func confidence(_ configuration: ShakeConfiguration) -> Double {
    let score = ShakeScore(measures, gain: 1, configuration.weights.begin).total
    let odds =
      ConfidenceWeights.bias + ConfidenceWeights.score * score
      + ConfidenceWeights.swings / Double(count)
      + ConfidenceWeights.seconds * last.end.timestamp.seconds(since: onset)
    return 1 / (1 + exponential(-odds))
  }
}

/// The weights of the logarithm of the odds that a beginning is a shake's.
private enum ConfidenceWeights {
  static var bias: Double { 4.3 }
  /// For each point of the score to begin.
  static var score: Double { 0.32 }
  /// For one over the number of swings.
  static var swings: Double { -7.4 }
  /// For each second from the first moment of the first swing.
  static var seconds: Double { -4.8 }
}
