// SPDX-License-Identifier: Apache-2.0

extension MotionKind {
  /// The device lies still, on something that is still, too.
  public static let still = MotionKind(rawValue: "still")
}

extension MotionConfiguration {
  /// Lying still.
  ///
  /// - Parameters:
  ///   - duration: the time that the device must have lain still to begin
  ///   - sensitivity: how easily the device counts as still
  /// - Returns: the configuration
  public static func still(
    duration: Duration = .seconds(5), sensitivity: Sensitivity = .medium
  ) -> MotionConfiguration {
    MotionConfiguration(
      .still, sensitivity: sensitivity, numbers: ["duration": duration.seconds])
  }
}

extension MotionState {
  /// The state `still`: true while the device lies still, nil if that is unknown.
  package static func still(_ isStill: Bool?) -> MotionState {
    MotionState("still", isStill.map { .flag($0) })
  }
}

extension MotionScript {
  /// A hand lays the device on a table, leaves it there for eight seconds, and takes it up again.
  public static let lieStill = MotionScript(
    "a phone laid on a table, and taken up 8 s later", duration: 15, attitude: inHand,
    [
      .turn(start: 3, duration: 0.9, attitude: [0, 0, 1]),
      .knock(at: 4, amplitude: 25),
      .letGo(at: 4),
      .turn(start: 12, duration: 0.7, attitude: inHand),
    ])
}

extension MotionDescription {
  /// Lying still, for the registry.
  static let still = MotionDescription(
    .still, "the device lies still", lasts: true, isState: true, leastRate: 10,
    options: [
      MotionOption(
        key: "duration", unit: "s", range: 1...600, defaultValue: 5,
        summary: "How long the device must have lain still to begin.")
    ],
    simulation: .lieStill, samples: [("lie-still", .lieStill)],
    family: "handling",
    canRestSensor: true,
    words: .flag("Lies still"),
    table: MeasurementTable(StillMeasurements.self))
}

/// The configuration of the still detector: the choices of the user, and the constants of the rule.
///
/// Accelerations are in m/s², times in nanoseconds.
package struct StillConfiguration: DetectorSettings {
  /// The time that the device must have lain still to begin.
  package let nanoseconds: Int64
  /// The largest deviation from the reference in rest, unless the sensor's noise demands more: 0.4
  /// m/s² at medium sensitivity, twice as much at 1, half as much at 0.
  let enter: Double

  package init(sensitivity: Sensitivity, number: (String) -> Double?) {
    nanoseconds = number("duration").map { $0.inNanoseconds } ?? 5_000_000_000
    enter =
      0.4 * exponential((2 * sensitivity.value - 1) * naturalLogarithm(2))
  }

  /// The deviation from the reference that is still rest, for a sensor with this noise.
  ///
  /// At least three times the noise, but at most twice as much as without noise: a tremble that
  /// never stops is no noise.
  func limit(noise: Double?) -> Double {
    min(2 * enter, max(enter, 3 * (noise ?? 0)))
  }

  /// The deviation that is motion, as a multiple of the deviation in rest.
  var release: Double { 2.5 }
  /// The shortest and the longest time between two readings in motion that together end the rest:
  /// one alone is a knock, and two at a high rate are the same knock.
  var pair: ClosedRange<Int64> { 80_000_000...500_000_000 }
  /// The cosine of the angle that the reference may turn by: 5 degrees.
  var turn: Double { 0.996_194_698_091_745_5 }
}
