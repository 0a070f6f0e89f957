import MotionCore

/// What a person should know before relying on a calibration.
public enum CalibrationCaution: Hashable, Sendable {
  /// The trial `name` has no motion in it, and does not count.
  case noMotion(name: String)
  /// The trial `name` needs far more than the others, if it is found at all, and does not count.
  case outlier(name: String)
  /// So many shakes go on for longer than the window; with the `wider` one more of them end.
  case longShakes(count: Int, total: Int, window: Double, wider: Double?)
  /// The shake `name` is still going on where the readings break off.
  case brokeOff(name: String)
  /// Nothing was measured in which nobody shook.
  case nothingQuiet
  /// In the phase `name` a shake begins at what is proposed, and is cancelled.
  case falseBegan(name: String)
  /// What is proposed is so little above the lowest that finds the shakes.
  case smallMargin(Double)
  /// The device was moved in the phase `name`, in which it was to be still.
  case notStill(name: String)
  /// At rest |a| is this, in m/s², where gravity is 9.81.
  case gravity(Double)
}
