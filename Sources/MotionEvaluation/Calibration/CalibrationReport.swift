import Foundation
import MotionCore

extension Calibration {
  /// The calibration for people, each line with its newline; last the options to use, if any.
  public var table: String {
    let shown = SensitivityLadder.steps[step].text
    var rows: [[String]] = []
    if !trials.isEmpty {
      rows.append(["shakes", "peak", "begins from", "found from", "at \(shown)"])
    }
    rows += trials.map {
      [
        "  \($0.name)", "\($0.peak.text(1)) m/s²", level($0.beganStep), level($0.foundStep),
        $0.verdicts[step]?.text ?? "nothing",
      ]
    }
    if !quiet.isEmpty { rows.append(["no shakes", "", "begins from", "ends from"]) }
    rows += quiet.map { ["  \($0.name)", "", level($0.beganStep), level($0.endedStep)] }
    return (textTable(rows) + [""] + reasons + [conclusion]).map { "\($0)\n" }.joined()
  }

  /// The options of motiond that the calibration proposes; nil if none.
  public var options: String? {
    guard case .proposal(let proposal) = outcome else { return nil }
    let window = window == ShakeConfiguration().window ? "" : " --window \(window.text(1))"
    return "--sensitivity \(proposal.sensitivity.value)\(window)"
  }

  private var reasons: [String] {
    var lines: [String] = []
    if let rest { lines.append("at rest |a| is \(rest.text(2)) m/s²") }
    if case .proposal(let proposal) = outcome {
      let margin = proposal.sensitivity.value - proposal.lowest.value
      lines.append(
        "\(proposal.lowest.text) finds the shakes, \(margin.text(2)) more is the margin;"
          + " the nearest level is \(proposal.level)")
    }
    return lines + cautions.map { "caution: \($0)" }
  }

  private var conclusion: String {
    switch outcome {
    case .proposal: "motiond \(options ?? "")"
    case .refusal(let refusal): "no proposal: \(refusal)"
    }
  }

  private func level(_ step: Int?) -> String {
    step.map { SensitivityLadder.steps[$0].text } ?? "never"
  }
}

extension CalibrationOutcome.Proposal {
  /// The named level nearest to what is proposed.
  public var level: String {
    let levels = [("low", Sensitivity.low), ("medium", .medium), ("high", .high)]
    func distance(_ level: Sensitivity) -> Double { abs(level.value - sensitivity.value) }
    return levels.min { distance($0.1) < distance($1.1) }?.0 ?? "medium"
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
