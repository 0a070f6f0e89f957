// SPDX-License-Identifier: Apache-2.0

import Glibc
import MotionSynthesis

/// What a group that nobody has recorded will show, such as a source, by the spread between those
/// that were recorded.
///
/// Each group has a share, or a rate, of its own, drawn from a beta or a gamma distribution: its
/// counts are beta-binomial (J. G. Skellam, 1948) or negative binomial (M. Greenwood and G. U.
/// Yule, 1920). Both are fitted by maximum likelihood. A bootstrap over the groups adds what so few
/// leave open: a draw of groups, a fit, and one draw of a new group.
public struct Forecast: Hashable, Sendable, Encodable {
  /// The expected share, or rate.
  public var mean: Double
  /// The bounds that 95 % of new groups keep.
  public var range: Confidence

  /// The kind of a figure.
  package enum Figure: Hashable, Sendable {
    /// So many of so many.
    case share
    /// So many in so much.
    case rate
  }

  /// A group: what was counted in it, and among how much.
  package typealias Group = (count: Double, total: Double)

  /// The number of draws.
  private static let draws = 200

  /// A forecast by `groups`; nil for fewer than three, or if nothing was counted in any.
  ///
  /// It is the same each time.
  package init?(_ figure: Figure, of groups: [Group]) {
    let groups = groups.filter { $0.total > 0 }
    guard groups.count > 2, groups.contains(where: { $0.count > 0 }) else { return nil }
    mean = Spread(figure, of: groups).mean
    range = Confidence.bootstrap(groups, draws: Self.draws) { drawn, random in
      Spread(figure, of: drawn).draw(&random)
    }
  }
}

/// The distribution of a share or a rate between groups.
private struct Spread {
  let figure: Forecast.Figure
  let mean: Double
  /// The weight of the mean: a share's in recordings, a rate's shape.
  ///
  /// The larger it is, the less do groups differ.
  let weight: Double

  /// The most likely one.
  init(_ figure: Forecast.Figure, of groups: [Forecast.Group]) {
    let (count, total) = groups.reduce(into: (0.0, 0.0)) {
      $0 = ($0.0 + $1.count, $0.1 + $1.total)
    }
    // Half an event where there is none.
    let pooled = max(count, 0.5) / total
    let means = log(pooled / 30)...log(min(figure == .share ? 0.9999 : .infinity, pooled * 30))
    func best(_ weight: Double) -> Double {
      Self.maximum(of: means) { Self.likelihood(figure, groups, exp($0), weight) }
    }
    let weights = figure == .share ? log(0.1)...log(3000) : log(0.05)...log(100)
    weight = exp(
      Self.maximum(of: weights) { Self.likelihood(figure, groups, exp(best(exp($0))), exp($0)) })
    mean = exp(best(weight))
    self.figure = figure
  }

  /// A group's share or rate.
  func draw(_ random: inout SeededGenerator) -> Double {
    switch figure {
    case .rate: return mean * random.gamma(weight) / weight
    case .share:
      let (hits, misses) = (random.gamma(mean * weight), random.gamma((1 - mean) * weight))
      return hits + misses > 0 ? hits / (hits + misses) : mean
    }
  }

  /// The logarithm of the probability of the counts, but for a constant.
  private static func likelihood(
    _ figure: Forecast.Figure, _ groups: [Forecast.Group], _ mean: Double, _ weight: Double
  ) -> Double {
    switch figure {
    case .share:
      let (hits, misses) = (mean * weight, (1 - mean) * weight)
      let known = lgamma(weight) - lgamma(hits) - lgamma(misses)
      return groups.reduce(0) { sum, group in
        sum + known + lgamma(group.count + hits) + lgamma(group.total - group.count + misses)
          - lgamma(group.total + weight)
      }
    case .rate:
      let known = weight * log(weight) - lgamma(weight)
      return groups.reduce(0) { sum, group in
        sum + known + lgamma(group.count + weight) + group.count * log(mean)
          - (group.count + weight) * log(weight + mean * group.total)
      }
    }
  }

  /// The place of the only maximum of a function, by golden sections.
  ///
  /// Source: J. Kiefer, "Sequential minimax search for a maximum", 1953.
  private static func maximum(
    of range: ClosedRange<Double>, _ value: (Double) -> Double
  ) -> Double {
    let share = (5.0.squareRoot() - 1) / 2
    var (low, high) = (range.lowerBound, range.upperBound)
    var (left, right) = (high - share * (high - low), low + share * (high - low))
    var (leftValue, rightValue) = (value(left), value(right))
    while high - low > 0.02 {
      if leftValue > rightValue {
        (high, right, rightValue) = (right, left, leftValue)
        left = high - share * (high - low)
        leftValue = value(left)
      } else {
        (low, left, leftValue) = (left, right, rightValue)
        right = low + share * (high - low)
        rightValue = value(right)
      }
    }
    return (low + high) / 2
  }
}

extension SeededGenerator {
  /// A number from the gamma distribution of this shape and scale 1.
  ///
  /// Source: G. Marsaglia and W. W. Tsang, "A simple method for generating gamma variables", 2000.
  fileprivate mutating func gamma(_ shape: Double) -> Double {
    guard shape >= 1 else {
      let part = Double.random(in: Double.leastNormalMagnitude..<1, using: &self)
      return gamma(shape + 1) * exp(log(part) / shape)
    }
    let d = shape - 1.0 / 3
    while true {
      let x = normal()
      let v = 1 + x / (9 * d).squareRoot()
      guard v > 0 else { continue }
      let cube = v * v * v
      let u = Double.random(in: Double.leastNormalMagnitude..<1, using: &self)
      if log(u) < x * x / 2 + d - d * cube + d * log(cube) { return d * cube }
    }
  }
}
