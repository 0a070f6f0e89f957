// SPDX-License-Identifier: Apache-2.0

// The rule of a shake, in the order that a reading goes through. ShakeConstants has the constants,
// each with its range.
//
// Signal (ShakeSignal.swift). Two low-pass poles of 11.5 ms take away knocks and noise. The mean of
// 0.7 s is gravity. The mean square of the rest over 2 s is the agitation; a shake must stand out
// above it.
//
// Swings (Swing.swift). The filtered acceleration is a path in space, which a zigzag cuts into
// swings: a swing closes when the path has come back from its farthest point by a quarter of its
// amplitude. A path without a new farthest point for 0.4 s rests. None of this needs gravity, so a
// shake is the same in any orientation, from the first reading on.
//
// Chain (SwingChain.swift). Swings that alternate belong together: each has 8 m/s² or more from
// turning point to turning point, lasts at most 0.4 s, and leads at least 107 degrees away from the
// one before. The rule makes up for the amplitude that clipping, sampling and the filter take away.
//
// Beginning (ShakeEvidence.swift). A chain with the swing under way begins a shake when it has two
// swings (or the configured number), the product of its amplitude and duration is at least 2.2 m/s,
// its amplitude is at least 5 times the agitation before, it did so within 1.3 s of its first
// swing, and its score is 0 or more. The score is a typical shake's score, plus points for the
// number of swings, their amplitude and duration, the time a swing takes with its pauses, the share
// across their direction, the spread of their midpoints and the strength of the first: a logistic
// regression over recordings. A chain of less than 20 times the agitation before loses points,
// except within 4 s of a shake. The sensitivity multiplies the amplitude. The score, the number of
// swings and the time since the first tell how sure the beginning is (ShakeConfidence.swift).
//
// Before (FormerShake.swift). The agitation without the share of the last shake.
//
// Limits (HandLimits.swift). Motion that no hand can make neither begins nor ends a shake: a flight
// of 0.1 s up to a second before (Flight.swift), a fifth of the amplitude in swings there and back
// within 0.1 s, a spike of 2.8 times the swings (unless they are as many as five: a knock on the
// way does not undo those), and swings that together are less than 2.5 times the largest (1.6 to
// begin).
//
// End (ShakeDetector.swift). From `began` on, the detector follows swings of 6 m/s² and more:
// - a swing later than the window (1 s) after `began`: cancelled, `tooLong`; the next can begin
//   after 0.5 s of quiet. With `shake.long` at `ends` it ends instead, if its score is 1 or more
//   and its amplitude 15 times the agitation before;
// - 0.35 s of quiet, and the chain has three swings and the score of a whole shake: ended;
// - 0.35 s of quiet, but without these: cancelled, `notAShake`; the next can begin after 1 s of
//   quiet;
// - the stream breaks off: cancelled, `interrupted`; everything starts over. The quiet that proves
//   the end is not counted against the window. The share of a shake in the agitation does not count
//   against the next shake.
//
// Many configurations (ShakePool.swift). Signal and swings do not depend on the configuration: the
// pool computes them once for all watches that began with the same reading.

extension MotionKind {
  /// A few strong swings back and forth along one direction, over within a second.
  public static let shake = MotionKind(rawValue: "shake")
}

extension MotionConfiguration {
  /// A shake.
  public static func shake(
    _ shake: ShakeConfiguration = ShakeConfiguration()
  ) -> MotionConfiguration {
    MotionConfiguration(.shake, sensitivity: shake.sensitivity, numbers: shake.numbers)
  }
}

extension MotionScript {
  /// A hand shakes the device from side to side for less than a second.
  public static let shortShake = MotionScript(
    "a short shake along x, 0.8 s at 5 Hz", duration: 3, attitude: inHand,
    [.swings(start: 1, duration: 0.8, frequency: 5, amplitude: 20, direction: [1, 0, 0])])

  /// A hand shakes the device for three seconds: longer than the window.
  public static let longShake = MotionScript(
    "a long shake along x, 3 s at 5 Hz", duration: 6, attitude: inHand,
    [.swings(start: 1, duration: 3, frequency: 5, amplitude: 20, direction: [1, 0, 0])])
}

extension MotionDescription {
  /// A shake, for the registry.
  static let shake = MotionDescription(
    .shake, "a few strong swings back and forth along one direction", lasts: true,
    leastRate: 12.5, fullRate: 25, rate: 100,
    options: [
      MotionOption(
        key: "window", unit: "s", range: MotionOption.lowestAboveZero...60, defaultValue: 1,
        summary: "The time within which a shake must stop after it began."),
      MotionOption(
        key: "swings", unit: "", range: 2...4, isWhole: true, defaultValue: 2,
        summary: "The fewest swings for a beginning: more begin later, and with fewer false alarms."
      ),
      MotionOption(
        key: "long", unit: "", range: 0...1, isWhole: true,
        words: LongShake.allCases.map { $0.rawValue },
        defaultValue: 0,
        summary:
          "The end of a shake that goes on after the window: it is cancelled, or ends there if it is beyond doubt."
      ),
    ],
    simulation: .shortShake, samples: [("short-shake", .shortShake), ("long-shake", .longShake)],
    relations: [MotionRelation(.outranks, [.tap, .doubleTap, .pickUp, .flip, .twist])],
    table: MeasurementTable(ShakeMeasurements.self))
}

extension Set<MotionConfiguration> {
  /// The user's choices for shakes among these configurations; nil without one for shakes.
  ///
  /// If there are several, it takes any one of them.
  package var shake: ShakeConfiguration? {
    first { $0.kind == .shake }.map { ShakeConfiguration($0) }
  }
}

/// The end of a shake that still goes on at the end of the window.
public enum LongShake: String, CaseIterable, Hashable, Sendable {
  /// The shake is cancelled, as `tooLong`.
  case cancels
  /// The shake ends, with ``ShakeMeasurements/isOngoing``, if its evidence is beyond doubt and
  /// nothing like it came before; otherwise it is cancelled.
  ///
  /// For clients that ask a question before they act: lasting motion, such as running, counts as an
  /// ended shake more often.
  case ends
}

/// The configuration of the shake detector: the choices of the user.
///
/// `ShakeConstants` has the constants of all configurations; the filters, the estimate of gravity
/// and the swings depend on these constants alone. Weights learned from recordings are in
/// `ShakeWeights`.
public struct ShakeConfiguration: Hashable, Sendable {
  /// A number that says how easily motion counts as a shake.
  public var sensitivity: Sensitivity

  /// The longest time from `began` to the stop of a shake that counts as ended.
  ///
  /// Above 0. One second by default, as UIKit defines a shake. People without instructions how to
  /// shake often go on for longer; 1.5 s is the useful alternative.
  public var window: Duration {
    get { .nanoseconds(windowNanoseconds) }
    set { windowNanoseconds = newValue.nanoseconds }
  }
  /// The window, as the rules compare it at every reading.
  private(set) var windowNanoseconds: Int64

  /// The fewest swings for a beginning: from 2, there and on the way back, to 4.
  ///
  /// With two, the default, most shakes begin within 0.3 s, and some beginnings are cancelled. With
  /// four they begin 0.3 s later, and three in four false beginnings of strokes and jumps
  /// disappear.
  public var swingsToBegin: Int

  /// The end of a shake that still goes on at the end of the window.
  public var long: LongShake

  /// The weights of the scores; only evaluations choose other weights than the learned ones.
  package var weights = ShakeWeights.learned

  /// The fewest swings of a whole shake: once there and back, however violent, makes only two.
  package var swingsToEnd = 3

  /// A Boolean value that indicates whether the limits of a hand apply; the weights were learned
  /// without them, from all motions that a score alone would judge.
  package var hasLimits = true

  /// A configuration with the choices of users.
  ///
  /// - Parameters:
  ///   - sensitivity: how easily motion counts as a shake
  ///   - window: the longest time from `began` to the stop
  ///   - swingsToBegin: the fewest swings for a beginning, from 2 to 4
  ///   - long: the end of a shake that still goes on at the end of the window
  public init(
    sensitivity: Sensitivity = .medium, window: Duration = .seconds(1), swingsToBegin: Int = 2,
    long: LongShake = .cancels
  ) {
    self.sensitivity = sensitivity
    windowNanoseconds = window.nanoseconds
    self.swingsToBegin = swingsToBegin
    self.long = long
  }
}

extension ShakeConfiguration: DetectorSettings {
  /// The choices in the numbers of a configuration.
  package init(sensitivity: Sensitivity, number: (String) -> Double?) {
    self.sensitivity = sensitivity
    windowNanoseconds = number("window")?.inNanoseconds ?? 1_000_000_000
    swingsToBegin = Int(number("swings") ?? 2)
    long = number("long") == 1 ? .ends : .cancels
    hasLimits = number("limits") != 0
    swingsToEnd = number("swingsToEnd").flatMap { Int(exactly: $0) } ?? 3
    if number("weight0") != nil {
      weights = ShakeWeights(
        ShakeWeights.learned.numbers.indices.map { number("weight\($0)") ?? 0 })
    }
  }

  /// The numbers for these choices; a choice of evaluations is there if it differs from the
  /// default.
  var numbers: [String: Double] {
    var numbers = [
      "window": window.seconds, "swings": Double(swingsToBegin), "long": long == .ends ? 1 : 0,
    ]
    if !hasLimits { numbers["limits"] = 0 }
    if swingsToEnd != 3 { numbers["swingsToEnd"] = Double(swingsToEnd) }
    if weights != .learned {
      for (index, weight) in weights.numbers.enumerated() { numbers["weight\(index)"] = weight }
    }
    return numbers
  }
}
