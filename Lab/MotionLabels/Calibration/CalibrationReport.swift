// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

extension Calibration {
  /// The calibration for people, each line with its newline; last the options to use, if any.
  package var table: String {
    let shown = SensitivityLadder.steps[step].text
    var rows: [[String]] = []
    if !trials.isEmpty {
      rows.append(["shakes", "peak", "begins from", "found from", "at \(shown)"])
    }
    rows += trials.map {
      [
        "  \($0.name)", "\($0.peak.text(decimals: 1)) m/s²", level($0.beganStep),
        level($0.foundStep),
        $0.verdicts[step]?.text ?? "nothing",
      ]
    }
    if !quiet.isEmpty { rows.append(["no shakes", "", "begins from", "ends from"]) }
    rows += quiet.map { ["  \($0.name)", "", level($0.falseBeganStep), level($0.falseEndedStep)] }
    return (textTable(rows) + [""] + reasons + [conclusion]).map { "\($0)\n" }.joined()
  }

  /// The options of motiond that the calibration proposes; nil if none.
  package var options: String? {
    guard case .proposal(let proposal) = outcome else { return nil }
    let window =
      window == ShakeConfiguration().window ? "" : " --window \(window.seconds.text(decimals: 1))"
    return "--sensitivity \(proposal.sensitivity.value)\(window)"
  }

  private var reasons: [String] {
    var lines: [String] = []
    if let rest { lines.append("at rest |a| is \(rest.text(decimals: 2)) m/s²") }
    if case .proposal(let proposal) = outcome {
      let margin = proposal.sensitivity.value - proposal.lowest.value
      lines.append(
        "\(proposal.lowest.text) finds the shakes, \(margin.text(decimals: 2)) more is the margin;"
          + " the nearest level is \(proposal.level)")
    }
    return lines + cautions.map { "caution: \($0.text)" }
  }

  private var conclusion: String {
    switch outcome {
    case .proposal: "motiond \(options ?? "")"
    case .refusal(let refusal): "no proposal: \(refusal.text)"
    }
  }

  private func level(_ step: Int?) -> String {
    step.map { SensitivityLadder.steps[$0].text } ?? "never"
  }
}

extension ShakeVerdict {
  fileprivate var text: String {
    switch self {
    case .ended: "ended"
    case .tooLong: "cancelled: too long"
    case .interrupted: "cancelled: the readings broke off"
    case .notAShake: "cancelled: not a shake"
    }
  }
}

extension Sensitivity {
  /// The number as it is written on the command line.
  var text: String { value.text(decimals: 2) }
}

extension Calibration {
  /// The calibration as one JSON object, without a newline; what is unknown is left out.
  ///
  /// - Throws: an `EncodingError` for a number that is not finite
  package var json: String {
    get throws { try CalibrationObject(self).jsonObject }
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
  struct Finding: Encodable {
    var name: String
    var peak: Double?
    var beganFrom: Double?
    var foundFrom: Double?
    var endedFrom: Double?
    var verdict: ShakeVerdict?
  }

  var proposal: Proposal?
  var refusal: CalibrationReason?
  var cautions: [CalibrationReason]
  var trials: [Finding]
  var quiet: [Finding]
  var rest: Double?

  init(_ calibration: Calibration) {
    func value(_ step: Int?) -> Double? { step.map { SensitivityLadder.steps[$0].value } }
    func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
    switch calibration.outcome {
    case .proposal(let found):
      proposal = Proposal(
        sensitivity: found.sensitivity.value, window: calibration.window.seconds,
        lowest: found.lowest.value, level: found.level, options: calibration.options ?? "")
    case .refusal(let reason):
      refusal = reason
    }
    cautions = calibration.cautions
    trials = calibration.trials.map {
      Finding(
        name: $0.name, peak: rounded($0.peak), beganFrom: value($0.beganStep),
        foundFrom: value($0.foundStep), verdict: $0.verdicts[calibration.step])
    }
    quiet = calibration.quiet.map {
      Finding(
        name: $0.name, beganFrom: value($0.falseBeganStep), endedFrom: value($0.falseEndedStep))
    }
    rest = calibration.rest.map(rounded)
  }
}
