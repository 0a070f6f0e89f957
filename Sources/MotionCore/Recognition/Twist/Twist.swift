// SPDX-License-Identifier: Apache-2.0

extension MotionKind {
  /// A hand turns the device about its long axis, there and back.
  public static let twist = MotionKind(rawValue: "twist")
}

extension MotionConfiguration {
  /// A twist.
  public static func twist(sensitivity: Sensitivity = .medium) -> MotionConfiguration {
    MotionConfiguration(.twist, sensitivity: sensitivity)
  }
}

extension MotionScript {
  /// A hand holds the device, and turns it by 70 degrees to the side and back.
  public static let twist = MotionScript(
    "a phone turned about its long axis, there and back", duration: 4, attitude: inHand,
    [
      .turn(start: 1.5, duration: 0.22, attitude: [0.564, 0.8, 0.205]),
      .turn(start: 1.74, duration: 0.22, attitude: inHand),
    ])
}

extension MotionDescription {
  /// A twist, for the registry.
  static let twist = MotionDescription(
    .twist, "the device is turned about its long axis, there and back", leastRate: 25,
    fullRate: 50, simulation: .twist, samples: [("twist", .twist)],
    family: "handling", needsMounting: true,
    table: MeasurementTable(TwistMeasurements.self))
}

/// The configuration of the twist detector: the choice that the sensitivity makes, and the
/// constants of the rule.
///
/// Accelerations are in m/s², times in nanoseconds.
package struct TwistConfiguration: DetectorSettings {
  /// The cosine of the angle about the long axis that the device must turn by.
  let turn: Double

  /// The settings for a sensitivity: a turn of 50 degrees at medium, 55 at low, 45 at high.
  package init(sensitivity: Sensitivity, number: (String) -> Double?) {
    turn = cosine(degrees: 60 - 20 * sensitivity.value)
  }

  /// The time that the hand must hold the device still before, and again after.
  var settle: Int64 { 250_000_000 }
  /// The longest time from leaving the pose to being back.
  var longest: Int64 { 600_000_000 }
  /// The shortest time from leaving the pose to being back: a hand is not faster.
  var shortest: Int64 { 150_000_000 }
  /// The cosine of the largest angle about the long axis, of 100 degrees: a nodding head turns its
  /// sensor further, but no wrist does in this time.
  var farthest: Double { -0.173_648_177_666_930_3 }
  /// The cosine of the largest angle from a pose while the device still has it: 12 degrees.
  var cone: Double { 0.978_147_600_733_805_6 }
  /// The largest change of gravity along the long axis during the turn.
  var sway: Double { 3 }
  /// The least share of gravity across the long axis: below it, the axis is nearly vertical.
  var across: Double { 4.9 }
  /// The largest difference between the filtered acceleration and gravity: a hand that turns a
  /// device hardly accelerates it.
  var tolerance: Double { 3 }
}

/// Measurements of a twist.
public struct TwistMeasurements: Measurements {
  /// The kind of motion.
  public static let kind = MotionKind.twist
  /// The values of these measurements.
  public internal(set) var values: MeasuredValues

  /// Measurements with these values.
  public init(_ values: MeasuredValues) { self.values = values }

  /// The largest angle about the long axis, in degrees.
  public var angle: Double { values.number }
  /// The time from leaving the pose to being back.
  public var duration: Duration { values.span }

  /// A twist.
  ///
  /// - Parameters:
  ///   - angle: the largest angle about the long axis, in degrees
  ///   - duration: the time from leaving the pose to being back
  public init(angle: Double = 0, duration: Duration = .zero) {
    values = MeasuredValues(duration: duration, number: angle)
  }
}

extension TwistMeasurements: MeasurementFields {
  /// Blank measurements.
  package static func blank(in phase: MotionEvent.Phase, at timestamp: Timestamp) -> Self? {
    phase == .recognized ? Self() : nil
  }

  /// Reads or writes the fields.
  package mutating func code(_ coder: inout some EventFieldCoder) {
    coder.number("angle_deg", &values.number, in: .words("by ", "°"))
    coder.duration("duration_ms", &values.span, in: .words("within ", " s"))
  }
}
