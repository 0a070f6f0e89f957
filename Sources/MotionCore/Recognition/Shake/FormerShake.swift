/// The shake before: its share of the agitation does not count against the next shake.
///
/// A shake raises the agitation, which is the same for all configurations. Its filter is linear in
/// the mean square, so the share of the shake decays with the filter's time constant, and is
/// subtracted.
struct FormerShake: Sendable {
  private let over: Timestamp
  private let agitationBefore: Double
  /// Its share of the mean square at that time, in (m/s²)².
  private let added: Double

  /// A shake that ended at `moment`.
  ///
  /// - Parameters:
  ///   - moment: the time, and the agitation then
  ///   - agitationBefore: the agitation before its first swing, in m/s²
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
