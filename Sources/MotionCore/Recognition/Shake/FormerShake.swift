// SPDX-License-Identifier: Apache-2.0

/// The shake before: its share of the agitation does not count against the next shake.
///
/// A shake raises the agitation, which is the same for all configurations. The agitation's filter
/// is linear in the mean square: the share of the shake decays with the filter's time constant, and
/// `agitation(at:)` subtracts it.
struct FormerShake: Sendable {
  /// The time of its end.
  fileprivate let over: Timestamp
  fileprivate let agitationBefore: Double
  /// The shake's share of the mean square at that time, in (m/s²)².
  fileprivate let added: Double

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
}

extension FormerShake? {
  /// The agitation at `point` without the share of this shake, if there was one, in m/s².
  func agitation(at point: TurningPoint) -> Double {
    guard let self else { return point.agitation }
    let elapsed = point.timestamp.seconds(since: self.over)
    guard elapsed > 0 else { return self.agitationBefore }
    let left = self.added * exponential(-elapsed / ShakeConstants.agitationTimeConstant)
    return max(0, point.meanSquare - left).squareRoot()
  }

  /// Returns whether a shake ended within ``ShakeConstants/again`` before `moment`.
  ///
  /// Who shakes again moved the device in between, too: that speaks against no shake.
  func isRecent(at moment: Timestamp) -> Bool {
    guard let self else { return false }
    return moment.seconds(since: self.over) < ShakeConstants.again
  }
}
