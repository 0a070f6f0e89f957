// SPDX-License-Identifier: Apache-2.0

/// The shake before: its share of the agitation does not count against the next shake.
///
/// A shake raises the agitation, which is the same for all configurations. The agitation's filter
/// is linear in the mean square: the share of the shake decays with the filter's time constant, and
/// ``agitation(at:)`` subtracts it.
struct FormerShake: Sendable {
  private let over: Timestamp
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

  fileprivate func agitation(at point: TurningPoint) -> Double {
    let elapsed = point.timestamp.seconds(since: over)
    guard elapsed > 0 else { return agitationBefore }
    let left = added * exponential(-elapsed / ShakeConstants.agitationTimeConstant)
    return max(0, point.meanSquare - left).squareRoot()
  }

  /// Returns whether `moment` is within ``ShakeConstants/again`` of the end of this shake.
  fileprivate func isRecent(at moment: Timestamp) -> Bool {
    moment.seconds(since: over) < ShakeConstants.again
  }
}

extension FormerShake? {
  /// The agitation at `point` without the share of this shake, if there was one, in m/s².
  func agitation(at point: TurningPoint) -> Double {
    self?.agitation(at: point) ?? point.agitation
  }

  /// Returns whether a shake ended just before `moment`.
  ///
  /// Who shakes again moved the device in between, too: that speaks against no shake.
  func isRecent(at moment: Timestamp) -> Bool {
    self?.isRecent(at: moment) ?? false
  }
}
