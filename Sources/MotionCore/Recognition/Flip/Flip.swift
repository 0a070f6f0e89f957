// SPDX-License-Identifier: Apache-2.0

extension MotionKind {
  /// The device turns over, from face up to face down or back.
  public static let flip = MotionKind(rawValue: "flip")
}

extension MotionConfiguration {
  /// A flip.
  public static func flip(sensitivity: Sensitivity = .medium) -> MotionConfiguration {
    MotionConfiguration(.flip, sensitivity: sensitivity)
  }
}

extension MotionState {
  /// The side of the screen while the device lies flat; nil if it is unknown, or the device does
  /// not lie flat.
  package static func face(_ face: Face?) -> MotionState { MotionState("face", face) }
}

extension MotionScript {
  /// The device turns onto its face on a table, and back.
  public static let turnOver = MotionScript(
    "a phone turned face down on a table, and face up again", duration: 8.5, attitude: [0, 0, 1],
    [
      .letGo(at: 0),
      .turn(start: 2, duration: 0.8, attitude: [0, 0, -1]),
      .knock(at: 2.9, amplitude: 15),
      .turn(start: 5.5, duration: 0.8, attitude: [0, 0, 1]),
      .knock(at: 6.4, amplitude: 15),
    ])
}

extension MotionDescription {
  /// A flip, for the registry.
  static let flip = MotionDescription(
    .flip, "the device is turned over, face down or face up", leastRate: 25,
    simulation: .turnOver, samples: [("turn-over", .turnOver)],
    family: "handling", needsMounting: true,
    words: .happening(["flip_face_down", "flip_face_up"]) {
      $0.measurements?[FlipMeasurements.self].map {
        $0.to == .faceDown ? "flip_face_down" : "flip_face_up"
      }
    },
    table: MeasurementTable(FlipMeasurements.self))
}

/// The configuration of the flip detector: the choices that the sensitivity makes, and the
/// constants of the rule.
///
/// Accelerations are in m/s², times in nanoseconds.
package struct FlipConfiguration: DetectorSettings {
  /// The cosine of the largest angle between the z axis and the direction up while the device lies
  /// flat.
  let cone: Double
  /// The time that the device must lie on each side.
  let settle: Int64

  /// The settings for a sensitivity: a cone of 25 degrees and 0.5 s at medium, 20 degrees and 0.7 s
  /// at low, 30 degrees and 0.35 s at high.
  package init(sensitivity: Sensitivity, number: (String) -> Double?) {
    cone = cosine(degrees: 15 + 20 * sensitivity.value)
    let seconds = max(0.3, exponential(-2 * sensitivity.value * naturalLogarithm(2)))
    settle = Int64(seconds * 1e9)
  }

  /// The longest time that the turn may take.
  var longest: Int64 { 3_000_000_000 }
  /// The largest difference between the filtered acceleration and gravity: beyond it, the direction
  /// does not count.
  var tolerance: Double { 2 }
  /// The filtered acceleration below which the device falls.
  var weightless: Double { 3 }
}
