import Foundation
import MotionCore

extension Calibration {
  /// The calibration as one JSON object, without a newline; what is unknown is left out.
  public var json: String {
    // Finite numbers and strings always encode.
    (try? CalibrationObject(self).jsonObject) ?? "{}"
  }
}

/// The members of the JSON object: sensitivities from 0 to 1, windows in seconds, |a| in m/s².
private struct CalibrationObject: Encodable {
  struct Proposal: Encodable {
    var sensitivity: Double
    var window: Double
    var lowest: Double
    var level: String
    var options: String
  }
  struct Reason: Encodable {
    var reason: String
    var text: String
  }
  struct Trial: Encodable {
    var name: String
    var peak: Double
    var beganFrom: Double?
    var foundFrom: Double?
    var verdict: ShakeVerdict?
  }
  struct Quiet: Encodable {
    var name: String
    var beganFrom: Double?
    var endedFrom: Double?
  }

  var proposal: Proposal?
  var refusal: Reason?
  var cautions: [Reason]
  var trials: [Trial]
  var quiet: [Quiet]
  var rest: Double?

  init(_ calibration: Calibration) {
    func value(_ step: Int?) -> Double? { step.map { SensitivityLadder.steps[$0].value } }
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    switch calibration.outcome {
    case .proposal(let found):
      proposal = Proposal(
        sensitivity: found.sensitivity.value, window: calibration.window,
        lowest: found.lowest.value, level: found.level, options: calibration.options ?? "")
    case .refusal(let why):
      refusal = Reason(reason: why.code, text: why.description)
    }
    cautions = calibration.cautions.map { Reason(reason: $0.code, text: $0.description) }
    trials = calibration.trials.map {
      Trial(
        name: $0.name, peak: rounded($0.peak), beganFrom: value($0.beganStep),
        foundFrom: value($0.foundStep), verdict: $0.verdicts[calibration.step])
    }
    quiet = calibration.quiet.map {
      Quiet(name: $0.name, beganFrom: value($0.beganStep), endedFrom: value($0.endedStep))
    }
    rest = calibration.rest.map(rounded)
  }
}
