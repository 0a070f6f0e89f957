import LinuxSupport

/// A score on many recordings, and the same source by source and kind by kind.
public struct ScoreSummary: Sendable {
  /// The score on all of them.
  public var score: Score
  /// The same, source by source.
  public var sources: [(source: String, score: Score)]
  /// The same of those that hold no shake, by kind of motion.
  public var categories: [(category: String, score: Score)]

  /// Adds up `scores`, one for each case of `evaluation`.
  public init(_ evaluation: Evaluation, _ scores: [Score]) {
    score = scores.sum
    sources = evaluation.bySource(scores)
    categories = evaluation.byCategory(scores)
  }

  /// The summary for people, each line with its newline.
  var text: String {
    var parts = [score.table]
    if !score.mistakes.isEmpty { parts.append(score.mistakes.map { "\($0)\n" }.joined()) }
    parts.append(table("source", sources.map { ($0.source, $0.score) }))
    if !categories.isEmpty {
      parts.append(table("kind of motion", categories.map { ($0.category, $0.score) }))
    }
    return parts.joined(separator: "\n")
  }

  private func table(_ name: String, _ rows: [(String, Score)]) -> String {
    Score.table([[name] + Score.columns] + rows.map { [$0.0] + $0.1.row })
  }
}

extension Score {
  /// `rows` as lines for people: names flush left, everything else flush right.
  static func table(_ rows: [[String]]) -> String {
    textTable(rows, flushRight: 1).map { "\($0)\n" }.joined()
  }
}
