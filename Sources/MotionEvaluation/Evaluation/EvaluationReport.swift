import Foundation

/// Everything that was asked of an evaluation.
public struct EvaluationReport: Sendable {
  /// The detector on all recordings.
  public var score: Score
  /// The same, source by source.
  public var sources: [(source: String, score: Score)]
  /// The peers' rules; empty if they were not asked for, as with the rest.
  public var baselines: [BaselineScore] = []
  /// At other rates.
  public var rates: [VariationScore] = []
  /// With faults.
  public var faults: [VariationScore] = []
  /// Cross-validated.
  public var folds: [Fold] = []

  /// A report of a score.
  ///
  /// - Parameters:
  ///   - score: on all recordings
  ///   - sources: the same, source by source
  public init(_ score: Score, sources: [(source: String, score: Score)]) {
    self.score = score
    self.sources = sources
  }

  /// The report for people, each line with its newline.
  public var text: String {
    var parts = [score.table]
    if !score.mistakes.isEmpty { parts.append(Self.lines(score.mistakes)) }
    parts.append(
      table(["source"] + Score.columns, sources.map { [$0.source] + $0.score.row }))
    if !baselines.isEmpty {
      let rows = BaselineScore.rows(of: score) + baselines.map(\.row)
      parts.append(table(BaselineScore.columns, rows))
    }
    for variations in [rates, faults] where !variations.isEmpty {
      let rows = [["as it came", "", ""] + score.row] + variations.map(\.row)
      parts.append(table(VariationScore.columns, rows))
    }
    if !folds.isEmpty {
      let held = folds.map(\.score).sum
      parts.append(
        table(
          ["kept back"] + Score.columns + Fold.columns,
          folds.map { [$0.source] + $0.score.row + $0.row }))
      parts.append("on sources kept back:\n" + held.table)
      if !held.mistakes.isEmpty { parts.append(Self.lines(held.mistakes)) }
    }
    return parts.joined(separator: "\n")
  }

  private func table(_ header: [String], _ rows: [[String]]) -> String {
    Self.lines(textTable([header] + rows, flushRight: 1))
  }

  private static func lines(_ lines: [String]) -> String {
    lines.map { "\($0)\n" }.joined()
  }
}

extension BaselineScore {
  fileprivate static let columns = ["rule", "shakes found", "others with alarm", "alarms an hour"]

  fileprivate var row: [String] {
    let hourly = otherHours > 0 ? Double(alarms) / otherHours : 0
    return [name, found.percent, othersWithAlarm.percent, hourly.text(decimals: 1)]
  }

  /// The detector in the same columns: what begins is shown at once, what ends triggers undo.
  fileprivate static func rows(of score: Score) -> [[String]] {
    func hourly(_ count: Int) -> String { score.hourly(Double(count))?.text(decimals: 1) ?? "-" }
    return [
      [
        "motiond, began", score.found.percent, score.othersWithBegan.percent,
        hourly(score.falseBegan),
      ],
      [
        "motiond, ended (cut at 0.95 s)", score.endedAt950.percent, score.othersWithEnded.percent,
        hourly(score.falseEnded),
      ],
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

extension Fold {
  private static let constants =
    [
      ("scoreToBegin", "to begin"), ("scoreToEnd", "to end"), ("acrossPenalty", "across"),
      ("prominence", "prominence"), ("stroke", "stroke"),
    ]

  /// The constants that were chosen without the source.
  fileprivate static var columns: [String] { constants.map(\.1) }

  fileprivate var row: [String] {
    Self.constants.map { constants[$0.0]?.text(decimals: 1) ?? "-" }
  }
}
