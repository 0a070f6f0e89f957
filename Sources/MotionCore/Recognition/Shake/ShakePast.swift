// SPDX-License-Identifier: Apache-2.0

/// What went before a chain of swings, above which a shake must stand out.
struct ShakePast: Sendable {
  /// The last shake; nil if there was none.
  private var former: FormerShake?
  /// The swings before, of which older ones count less.
  private var swings = 0.0
  /// The end of the last of them.
  private var last = Timestamp(nanoseconds: 0)

  /// Takes a swing that was closed, and was not part of a shake.
  mutating func add(_ swing: Swing) {
    guard swing.amplitude >= ShakeConstants.excursion else { return }
    swings = swings(before: swing.end.timestamp) + 1
    last = swing.end.timestamp
  }

  /// Takes the end of a shake, which does not count against the next.
  mutating func add(_ shake: FormerShake) {
    self = ShakePast()
    former = shake
  }

  /// The agitation at `point` without the share of the last shake, in m/s².
  func agitation(at point: TurningPoint) -> Double {
    former?.agitation(at: point) ?? point.agitation
  }

  /// True if motion went back and forth up to `moment`, as that of a run, or of brushing teeth.
  ///
  /// Source: what goes on as a shake goes on was there before. A filter of the same time constant
  /// as the agitation counts its swings.
  func isPeriodic(before moment: Timestamp) -> Bool {
    swings(before: moment) >= ShakeConstants.periodicSwings
  }

  private func swings(before moment: Timestamp) -> Double {
    swings > 0
      ? swings
        * exponential(-moment.seconds(since: last) / ShakeConstants.agitationTimeConstant) : 0
  }
}

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
