// SPDX-License-Identifier: Apache-2.0

/// The constants of the rules that are the same for every configuration.
///
/// Within its range, a constant alone makes little difference on the recordings that the detector
/// was made with. Accelerations are in m/s², times in seconds.
enum ShakeConstants {
  // MARK: Signal

  /// The time constant of each of the two low-pass poles: keeps the 3 to 7 Hz of a hand, removes
  /// knocks.
  ///
  /// Range 0.010 to 0.014.
  static var filterTimeConstant: Double { 0.0115 }
  /// The time constant of the gravity estimate: a few swings, whose mean is gravity.
  ///
  /// Range 0.5 to 1.5.
  static var gravityTimeConstant: Double { 0.7 }
  /// The time constant of the agitation that a shake must exceed: a few steps of a walk.
  ///
  /// Range 1.5 to 3.
  static var agitationTimeConstant: Double { 2.0 }

  // MARK: Swings

  /// The smallest movement that is no noise: it closes a swing, or shows that the swing still
  /// grows.
  ///
  /// Range 0.75 to 1.5.
  static var movement: Double { 1.0 }
  /// The longest time for a growing swing to grow by ``movement``.
  ///
  /// Range 0.04 to 0.15.
  static var movementTime: Double { 0.05 }
  /// The way back that closes a swing, as a share of its amplitude: a ripple does not cut a large
  /// swing.
  ///
  /// Range 0.23 to 0.3.
  static var turnShare: Double { 0.25 }
  /// The smallest amplitude of a swing in a shake: 0.8 g from turning point to turning point.
  ///
  /// Range 6 to 8.5.
  static var swingAmplitude: Double { 8.0 }
  /// The longest swing: slower motion than 1.25 Hz is no shake.
  ///
  /// A device that did not move for longer than this rests. Range 0.38 to 0.45.
  static var longestSwing: Double { 0.40 }
  /// The largest cosine between successive swings: at least 107° apart is back and forth.
  ///
  /// Range -0.35 to -0.1.
  static var alternation: Double { -0.3 }

  // MARK: Losses

  /// The smallest range that counts as clipping.
  ///
  /// Sensors have 2 g or more; a value that repeats below 2 g may be rest. Range 14.8 to 16.
  static var smallestRange: Double { 15.0 }
  /// The largest difference between the ends of a range, as a share: a digit of eight bits, and
  /// calibration.
  static var rangeTolerance: Double { 0.02 }
  /// The largest share of clipped time that the detector makes up for.
  static var clippedShare: Double { 0.67 }
  /// The shortest mean duration of a swing to compare clipped time with.
  static var clippedSwing: Double { 0.03 }
  /// The duration of the fastest swing that gets all its losses back: a faster one is seldom a
  /// hand's.
  ///
  /// Range 0.08 to 0.13.
  static var fastestSwing: Double { 0.10 }

  // MARK: Limits of a hand

  /// The reading below which the device hardly feels its weight, in m/s².
  ///
  /// Range 3 to 4.
  static var weight: Double { 4.0 }
  /// The smallest estimate of gravity: below it the source has taken gravity out.
  static var leastGravity: Double { 6.0 }
  /// The shortest flight, from the first light reading to the last.
  ///
  /// Range 0.08 to 0.15.
  static var flight: Double { 0.10 }
  /// The time after a landing while motion still belongs to it.
  static var flightMemory: Double { 1.0 }
  /// The shortest time that a hand needs to go there and back.
  static var fastReturn: Double { 0.105 }
  /// The least share of amplitude in faster swings that no hand has.
  ///
  /// Range 0.15 to 0.25.
  static var fastShare: Double { 0.20 }
  /// The least deviation over half the mean amplitude that is a blow.
  ///
  /// Range 2.6 to 3.3.
  static var spike: Double { 2.8 }
  /// The number of whole swings that make a spike a knock on the way.
  static var swingsBesideKnock: Double { 5.0 }
  /// The fewest whole swings of a shake.
  ///
  /// Range 2.2 to 2.7.
  static var wholeSwings: Double { 2.5 }
  /// The fewest whole swings to begin: the second is more than half of the first.
  ///
  /// With 1.5 shakes begin 10 ms earlier, with 1.8 35 ms later and a fifth fewer begin falsely.
  static var wholeSwingsToBegin: Double { 1.6 }

  // MARK: Tempo

  /// The time per swing above which a tempo is slow.
  ///
  /// Range 0.18 to 0.22.
  static var slowSwing: Double { 0.2 }
  /// The lowest rate in Hz that shows the tempo: below it, a swing has two readings.
  static var leastRateOfTempo: Double { 20 }
  /// The fewest swings that have a tempo.
  static var swingsOfTempo: Int { 3 }

  // MARK: Beginning

  /// The smallest amplitude times duration of a swing, in m/s: vibration has less.
  ///
  /// Range 2.1 to 2.3.
  static var stroke: Double { 2.2 }
  /// The smallest mean amplitude over the agitation before: a run or a ride stays below.
  ///
  /// Range 4.5 to 6.5.
  static var prominence: Double { 5.0 }
  /// The mean amplitude over the agitation before above which a chain stands out clearly: nine in
  /// ten shakes do.
  ///
  /// Range 16 to 24.
  static var clearProminence: Double { 20.0 }
  /// The time after a shake while the motion before does not count in the score.
  ///
  /// Range 3 to 5.
  static var again: Double { 4.0 }
  /// The longest time from the first swing to the beginning of a shake: motion that is no shake by
  /// then, and goes on, is a run.
  ///
  /// Range 1.3 to 1.5.
  static var longestBeginning: Double { 1.3 }

  // MARK: Going on

  /// The score of a shake beyond doubt, which may end while it goes on.
  static var beyondDoubt: Double { 1.0 }
  /// The smallest mean amplitude over the agitation before of such a shake: a runner has run
  /// before.
  ///
  /// Range 12 to 20.
  static var prominenceBeyondDoubt: Double { 15.0 }

  // MARK: Stopping

  /// The smallest amplitude of a swing, in any direction, that interrupts quiet.
  ///
  /// Range 5 to 7.
  static var excursion: Double { 6.0 }
  /// The quiet that proves the stop: with less, a pause between swings counts as the end.
  ///
  /// Range 0.3 to 0.4.
  static var quiet: Double { 0.35 }
  /// The quiet after a beginning that was no shake, before another can begin.
  ///
  /// Range 0.5 to 1.2.
  static var quietAfterNoShake: Double { 1.0 }
  /// The quiet after a shake that was too long: people who see no effect shake again at once.
  ///
  /// Range 0.4 to 1.
  static var quietAfterTooLong: Double { 0.5 }
}
