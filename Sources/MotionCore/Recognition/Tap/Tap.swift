// SPDX-License-Identifier: Apache-2.0

extension MotionKind {
  /// A finger taps the device once.
  public static let tap = MotionKind(rawValue: "tap")

  /// A finger taps the device twice, within half a second.
  public static let doubleTap = MotionKind(rawValue: "doubleTap")
}

extension MotionConfiguration {
  /// A tap.
  ///
  /// - Parameters:
  ///   - sensitivity: how easily a knock counts as a tap
  ///   - waitsForDoubleTap: true to wait until a tap cannot be the first of a double tap: the event
  ///     comes 0.62 s later, and the two taps of a double tap give none; a client that claims both
  ///     kinds gets this
  /// - Returns: the configuration
  public static func tap(
    sensitivity: Sensitivity = .medium, waitsForDoubleTap: Bool = false
  ) -> MotionConfiguration {
    MotionConfiguration(
      .tap, sensitivity: sensitivity, numbers: waitsForDoubleTap ? [TapConfiguration.waits: 1] : [:]
    )
  }

  /// A double tap.
  public static func doubleTap(sensitivity: Sensitivity = .medium) -> MotionConfiguration {
    MotionConfiguration(.doubleTap, sensitivity: sensitivity)
  }
}

extension MotionScript {
  /// A finger taps the device once while it lies on a table.
  public static let tap = MotionScript(
    "a tap on a phone that lies on a table", duration: 3, attitude: [0, 0, 1],
    [.letGo(at: 0), .knock(at: 1, amplitude: 25)])

  /// A finger taps the device twice while it lies on a table.
  public static let doubleTap = MotionScript(
    "a double tap on a phone that lies on a table", duration: 3, attitude: [0, 0, 1],
    [.letGo(at: 0), .knock(at: 1, amplitude: 25), .knock(at: 1.25, amplitude: 20)])

  /// A finger taps the device twice, and then once, while it lies on a table.
  public static let taps = MotionScript(
    "a double tap and a tap on a phone that lies on a table", duration: 4.5, attitude: [0, 0, 1],
    [
      .letGo(at: 0), .knock(at: 1, amplitude: 25), .knock(at: 1.25, amplitude: 20),
      .knock(at: 3, amplitude: 25),
    ])
}

extension MotionDescription {
  /// A tap, for the registry.
  static let tap = MotionDescription(
    .tap, "a finger taps the device once", leastRate: 100, fullRate: 200,
    simulation: .tap, samples: [("taps", .taps)], family: "taps", chipEvent: "gesture_singletap",
    patience: 0,
    table: MeasurementTable(TapMeasurements.self),
    combination: { tap, kinds in
      .tap(sensitivity: tap.sensitivity, waitsForDoubleTap: kinds.contains(.doubleTap))
    })

  /// A double tap, for the registry.
  static let doubleTap = MotionDescription(
    .doubleTap, "a finger taps the device twice, within half a second",
    leastRate: 100, fullRate: 200,
    simulation: .doubleTap, family: "taps", chipEvent: "gesture_doubletap",
    patience: 0,
    table: MeasurementTable(TapMeasurements.self) { phase, time in
      phase == .recognized ? TapMeasurements(start: time, gap: .zero) : nil
    })
}

/// The settings of the detectors of taps and of double taps.
package struct TapConfiguration: DetectorSettings {
  /// The key of the number that makes a tap wait for a second one.
  static var waits: String { "waitsForDoubleTap" }

  /// The number that says how easily a knock counts as a tap.
  let sensitivity: Sensitivity
  /// A Boolean value that indicates whether a tap waits until it cannot be the first of a double
  /// tap.
  let waitsForDoubleTap: Bool

  package init(sensitivity: Sensitivity, number: (String) -> Double?) {
    self.sensitivity = sensitivity
    waitsForDoubleTap = number(Self.waits) != nil
  }
}

/// The constants of the rule for taps.
///
/// Measured on 788 taps on the back of a held phone and some 80 on a table, and on 3.5 hours of
/// other motion at 85 Hz and more. Times are in nanoseconds; the jump, its mean square and the
/// agitation (see ``TapSignal``) in m/s².
struct TapConstants: Sendable {
  /// The smallest jump of a tap: 4 at low, 3 at medium and 2 at high sensitivity.
  let threshold: Double
  /// The largest root mean square of the jumps of the last 0.1 s before a tap: 0.55, 0.7 and 0.85.
  ///
  /// This constant decides most: a device that walks or rattles is never so calm, while a hand is,
  /// and so is the noise of a cheap sensor (0.2 to 0.3).
  let calm: Double

  /// The largest ratio of this calm to the tap's peak.
  static let calmShare = 0.25
  /// The largest such calm before a second tap, over the last 0.04 s: the device may still ring
  /// from the first.
  static let secondCalm = 1.0
  static let secondCalmShare = 0.3
  /// The largest difference of the acceleration before and after a tap: more is a step, as when a
  /// hand lets the device go, and it falls.
  static let step = 6.0
  /// The largest agitation before a tap.
  ///
  /// 95 % of taps on a held phone came at less than 0.95; three in four steps of a walk, landings,
  /// blows in shakes and the knock of putting a phone down come at more.
  static let agitation = 1.0
  /// The longest tap: a finger bounces off, a hand pushes.
  static let longest: Int64 = 80_000_000
  /// The silence that ends a tap.
  static let quiet: Int64 = 40_000_000
  /// The time from the start of a double tap's first tap to the start of the second.
  static let gap: ClosedRange<Int64> = 100_000_000...500_000_000
  /// The largest ratio of the peaks of a double tap: two blows of one finger are alike.
  static let likeness = 3.0
  /// The time that a tap waits for a second: the longest gap, tap and silence.
  static let patience = gap.upperBound + longest + quiet
  /// The time that the filters need after the first reading.
  static let settling: Int64 = 500_000_000
  /// The longest period, of 90 Hz: at a lower rate, most taps fall between two readings.
  static let longestPeriod = 1 / 90.0
  /// The longest period for taps that are not coarse, of 180 Hz.
  static let finePeriod = 1 / 180.0

  /// The constants for a sensitivity.
  init(_ sensitivity: Sensitivity) {
    threshold = 5 - 4 * sensitivity.value
    calm = 0.4 + 0.6 * sensitivity.value
  }
}
