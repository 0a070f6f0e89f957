// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The beginning of a shake as its event tells it, and what it turned out to be.
public struct Beginning: Hashable, Sendable {
  /// How sure the event was, from 0 to 1.
  public var confidence: Double
  /// A Boolean value that indicates whether the recording is one of shakes.
  public var isShake: Bool

  /// A beginning.
  public init(confidence: Double, isShake: Bool) {
    (self.confidence, self.isShake) = (confidence, isShake)
  }
}

/// How far the confidence of beginnings is the share of shakes among them.
///
/// Source: D. R. Cox, "Two further applications of a model for binary regression", 1958: a logistic
/// regression over the logarithm of the foretold odds has the slope 1 and no offset if they hold.
public struct Calibration: Hashable, Sendable, Encodable {
  /// Beginnings that were about as sure.
  public struct Bin: Hashable, Sendable, Encodable {
    /// The least confidence of the bin; the next one's is 0.2 more.
    public var least: Double
    /// The mean of the confidences.
    public var mean: Double
    /// Beginnings in recordings of shakes, of all.
    public var shakes: Share
  }

  /// The bins with a beginning, the least sure first.
  public private(set) var bins: [Bin]
  /// The logarithm of the odds that came, for each of the odds that were foretold.
  public private(set) var slope: Double
  /// The logarithm of the odds that came where even odds were foretold.
  public private(set) var offset: Double

  /// The calibration of `beginnings`; nil if all are of one sort.
  public init?(_ beginnings: [Beginning]) {
    guard Set(beginnings.map(\.isShake)).count == 2 else { return nil }
    bins = (0..<5).compactMap { index in
      let kept = beginnings.filter { min(4, Int($0.confidence * 5)) == index }
      guard !kept.isEmpty else { return nil }
      return Bin(
        least: Double(index) / 5,
        mean: kept.reduce(0) { $0 + $1.confidence } / Double(kept.count),
        shakes: Share(hits: kept.count { $0.isShake }, total: kept.count))
    }
    let fit = LogisticFit(
      beginnings.map { beginning in
        // A confidence of 0 or 1 is only rounded to it.
        let confidence = min(max(beginning.confidence, 1e-6), 1 - 1e-6)
        return LogisticFit.Example(
          features: [log(confidence / (1 - confidence))], isPositive: beginning.isShake, weight: 1)
      }, signs: [1])
    (slope, offset) = (fit.weights[0], fit.bias)
  }
}
