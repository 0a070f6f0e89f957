import MotionCore

/// The results of an evaluation.
public struct EvaluationReport: Sendable {
  /// The detector on all recordings.
  public var summary: ScoreSummary
  /// The rules of other projects; empty if they were not requested, as with the rest.
  public var baselines: [BaselineScore] = []
  /// At other rates.
  public var rates: [VariationScore] = []
  /// With faults.
  public var faults: [VariationScore] = []
  /// Cross-validated.
  public var folds: CrossValidation?
  /// Each set of recordings, predicted from those before it.
  public var predictions: [Prediction] = []
  /// Cross-validated, with other thresholds.
  public var frontier: [(name: String, score: Score)] = []
  /// The trials of calibration, one for each person.
  public var calibration: [CalibrationTrial] = []

  /// A report of a score.
  public init(_ summary: ScoreSummary) {
    self.summary = summary
  }

  /// The report for people, each line with its newline.
  public var text: String {
    var parts = [summary.text]
    if !baselines.isEmpty {
      let rows = BaselineScore.rows(of: summary.score) + baselines.map(\.row)
      parts.append(Score.table([BaselineScore.columns] + rows))
    }
    for variations in [rates, faults] where !variations.isEmpty {
      let rows = [["as it came", "", ""] + summary.score.row] + variations.map(\.row)
      parts.append(Score.table([VariationScore.columns] + rows))
    }
    if let folds {
      parts.append("cross-validated, source and kind of motion left out:\n" + folds.summary.text)
      parts.append("range of the weights:\n" + ShakeWeights.table(folds.weights))
    }
    if !calibration.isEmpty {
      parts.append(
        Score.table(
          [["the other half of", "sensitivity"] + Score.columns]
            + calibration.flatMap { trial in
              [
                [trial.person, "medium"] + trial.medium.row,
                ["  calibrated", trial.proposed?.text(decimals: 2) ?? "none"]
                  + trial.calibrated.row,
              ]
            }))
    }
    if !frontier.isEmpty {
      parts.append(
        Score.table(
          [["cross-validated"] + Score.columns] + frontier.map { [$0.name] + $0.score.row }))
    }
    if !predictions.isEmpty {
      parts.append(
        Score.table(
          [["predictions"] + Score.columns]
            + predictions.flatMap { prediction in
              [
                ["cross-validated, \(prediction.before.joined(separator: "+"))"]
                  + prediction.predicted.row,
                ["  set \(prediction.set)"] + prediction.actual.row,
              ]
            }))
    }
    return parts.joined(separator: "\n")
  }
}

extension BaselineScore {
  fileprivate static let columns = [
    "rule", "shakes found", "everyday alarms an hour", "hard with alarm", "hard alarms each",
  ]

  fileprivate var row: [String] {
    [name, found.percent] + Self.cells(everyday, hard, \.began, \.withBegan)
  }

  private static func cells(
    _ everyday: Alarms, _ hard: Alarms, _ count: KeyPath<Alarms, Int>,
    _ share: KeyPath<Alarms, Score.Share>
  ) -> [String] {
    let recordings = hard[keyPath: share].total
    return [
      everyday.hourly(Double(everyday[keyPath: count]))?.text(decimals: 1) ?? "-",
      hard[keyPath: share].percent,
      recordings > 0 ? (Double(hard[keyPath: count]) / Double(recordings)).text(decimals: 2) : "-",
    ]
  }

  /// The detector in the same columns, by its beginnings and by its ends.
  fileprivate static func rows(of score: Score) -> [[String]] {
    [
      ["motiond, began", score.found.percent]
        + cells(score.everyday, score.hard, \.began, \.withBegan),
      ["motiond, ended (cut at 0.95 s)", score.endedAt950.percent]
        + cells(score.everyday, score.hard, \.ended, \.withEnded),
    ]
  }
}

extension VariationScore {
  fileprivate static let columns =
    ["readings", "same outcome", "of shakes"] + Score.columns

  fileprivate var row: [String] {
    [name, same.percent, sameOfShakes.percent] + score.row
  }
}

extension ShakeWeights {
  /// The weights as a table, each line with its newline.
  package var table: String { Self.table([self]) }

  /// The weights by name, to be written as JSON.
  package var members: [String: [String: Double]] {
    ["begin": begin, "end": end].mapValues { score in
      Dictionary(
        uniqueKeysWithValues: [("typical", score.typical)]
          + zip(ShakeTerms.names, ShakeTerms.columns).map { ($0, score.terms[keyPath: $1]) })
    }
  }

  /// The weights as a table; of several the smallest and the largest.
  fileprivate static func table(_ all: [ShakeWeights]) -> String {
    func cells(_ value: (ShakeWeights) -> ShakeWeights.Score) -> [String] {
      let scores = all.map(value)
      let columns =
        [scores.map(\.typical)]
        + ShakeTerms.columns.map { path in scores.map { $0.terms[keyPath: path] } }
      return columns.map { column in
        let (low, high) = (column.min() ?? 0, column.max() ?? 0)
        return low == high
          ? low.text(decimals: 2) : "\(low.text(decimals: 2)) to \(high.text(decimals: 2))"
      }
    }
    return MotionEvaluation.Score.table([
      ["", "typical"] + ShakeTerms.names,
      ["to begin"] + cells(\.begin), ["to end"] + cells(\.end),
    ])
  }
}

extension ShakeTerms {
  fileprivate static let names = [
    "swings", "amplitude", "duration", "across", "scatter", "first",
  ]
  fileprivate static let columns: [KeyPath<ShakeTerms, Double> & Sendable] = [
    \.swings, \.amplitude, \.duration, \.across, \.scatter, \.first,
  ]
}
