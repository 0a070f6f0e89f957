/// The configuration of the shake detector: two choices of the user, and the constants of the rules.
///
/// The constants were found on 9 hours of third parties' recordings, also at other rates and with the
/// usual faults of sensors added; cross-validation from source to source chooses nearly the same
/// (`motionctl evaluate --folds`). A range is where a constant alone may lie without making much
/// difference. Accelerations are in m/s², times in seconds.
public struct ShakeConfiguration: Hashable, Sendable {
  /// The ease with which motion counts as a shake.
  public var sensitivity: Sensitivity

  /// The time within which the shaking must stop after `began` to count as ended.
  ///
  /// Above 0. One second by default, as UIKit defines a shake. People who were not told how to shake
  /// often go on for longer; 1.5 s is the useful alternative.
  public var window: Duration {
    get { .nanoseconds(windowNanoseconds) }
    set { windowNanoseconds = newValue.nanoseconds }
  }
  /// The window, as the rules compare it at every reading.
  private(set) var windowNanoseconds: Int64

  /// A configuration of the two things that users choose.
  ///
  /// - Parameters:
  ///   - sensitivity: the ease with which motion counts as a shake
  ///   - window: the time within which the shaking must stop after `began`
  public init(sensitivity: Sensitivity = .medium, window: Duration = .seconds(1)) {
    self.sensitivity = sensitivity
    windowNanoseconds = window.nanoseconds
  }

  // MARK: Signal

  /// Of each of the two low-pass poles: keeps the 3 to 7 Hz of a hand, takes out knocks.
  ///
  /// Range 0.010 to 0.014.
  var filterTimeConstant: Double { 0.0115 }
  /// Of the gravity estimate: a few swings, whose mean is gravity; a turn is soon forgotten.
  ///
  /// Range 0.5 to 1.5.
  var gravityTimeConstant: Double { 0.7 }
  /// Of the agitation that a shake must stand out from: a few steps of a walk.
  ///
  /// Range 1.5 to 3.
  var agitationTimeConstant: Double { 1.5 }

  // MARK: Swings

  /// The smallest movement that is no noise: what closes a swing, or shows that it still grows.
  ///
  /// Range 0.75 to 1.5.
  var movement: Double { 1.0 }
  /// Within how long a swing must grow by that much to be seen to.
  ///
  /// Range 0.04 to 0.15.
  var movementTime: Double { 0.05 }
  /// What closes a swing, as a share of its amplitude: a ripple does not cut a large swing.
  ///
  /// Range 0.23 to 0.3.
  var turnShare: Double { 0.25 }
  /// The smallest amplitude of a swing in a shake: 0.8 g from turning point to turning point.
  ///
  /// Range 7 to 8.5.
  var swingAmplitude: Double { 8.0 }
  /// The longest swing: slower than 1.1 Hz there and back is no shaking.
  ///
  /// A device that did not move for longer than this rests. Range 0.43 to 0.48.
  var longestSwing: Double { 0.45 }
  /// The largest cosine between successive swings: at least 107° apart is back and forth.
  ///
  /// Range -0.35 to -0.1.
  var alternation: Double { -0.3 }

  // MARK: Evidence

  /// The fewest swings for a beginning: there, and on the way back.
  var swingsToBegin: Int { 2 }
  /// The fewest swings of a whole shake: once there and back, however violent, has two.
  var swingsToEnd: Int { 3 }
  /// Mean amplitude over the agitation before: below this it is more of the same (a run, a ride).
  ///
  /// Range 6 to 7.
  package var prominence = 6.5
  /// The smallest amplitude times duration of a swing, in m/s: vibration has less.
  ///
  /// Range 1.75 to 2.1.
  package var stroke = 2.0
  /// Of the score, per share of variance across the direction of the swings.
  ///
  /// Range 4.5 to 5.5.
  package var acrossPenalty = 5.0
  /// The score at which a shake begins (see `ShakeEvidence`): two swings of 19 m/s², three of 15.
  ///
  /// Range 1.9 to 2.1.
  package var scoreToBegin = 2.0
  /// The score of a whole shake, to which the logarithm of its stroke is added.
  ///
  /// Range 3.7 to 4.1.
  package var scoreToEnd = 4.0

  // MARK: Stopping

  /// The smallest amplitude of a swing, in whatever direction, that is no quiet.
  ///
  /// Range 5 to 7.
  var excursion: Double { 6.0 }
  /// The quiet that proves the stop: with less, a pause between swings passes for the end.
  ///
  /// Range 0.33 to 0.4.
  var quiet: Double { 0.35 }
  /// The quiet after a cancelled shake, before another can begin.
  ///
  /// Range 0.8 to 1.2.
  var rearmQuiet: Double { 1.0 }
}
