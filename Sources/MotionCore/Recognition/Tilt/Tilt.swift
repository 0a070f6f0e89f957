// SPDX-License-Identifier: Apache-2.0

extension MotionKind {
  /// The device has settled at a new angle.
  public static let tilt = MotionKind(rawValue: "tilt")
}

extension MotionConfiguration {
  /// A tilt.
  public static func tilt(sensitivity: Sensitivity = .medium) -> MotionConfiguration {
    MotionConfiguration(.tilt, sensitivity: sensitivity)
  }
}

extension MotionScript {
  /// A hand holds the device, and then holds it at another angle, 50 degrees away.
  public static let tilt = MotionScript(
    "a phone tilted to the side by 50 degrees", duration: 7, attitude: inHand,
    [.turn(start: 3, duration: 0.8, attitude: [0.772, 0.509, 0.381])])
}

extension MotionDescription {
  /// A tilt, for the registry.
  static let tilt = MotionDescription(
    .tilt, "the device is held otherwise than before, for some seconds", leastRate: 25,
    simulation: .tilt, samples: [("tilt", .tilt)],
    family: "handling", needsMounting: true,
    table: MeasurementTable(TiltMeasurements.self))
}

/// The configuration of the tilt detector: the angle, and the constants of the rule.
///
/// Times are in nanoseconds.
package struct TiltConfiguration: DetectorSettings {
  /// The cosine of the angle that the direction must turn by.
  let turn: Double

  /// The settings for a sensitivity: a turn of 35 degrees at medium, as on Android, 45 at low, 25
  /// at high.
  package init(sensitivity: Sensitivity, number: (String) -> Double?) {
    turn = cosine(degrees: 55 - 40 * sensitivity.value)
  }

  /// The time until the first mean is known.
  var start: Int64 { 2_000_000_000 }
}
