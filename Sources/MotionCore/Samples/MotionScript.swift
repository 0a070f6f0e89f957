// SPDX-License-Identifier: Apache-2.0

/// A motion as a list of actions of the hand; MotionSynthesis turns it into readings at any rate.
///
/// The model, in m/s²: gravity (9.80665, turning smoothly between attitudes), plus the actions of
/// the hand, plus tremor (two sines, at 8.3 and 9.7 Hz, of 0.06 on each axis while the device is
/// held), plus white noise of the sensor (0.05), rounded to 0.001. The hand's part is a function of
/// time alone, so that every rate sees the same motion.
public struct MotionScript: Sendable {
  /// An action of the hand.
  public enum Action: Sendable {
    /// Swings back and forth along `direction` (a unit vector) for `duration` seconds: a sine of
    /// `frequency` Hz and `amplitude` m/s².
    case swings(
      start: Double, duration: Double, frequency: Double, amplitude: Double,
      direction: SIMD3<Double>)
    /// Steps of a walk: a bounce along z of `amplitude` m/s² at `cadence` Hz with its harmonic,
    /// and a sway across it at half the cadence.
    case walk(start: Double, duration: Double, cadence: Double, amplitude: Double)
    /// The device hits something hard: a ring of 30 Hz along z that dies away in 20 ms.
    case knock(at: Double, amplitude: Double)
    /// Gravity turns from where it was to `attitude` (a unit vector, up) within `duration` seconds.
    case turn(start: Double, duration: Double, attitude: SIMD3<Double>)
    /// The device lies still from this moment on: no tremor.
    case letGo(at: Double)
    /// The device falls for `duration` seconds, so that it feels neither gravity nor the hand, and
    /// then meets the ground: a ring as of a knock of `impact` m/s².
    case fall(start: Double, duration: Double, impact: Double)
    /// The sensor gives no readings.
    case gap(start: Double, duration: Double)
  }

  /// The title, for the comment in the recording.
  public var title: String
  /// The duration in seconds.
  public var duration: Double
  /// Up, as a unit vector in the device's axes, at the start.
  public var attitude: SIMD3<Double> {
    get { up.simd }
    set { up = PlainVector(newValue) }
  }
  private var up: PlainVector
  /// The actions, in any order.
  public var actions: [Action]

  /// A script of `actions`.
  ///
  /// - Parameters:
  ///   - title: the title, for the comment in the recording
  ///   - duration: in seconds
  ///   - attitude: up at the start, as a unit vector in the device's axes
  ///   - actions: the actions, in any order
  public init(
    _ title: String, duration: Double, attitude: SIMD3<Double>, _ actions: [Action]
  ) {
    self.title = title
    self.duration = duration
    up = PlainVector(attitude)
    self.actions = actions
  }

  /// Up in the device's axes while it is held upright, tilted toward the viewer.
  package static let inHand = SIMD3(0.0, 0.8, 0.6)
}
