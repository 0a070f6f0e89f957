// SPDX-License-Identifier: Apache-2.0

/// The motion before a chain of swings; a shake must stand out above it.
struct ShakePast: Sendable {
  /// The last shake; nil if there was none.
  private var former: FormerShake?

  /// Takes the end of a shake, which does not count against the next one.
  mutating func add(_ shake: FormerShake) {
    former = shake
  }

  /// The agitation at `point` without the share of the last shake, in m/s².
  func agitation(at point: TurningPoint) -> Double {
    former?.agitation(at: point) ?? point.agitation
  }

  /// Returns whether `moment` is within ``ShakeConstants/again`` of the end of a shake.
  ///
  /// Who shakes again moved the device in between, too: that speaks against no shake.
  func isAfterShake(_ moment: Timestamp) -> Bool {
    former.map { moment.seconds(since: $0.over) < ShakeConstants.again } ?? false
  }
}

/// The shake before: its share of the agitation does not count against the next shake.
///
/// A shake raises the agitation, which is the same for all configurations. The agitation's filter
/// is linear in the mean square: the share of the shake decays with the filter's time constant, and
/// ``agitation(at:)`` subtracts it.
struct FormerShake: Sendable {
  /// The time of its end.
  let over: Timestamp
  private let agitationBefore: Double
  /// The shake's share of the mean square at that time, in (m/s²)².
  private let added: Double

  /// A shake that ended at `moment`.
  ///
  /// - Parameters:
  ///   - moment: the time of the end, and the agitation there
  ///   - agitationBefore: the agitation before the shake's first swing, in m/s²
  init(over moment: TurningPoint, agitationBefore: Double) {
    over = moment.timestamp
    self.agitationBefore = agitationBefore
    added = moment.meanSquare - agitationBefore * agitationBefore
  }

  /// The agitation at `point` without the share of this shake, in m/s².
  func agitation(at point: TurningPoint) -> Double {
    let elapsed = point.timestamp.seconds(since: over)
    guard elapsed > 0 else { return agitationBefore }
    let left = added * exponential(-elapsed / ShakeConstants.agitationTimeConstant)
    return max(0, point.meanSquare - left).squareRoot()
  }
}
