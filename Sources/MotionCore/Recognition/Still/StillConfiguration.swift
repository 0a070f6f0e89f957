/// The configuration of the still detector: the choices of the user, and the constants of the rule.
///
/// Accelerations are in m/s², times in nanoseconds.
public struct StillConfiguration: Hashable, Sendable {
  /// The time for which the device must have lain still to begin: 5 s by default.
  public var duration: Duration {
    get { .nanoseconds(nanoseconds) }
    set { nanoseconds = newValue.nanoseconds }
  }
  /// The duration, as the rule compares it at every reading.
  private(set) var nanoseconds: Int64
  /// The largest deviation from the reference in rest, unless the sensor's noise demands more.
  let enter: Double

  /// A configuration.
  ///
  /// - Parameters:
  ///   - duration: the time for which the device must have lain still
  ///   - sensitivity: the ease with which it counts as still: 0.4 m/s² at medium, twice that at 1, half of it at 0
  public init(duration: Duration = .seconds(5), sensitivity: Sensitivity = .medium) {
    nanoseconds = duration.nanoseconds
    enter = 0.4 * exponential((2 * sensitivity.value - 1) * naturalLogarithm(2))
  }

  /// The deviation from the reference that is rest, for a sensor of this noise.
  ///
  /// At least three times the noise, but at most twice as much as without: a tremble that never stops is no noise.
  func limit(noise: Double?) -> Double {
    min(2 * enter, max(enter, 3 * (noise ?? 0)))
  }

  /// The deviation that is motion, as a multiple of that which is rest.
  var release: Double { 2.5 }
  /// The shortest and the longest time between two readings that are motion and together end the rest: one alone is a
  /// knock, and two at a high rate are the same one.
  var pair: ClosedRange<Int64> { 80_000_000...500_000_000 }
  /// The cosine of the angle by which the reference may turn: of 5 degrees.
  var turn: Double { 0.996_194_698_091_745_5 }
}

extension MotionDescription {
  /// Lying still, for the registry.
  static let still = MotionDescription(
    kind: .still, summary: "the device lies still", lasts: true,
    leastRate: 10, fullRate: 10, isState: true, rate: 10,
    options: [
      MotionOption(
        key: "duration", unit: "s", range: 1...600, defaultValue: 5,
        summary: "The time for which the device must have lain still to begin.")
    ],
    configuration: { options in
      .still(
        StillConfiguration(
          duration: .seconds(options.value(of: "duration", of: .still) ?? 5),
          sensitivity: options.sensitivity ?? .medium))
    })
}
