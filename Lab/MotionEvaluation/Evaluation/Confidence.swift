// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionSynthesis

/// The bounds of a figure, with 95 % confidence, given how little was counted.
public struct Confidence: Hashable, Sendable, Encodable {
  /// The lower bound.
  public var low: Double
  /// The upper bound.
  public var high: Double

  /// A confidence that something lies from `low` to `high`.
  public init(low: Double, high: Double) {
    self.low = low
    self.high = high
  }

  /// The quantile of the normal distribution that leaves 2.5 % above.
  private static let z = 1.959964

  /// The confidence for the probability behind `hits` of `total`.
  ///
  /// Wilson's score interval (E. B. Wilson, "Probable inference, the law of succession, and
  /// statistical inference", 1927), which is good for few and for extreme shares.
  ///
  /// - Parameters:
  ///   - hits: the number of hits
  ///   - total: the number of tries
  /// - Returns: bounds from 0 to 1; without tries exactly 0 and 1
  public static func probability(_ hits: Int, of total: Int) -> Confidence {
    guard total > 0 else { return Confidence(low: 0, high: 1) }
    let n = Double(total)
    let share = Double(hits) / n
    let square = z * z
    let middle = share + square / (2 * n)
    let half = z * (share * (1 - share) / n + square / (4 * n * n)).squareRoot()
    return Confidence(
      low: max(0, (middle - half) / (1 + square / n)),
      high: min(1, (middle + half) / (1 + square / n)))
  }

  /// The confidence for a share or a rate that groups add up to.
  ///
  /// Recordings of one source resemble each other: the draw is one of sources, not of recordings.
  ///
  /// The percentiles of a bootstrap over clusters (A. C. Davison and D. V. Hinkley, "Bootstrap
  /// Methods and Their Application", 1997), from the same numbers each time.
  ///
  /// - Parameter groups: what was counted in each group, and among how much
  /// - Returns: the bounds; nil for fewer than two groups, which tell nothing of others, and where
  ///   nothing or everything was counted, which leaves nothing to draw
  public static func ratio(ofGroups groups: [(count: Double, total: Double)]) -> Confidence? {
    let groups = groups.filter { $0.total > 0 }
    let isMixed = groups.contains { $0.count > 0 } && groups.contains { $0.count != $0.total }
    guard groups.count > 1, isMixed else { return nil }
    return bootstrap(groups, draws: 2000) { drawn, _ in
      let (count, total) = drawn.reduce(into: (0.0, 0.0)) {
        $0 = ($0.0 + $1.count, $0.1 + $1.total)
      }
      return count / total
    }
  }

  /// The percentiles of a figure over draws of as many groups, the same each time.
  ///
  /// - Parameters:
  ///   - groups: at least one
  ///   - draws: the number of draws, 40 or more
  ///   - figure: the figure of the groups that were drawn, which may draw more numbers
  /// - Returns: the bounds of 95 % of the figures
  static func bootstrap<Group>(
    _ groups: [Group], draws: Int, _ figure: ([Group], inout SeededGenerator) -> Double
  ) -> Confidence {
    var random = SeededGenerator(seed: 1)
    let figures = (0..<draws).map { _ in
      let drawn = groups.map { _ in groups[Int.random(in: groups.indices, using: &random)] }
      return figure(drawn, &random)
    }.sorted()
    return Confidence(low: figures[draws / 40], high: figures[draws - 1 - draws / 40])
  }

  /// The confidence for the expected number of events that happened `count` times.
  ///
  /// Exact for a Poisson process (F. Garwood, "Fiducial limits for the Poisson distribution",
  /// 1936).
  ///
  /// - Parameter count: the number of times
  /// - Returns: bounds of the expected number
  public static func count(_ count: Int) -> Confidence {
    Confidence(
      low: count == 0 ? 0 : mean { 1 - cumulative(count - 1, mean: $0) },
      high: mean { 1 - cumulative(count, mean: $0) - 0.95 })
  }

  /// The confidence for the expected number of rare events: as ``count(_:)``, but without an event
  /// only the upper bound, which is 3.
  ///
  /// The rule of three (B. D. Jovanovic and P. S. Levy, "A look at the rule of three", 1997).
  public static func rare(_ count: Int) -> Confidence {
    count == 0 ? Confidence(low: 0, high: 3) : self.count(count)
  }

  /// The mean where `tail`, which grows with it, is 2.5 %.
  private static func mean(_ tail: (Double) -> Double) -> Double {
    var bounds = 0.0...1.0
    while tail(bounds.upperBound) < 0.025 { bounds = bounds.upperBound...2 * bounds.upperBound }
    for _ in 0..<60 {
      let middle = (bounds.lowerBound + bounds.upperBound) / 2
      bounds = tail(middle) < 0.025 ? middle...bounds.upperBound : bounds.lowerBound...middle
    }
    return bounds.upperBound
  }

  /// The probability of at most `count` events where `mean` are expected.
  private static func cumulative(_ count: Int, mean: Double) -> Double {
    (0...count).reduce(0) { sum, k in
      sum + exp(Double(k) * log(mean) - mean - lgamma(Double(k) + 1))
    }
  }
}
