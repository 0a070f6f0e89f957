/// The configuration of the tilt detector: the angle, and the constants of the rule.
///
/// Times are in nanoseconds.
public struct TiltConfiguration: Hashable, Sendable {
  /// The cosine of the angle by which the direction must turn.
  let turn: Double

  /// The configuration for a sensitivity: a turn of 35 degrees at medium, as Android has it, 45 at low, 25 at high.
  public init(sensitivity: Sensitivity = .medium) {
    turn = cosine(degrees: 55 - 40 * sensitivity.value)
  }

  /// The time after which the first mean is known.
  var start: Int64 { 2_000_000_000 }
}

extension MotionDescription {
  /// A tilt, for the registry.
  static let tilt = MotionDescription(
    kind: .tilt, summary: "the device is held otherwise than before, for some seconds",
    lasts: false,
    leastRate: 25, fullRate: 25, rate: 25,
    options: [],
    configuration: { options in
      .tilt(TiltConfiguration(sensitivity: options.sensitivity ?? .medium))
    })
}
