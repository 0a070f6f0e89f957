/// The configuration of the orientation detector: the cone around each axis, and the constants of the rule.
///
/// Accelerations are in m/s², times in nanoseconds.
public struct OrientationConfiguration: Hashable, Sendable {
  /// The cosine of the largest angle between an axis and the direction up at which its face counts as up.
  let cone: Double

  /// The configuration for a sensitivity: 35 degrees at medium, 30 at low, 40 at high.
  public init(sensitivity: Sensitivity = .medium) {
    cone = cosine(degrees: 25 + 20 * sensitivity.value)
  }

  /// The time in which the new face must stay up.
  var settle: Int64 { 500_000_000 }
  /// The largest difference between the filtered acceleration and gravity at which its direction counts.
  var tolerance: Double { 1.5 }
}

extension MotionDescription {
  /// A change of orientation, for the registry.
  static let orientation = MotionDescription(
    kind: .orientation, summary: "another of the device's six faces is up", lasts: false,
    leastRate: 10, fullRate: 10, rate: 10,
    options: [],
    configuration: { options in
      .orientation(OrientationConfiguration(sensitivity: options.sensitivity ?? .medium))
    })
}
