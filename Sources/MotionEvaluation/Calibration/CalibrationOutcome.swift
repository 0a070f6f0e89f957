import MotionCore

/// What a calibration comes to.
public enum CalibrationOutcome: Hashable, Sendable {
  /// A sensitivity that suits.
  case proposal(Proposal)
  /// There is none, for this reason.
  case refusal(Refusal)

  /// A sensitivity that suits, and how it was found.
  public struct Proposal: Hashable, Sendable {
    /// The step of the ladder that is proposed.
    package var step: Int
    /// The lowest step that finds the shakes.
    package var needed: Int

    /// What is proposed.
    public var sensitivity: Sensitivity { SensitivityLadder.steps[step] }
    /// The lowest sensitivity that finds the shakes.
    public var lowest: Sensitivity { SensitivityLadder.steps[needed] }
    /// How much more than the lowest is proposed, in steps of the ladder.
    var margin: Int { step - needed }
  }

  /// Why nothing can be proposed.
  public enum Refusal: Hashable, Sendable {
    /// Fewer trials than `needed` have motion in them.
    case tooFewTrials(count: Int, needed: Int)
    /// Not even the highest sensitivity finds the shakes in these trials.
    case shakesNotFound(names: [String])
    /// No shake ends, so none would undo anything: they are too long for the window, or break off.
    case nothingEnds(window: Double)
    /// The lowest sensitivity that finds the shakes makes an undo of what is in the phase `name`.
    case conflict(needed: Sensitivity, name: String, endedFrom: Sensitivity)
  }
}
