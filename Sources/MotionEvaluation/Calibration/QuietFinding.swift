import MotionCore

/// What the detector makes of readings in which nobody shook.
public struct QuietFinding: Hashable, Sendable {
  /// What to call it when talking to users.
  public var name: String
  /// The lowest step of the ladder at which a shake begins; nil if none does.
  package var beganStep: Int?
  /// The lowest step of the ladder at which a shake ends; nil if none does.
  package var endedStep: Int?

  package init(_ name: String, beganStep: Int?, endedStep: Int?) {
    self.name = name
    self.beganStep = beganStep
    self.endedStep = endedStep
  }

  init(_ phase: CalibrationPhase, window: Double) {
    let steps = SensitivityLadder.climb(phase.readings, window: window) { events in
      (began: !events.isEmpty, ended: ShakeVerdict(bestOf: events) == .ended)
    }
    self.init(
      phase.name, beganStep: steps.firstIndex(where: \.began),
      endedStep: steps.firstIndex(where: \.ended))
  }
}
