// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A figure of a score that its sources add up to.
enum ScoreFigure: String, CaseIterable {
  /// Recordings of the kind where it was found, and labeled motions that were found.
  case recordings, found
  /// Shakes, cut, with the end that a shake of that duration has.
  case endedAt700, endedAt950, cancelledAt2500
  /// Recordings of everyday motion with a false end; false ends and beginnings an hour.
  case everydayWithEnded, everydayEnded, everydayBegan
  /// Hard recordings with a false end and with a false beginning; beginnings a recording.
  case hardWithEnded, hardWithBegan, hardBegan
  /// Events an hour in recordings without the motion.
  case elsewhere

  /// The count, and the number that it is of.
  func parts(of score: MotionScore) -> (count: Double, total: Double) {
    func parts(_ share: Share) -> (count: Double, total: Double) {
      (Double(share.hits), Double(share.total))
    }
    let (everyday, hard, all) = (score.everyday, score.hard, score.falseAlarms)
    return switch self {
    case .recordings: parts(score.recordings)
    case .found: parts(score.found)
    case .endedAt700, .endedAt950, .cancelledAt2500:
      parts(ShakeCut(rawValue: rawValue).flatMap { score.cuts[$0] } ?? Share())
    case .everydayWithEnded: parts(everyday.withEnded)
    case .everydayEnded: (Double(everyday.ended), everyday.hours)
    case .everydayBegan: (Double(everyday.events), everyday.hours)
    case .hardWithEnded: parts(hard.withEnded)
    case .hardWithBegan: parts(hard.withEvent)
    case .hardBegan: (Double(hard.events), Double(hard.withEvent.total))
    case .elsewhere: (Double(all.events), all.hours)
    }
  }
}

/// The bounds of a score's figures, with 95 % confidence, by draws from its sources.
struct SourceBounds: Encodable {
  /// The bounds of one figure, and the number of sources that have to do with it.
  private struct Bounds: Encodable {
    var low: Double
    var high: Double
    var sources: Int
  }

  private var bounds: [String: Bounds] = [:]

  /// The bounds of the scores of `kind` in `sources`, where they tell of any.
  init(_ kind: MotionKind, _ sources: [ScoreGroup]) {
    let scores = sources.compactMap { source in source.scores.first { $0.kind == kind } }
    for figure in ScoreFigure.allCases {
      let parts = scores.map(figure.parts).filter { $0.total > 0 }
      bounds[figure.rawValue] = Confidence.ratio(ofGroups: parts).map {
        Bounds(low: $0.low, high: $0.high, sources: parts.count)
      }
    }
  }

  /// The bounds of a figure as the last cell of a row; none without them.
  func cells(_ figure: ScoreFigure, times factor: Double, decimals: Int) -> [String] {
    guard let bounds = bounds[figure.rawValue] else { return [] }
    let ends = [bounds.low, bounds.high].map { (factor * $0).text(decimals: decimals) }
    return ["by \(bounds.sources) sources (\(ends[0]) to \(ends[1]))"]
  }

  /// Writes the bounds by figure.
  func encode(to encoder: any Encoder) throws { try bounds.encode(to: encoder) }
}

/// The forecast for a source, or a class of hard motion, that nobody has recorded.
struct Foretold: Encodable {
  private var source: [String: Forecast] = [:]
  private var hardClass: Forecast?

  /// The figures that are foretold, with their words and the digits that they are shown with.
  private static let figures: [(ScoreFigure, Forecast.Figure, words: String, decimals: Int)] = [
    (.recordings, .share, "shakes found", 1), (.endedAt950, .share, "cut at 0.95 s, ended", 0),
    (.hardWithEnded, .share, "hard recordings, with a false ended", 1),
    (.hardBegan, .rate, "false began a hard recording", 2),
    (.everydayEnded, .rate, "false ended an everyday hour", 2),
    (.everydayBegan, .rate, "false began an everyday hour", 1),
  ]

  init(_ folds: CrossValidation) {
    for (figure, kind, _, _) in Self.figures {
      let scores = folds.sources.flatMap(\.scores).filter { $0.kind == folds.score.kind }
      source[figure.rawValue] = Forecast(kind, of: scores.map(figure.parts))
    }
    let classes = folds.hard.map { $0.readings[0].withEnded }
    hardClass = Forecast(.share, of: classes.map { (Double($0.hits), Double($0.total)) })
  }

  /// Rows of a table.
  var rows: [[String]] {
    func row(
      _ title: String, _ forecast: Forecast?, _ kind: Forecast.Figure, _ decimals: Int
    ) -> [String] {
      guard let forecast else { return [title, "-", "-"] }
      let (factor, unit) = kind == .share ? (100.0, " %") : (1, "")
      func text(_ value: Double) -> String { (factor * value).text(decimals: decimals) }
      return [
        title, text(forecast.mean) + unit,
        "\(text(forecast.range.low)) to \(text(forecast.range.high))\(unit)",
      ]
    }
    return [["foretold for a source that nobody has recorded", "mean", "95 % of sources"]]
      + Self.figures.map { figure, kind, words, decimals in
        row(words, source[figure.rawValue], kind, decimals)
      } + [row("hard recordings of a new class, with a false ended", hardClass, .share, 1)]
  }

  /// Writes the forecasts by figure.
  func encode(to encoder: any Encoder) throws {
    var figures = source
    figures["hardClassWithEnded"] = hardClass
    try figures.encode(to: encoder)
  }
}
