// SPDX-License-Identifier: Apache-2.0

extension MotionKind {
  /// Another one of the device's six faces is up now.
  public static let orientation = MotionKind(rawValue: "orientation")
}

extension MotionConfiguration {
  /// A change of orientation.
  public static func orientation(sensitivity: Sensitivity = .medium) -> MotionConfiguration {
    MotionConfiguration(.orientation, sensitivity: sensitivity)
  }
}

extension MotionState {
  /// The face of the device that is up, or was up last; nil if it is unknown.
  package static func orientation(_ orientation: DeviceOrientation?) -> MotionState {
    MotionState("orientation", orientation)
  }
}

extension MotionScript {
  /// A hand holds the device upright, turns it onto its side with the right edge up, and back.
  public static let turn = MotionScript(
    "a phone turned from portrait to landscape, and back", duration: 8, attitude: [0, 0.96, 0.28],
    [
      .turn(start: 2, duration: 0.6, attitude: [0.96, 0, 0.28]),
      .turn(start: 5, duration: 0.6, attitude: [0, 0.96, 0.28]),
    ])
}

extension MotionDescription {
  /// A change of orientation, for the registry.
  static let orientation = MotionDescription(
    .orientation, "another of the device's six faces is up", leastRate: 10,
    simulation: .turn, samples: [("turn", .turn)],
    family: "handling", needsMounting: true,
    words: .state("Orientation") {
      $0.measurements?[OrientationMeasurements.self]?.to.rawValue
    },
    table: MeasurementTable(OrientationMeasurements.self))
}

/// The configuration of the orientation detector: the cone around each axis, and the constants of
/// the rule.
///
/// Accelerations are in m/s², times in nanoseconds.
package struct OrientationConfiguration: DetectorSettings {
  /// The cosine of the largest angle between an axis and the direction up while its face counts as
  /// up.
  let cone: Double

  /// The settings for a sensitivity: 35 degrees at medium, 30 at low, 40 at high.
  package init(sensitivity: Sensitivity, number: (String) -> Double?) {
    cone = cosine(degrees: 25 + 20 * sensitivity.value)
  }

  /// The time that the new face must stay up.
  var settle: Int64 { 500_000_000 }
  /// The largest difference between the filtered acceleration and gravity: beyond it, the direction
  /// does not count.
  var tolerance: Double { 1.5 }
}
