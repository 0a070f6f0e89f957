// SPDX-License-Identifier: Apache-2.0

extension MotionKind {
  /// A hand takes the device up from where it lay.
  public static let pickUp = MotionKind(rawValue: "pickUp")
}

extension MotionConfiguration {
  /// A pick-up.
  public static func pickUp(sensitivity: Sensitivity = .medium) -> MotionConfiguration {
    MotionConfiguration(.pickUp, sensitivity: sensitivity)
  }
}

extension MotionScript {
  /// A hand takes the device from a table, after four seconds at rest.
  public static let pickUp = MotionScript(
    "a phone taken from a table", duration: 7, attitude: [0, 0, 1],
    [.letGo(at: 0), .turn(start: 4, duration: 0.7, attitude: inHand)])
}

extension MotionDescription {
  /// A pick-up, for the registry.
  static let pickUp = MotionDescription(
    .pickUp, "the device is taken up from where it lay", leastRate: 25,
    simulation: .pickUp, samples: [("pick-up", .pickUp)],
    family: "handling",
    table: MeasurementTable(PickUpMeasurements.self))
}

/// The configuration of the pick-up detector: the choices that the sensitivity makes, and the
/// constants of the rule.
///
/// Accelerations are in m/s², times in nanoseconds.
package struct PickUpConfiguration: DetectorSettings {
  /// The cosine of the angle that a picked-up device turns by.
  let turn: Double

  /// The settings for a sensitivity: a turn of 20 degrees at medium, 25 at low, 15 at high.
  package init(sensitivity: Sensitivity, number: (String) -> Double?) {
    turn = cosine(degrees: 30 - 20 * sensitivity.value)
  }

  /// The time that the device must have lain still before.
  var rest: Int64 { 3_000_000_000 }
  /// The largest deviation from the reference in rest.
  var limit: Double { 0.3 }
  /// The cosine of the largest angle between the z axis and the direction up while the device lies:
  /// 20 degrees.
  var cone: Double { 0.939_692_620_785_908_4 }
  /// The longest time from the last reading of the rest to the turn.
  var longest: Int64 { 1_500_000_000 }
  /// The largest difference between the filtered acceleration and gravity: beyond it, the direction
  /// does not count.
  var tolerance: Double { 3 }
  /// The filtered acceleration below which the device falls, and no hand picks it up.
  var weightless: Double { 5 }
}
