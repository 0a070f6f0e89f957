// SPDX-License-Identifier: Apache-2.0

/// The rule for gaps: a longer silence than this breaks a stream of readings in two.
///
/// - Units: nanoseconds.
package enum GapRule {
  /// The longest silence that is no gap even at a high rate: 250 ms.
  ///
  /// A shake has four to six swings a second: after a quarter of a second the motion in
  /// between is unknown.
  package static let shortest: Int64 = 250_000_000

  /// The number of periods that are no gap even where they last longer: a low rate is not a loss.
  package static let periods: Int64 = 4

  /// The longest silence that is no gap even at a low rate: a day.
  ///
  /// Readings that come less often are no stream.
  package static let longest: Int64 = 86_400_000_000_000

  /// The longest silence that is no gap between readings `period` apart; `period` is 0 if unknown.
  package static func longestSilence(period: Int64) -> Int64 {
    // With a longer period the product would be too long, or overflow.
    guard period <= longest / periods else { return longest }
    return max(shortest, period * periods)
  }
}
