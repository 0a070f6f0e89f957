/// How a shake is recognised: what the user chooses, and the constants of the rules.
///
/// The constants were found on 9 hours of third parties' recordings, by experiment. Accelerations
/// are in m/s², times in seconds.
public struct ShakeConfiguration: Hashable, Sendable {
  /// How little it takes: it moves ``scoreToBegin`` and ``scoreToEnd``.
  public var sensitivity: Sensitivity

  /// Within how many seconds of `began` the shaking must stop to count as ended.
  ///
  /// Above 0. One second by default, as UIKit defines a shake. People who were not told how to shake often
  /// go on for longer; 1.5 s is the useful alternative.
  public var window: Double

  /// A configuration of the two things that users choose.
  ///
  /// - Parameters:
  ///   - sensitivity: how little it takes
  ///   - window: within how many seconds of `began` the shaking must stop
  public init(sensitivity: Sensitivity = .medium, window: Double = 1) {
    self.sensitivity = sensitivity
    self.window = window
  }

  // MARK: Signal

  /// Of each of the two low-pass poles: keeps the 4 to 8 Hz of a hand, takes out knocks.
  var filterTimeConstant = 0.010
  /// Of the gravity estimate: a second holds several swings, whose mean is gravity.
  var gravityTimeConstant = 1.0
  /// Of the agitation that a shake must stand out from.
  var agitationTimeConstant = 2.0

  // MARK: Swings

  /// The way back that closes a swing: above the noise of the cheapest sensor.
  var turn = 2.0
  /// The same as a share of the swing's amplitude, so that a ripple does not cut a large swing.
  var turnShare = 0.25
  /// The smallest amplitude of a swing in a shake: 0.8 g from turning point to turning point.
  var swingAmplitude = 8.0
  /// The longest swing: slower than 1 Hz there and back is no shaking.
  ///
  /// Without a new farthest point for longer than this the device rests.
  var longestSwing = 0.48
  /// The largest cosine between successive swings: at least 120° apart is back and forth.
  var alternation = -0.5

  // MARK: Evidence

  /// The fewest swings: there, back and there again.
  var fewestSwings = 3
  /// The smallest mean amplitude.
  var meanAmplitude = 15.0
  /// Mean amplitude over the agitation before: below this it is more of the same (a run, a ride).
  var prominence = 6.0
  /// The smallest amplitude times duration of a swing, in m/s, when it begins: vibration has less.
  var strokeToBegin = 1.5
  /// The same over the whole shake, in m/s.
  var strokeToEnd = 2.0
  /// Of the score, per share of variance across the direction of the swings.
  var acrossPenalty = 5.0
  /// Of the score, per second that the mean swing is slower than ``unhurriedSwing``.
  var slownessPenalty = 4.0
  /// Up to here a swing counts as fast.
  var unhurriedSwing = 0.25
  /// The fewest swings as large as the largest: a single stroke with its echoes has fewer.
  var effectiveSwings = 2.5

  /// The score at which a shake begins.
  var scoreToBegin: Double {
    3.5 - 2 * sensitivity.value
  }

  /// The score that a whole shake has: the verdict at the end is stricter.
  var scoreToEnd: Double {
    scoreToBegin + 0.25
  }

  // MARK: Stopping

  /// The smallest amplitude of a swing that shows that shaking goes on, whatever its direction.
  var lingeringAmplitude = 5.5
  /// A swing that has grown by this much since goes on.
  var lingeringGrowth = 2.0
  /// The quiet that proves the stop: less takes a pause between swings for the end.
  var quiet = 0.40
  /// The quiet after a cancelled shake, before another can begin.
  var rearmQuiet = 1.0
  /// An excursion of this amplitude is no quiet.
  var rearmAmplitude = 6.0
}
