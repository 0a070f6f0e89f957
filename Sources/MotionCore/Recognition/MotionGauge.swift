// SPDX-License-Identifier: Apache-2.0

/// The present distance of a motion from its threshold, for people who watch.
package struct MotionGauge: Hashable, Sendable {
  /// The share of the way to the threshold: 0 far from the threshold, 1 at the threshold or beyond.
  package let share: Double
  /// The quantity and the threshold, such as `turned 12° of 35°`.
  package let text: String

  /// A gauge, with `share` clamped to 0...1.
  init(_ share: Double, _ text: String) {
    self.share = share > 0 ? min(1, share) : 0
    self.text = text
  }

  /// The gauge of an angle that must come down from `farthest` to `limit`, all in degrees.
  init(angle: Double, within limit: Double, farthest: Double, _ goal: String) {
    self.init(
      (farthest - angle) / (farthest - limit),
      "\(angle.text(decimals: 0))° from \(goal), which counts within \(limit.text(decimals: 0))°")
  }

  /// The gauge of a time in nanoseconds that must come up to `limit`.
  init(_ words: String, for time: Int64, of limit: Int64) {
    let (seconds, goal) = (Double(time) / 1e9, Double(limit) / 1e9)
    self.init(
      seconds / goal, "\(words) \(seconds.text(decimals: 1)) of \(goal.text(decimals: 1)) s")
  }

  /// The gauge of a turn that must come up to `limit`, both in degrees.
  init(turned angle: Double, of limit: Double) {
    self.init(
      angle / limit, "turned \(angle.text(decimals: 0))° of \(limit.text(decimals: 0))°")
  }
}
