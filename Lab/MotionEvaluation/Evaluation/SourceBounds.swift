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

  /// What was counted, and among how much.
  fileprivate func parts(of score: MotionScore) -> (count: Double, total: Double) {
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
