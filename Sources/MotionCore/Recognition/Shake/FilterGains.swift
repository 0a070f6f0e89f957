/// The gain of each filter for the time between two readings.
///
/// Readings mostly come at one rate: keeping the last saves three exponentials a reading.
struct FilterGains: Sendable {
  private let seconds: Double
  let lowPass: Double
  let gravity: Double
  let agitation: Double

  /// The gains before the second reading.
  init() {
    self.init(after: 0)
  }

  /// The gains for readings `seconds` apart.
  private init(after seconds: Double) {
    self.seconds = seconds
    lowPass = onePoleGain(after: seconds, timeConstant: ShakeConstants.filterTimeConstant)
    gravity = onePoleGain(after: seconds, timeConstant: ShakeConstants.gravityTimeConstant)
    agitation = onePoleGain(after: seconds, timeConstant: ShakeConstants.agitationTimeConstant)
  }

  /// Becomes the gains for readings `seconds` apart, if it is not yet.
  mutating func update(after seconds: Double) {
    if seconds != self.seconds { self = FilterGains(after: seconds) }
  }
}
