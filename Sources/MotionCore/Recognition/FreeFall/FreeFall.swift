// SPDX-License-Identifier: Apache-2.0

extension MotionKind {
  /// The device falls, or flies after a throw.
  public static let freeFall = MotionKind(rawValue: "freeFall")
}

extension MotionConfiguration {
  /// A free fall.
  ///
  /// - Parameters:
  ///   - duration: the time that a fall must have lasted to begin; nil if the sensitivity decides
  ///   - sensitivity: how easily weightlessness counts as a fall
  /// - Returns: the configuration
  public static func freeFall(
    duration: Duration? = nil, sensitivity: Sensitivity = .medium
  ) -> MotionConfiguration {
    MotionConfiguration(
      .freeFall, sensitivity: sensitivity, numbers: duration.map { ["duration": $0.seconds] } ?? [:]
    )
  }
}

extension MotionScript {
  /// A hand lets the device go at a height of 1 m.
  public static let drop = MotionScript(
    "a drop from 1 m onto a floor", duration: 3, attitude: inHand,
    [.fall(start: 1, duration: 0.45, impact: 60), .letGo(at: 1)])
}

extension MotionDescription {
  /// A free fall, for the registry.
  static let freeFall = MotionDescription(
    .freeFall, "the device falls, or flies after a throw", lasts: true,
    leastRate: 25, fullRate: 50, rate: 100,
    options: [
      MotionOption(
        key: "duration", unit: "s", range: 0.05...2, defaultValue: nil,
        summary: "How long a fall must have lasted to begin."
      )
    ],
    simulation: .drop, samples: [("drop", .drop)],
    chipEvent: "x&y&z_mag_falling", patience: 0,
    relations: [
      MotionRelation(.withholds(after: .milliseconds(600)), [.shake, .tap, .doubleTap]),
      MotionRelation(.retracts(within: .seconds(1)), [.shake]),
    ],
    table: MeasurementTable(FreeFallMeasurements.self))
}

/// The configuration of the free-fall detector: one choice of the user, and the constants of the
/// rule.
///
/// Measured on 38 recorded drops and throws, and on eleven hours of other motion. Accelerations are
/// in m/s², times in nanoseconds.
package struct FreeFallConfiguration: DetectorSettings {
  /// The time that a fall must have lasted to begin: 200 ms at medium sensitivity, 150 ms at high,
  /// 250 ms at low.
  ///
  /// 200 ms are a fall of 20 cm from rest, 150 ms one of 11 cm, and 250 ms one of 31 cm. Within a
  /// shake a device can be weightless for up to 115 ms: with less than 150 ms, some shakes would
  /// count as falls.
  package let nanoseconds: Int64

  package init(sensitivity: Sensitivity, number: (String) -> Double?) {
    let milliseconds = max(120, 300 - 200 * sensitivity.value).rounded()
    nanoseconds = number("duration").map { $0.inNanoseconds } ?? Int64(milliseconds) * 1_000_000
  }

  /// The |acceleration| below which a fall starts: sensors are off by 1.1 m/s², and read this much
  /// in a fall.
  ///
  /// Until a fall begins, every reading is below it: 98 % of readings in recorded falls are, while
  /// swings that pass through weightlessness go up to 5 m/s² in between.
  package var threshold: Double { 3 }
  /// The smallest |gravity|, as the mean of ``memory``, before a fall; readings
  /// without gravity show none.
  var weight: Double { 6 }
  /// The time constant of gravity before a fall, in seconds.
  var memory: Double { 0.7 }
  /// The time above ``threshold`` at the start of a stream that shows gravity before its mean does,
  /// and the time within which a fall then starts: swings without gravity reach zero again later.
  var held: Int64 { 50_000_000 }
  /// The |acceleration| below which a fall that began goes on.
  var release: Double { 5 }
  /// The shortest time above ``release`` that ends a fall: a tumbling device may touch it.
  var rise: Int64 { 20_000_000 }
  /// The longest fall, of 44 m; a sensor that reads nothing for a longer time is broken.
  var longest: Int64 { 3_000_000_000 }
  /// The time after a fall when the detector looks for its impact.
  var landing: Int64 { 400_000_000 }
  /// The smallest |acceleration| that is an impact.
  var impact: Double { 20 }
}
