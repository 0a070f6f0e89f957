// SPDX-License-Identifier: Apache-2.0

/// The rule for gaps: a longer silence than this breaks a stream of readings in two.
///
/// - Units: nanoseconds.
package enum GapRule {
  /// The longest silence that is no gap, at any rate: 250 ms.
  ///
  /// A shake has four to six swings a second: after a quarter of a second the motion in
  /// between is unknown.
  package static let shortest: Int64 = 250_000_000

  /// The number of periods that are no gap either, where they last longer: a low rate, not a loss.
  package static let periods: Int64 = 4

  /// The longest silence that is no gap, at any rate: a day.
  ///
  /// What comes less often is no stream.
  package static let longest: Int64 = 86_400_000_000_000

  /// The longest silence that is no gap between readings `period` apart; 0 if that is not known.
  package static func longestSilence(period: Int64) -> Int64 {
    // Above that the product would be too long, or overflow.
    guard period <= longest / periods else { return longest }
    return max(shortest, period * periods)
  }
}
