// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import MotionLabels

/// The scores of recordings that have something in common, such as their source.
public struct ScoreGroup: Sendable {
  /// The name of what they have in common.
  public var name: String
  /// A score for each kind.
  public var scores: [MotionScore]
}

extension Evaluation {
  /// Adds up `scores`, one array for each case, source by source.
  ///
  /// - Parameter scores: for each case, a score for each kind
  /// - Returns: the sums for each source, in alphabetical order
  public func bySource(_ scores: [[MotionScore]]) -> [ScoreGroup] {
    grouped(scores) { $0.source }
  }

  /// The same by the place of the device; recordings whose place is not known are left out.
  public func byPlace(_ scores: [[MotionScore]]) -> [ScoreGroup] {
    grouped(scores) { $0.place.isEmpty ? nil : $0.place }
  }

  /// The same for hard recordings, by class and category.
  public func byClass(_ scores: [[MotionScore]]) -> [ScoreGroup] {
    grouped(scores) { label in HardClass(label).map { "\($0): \(label.category)" } }
  }

  private func grouped(
    _ scores: [[MotionScore]], by name: (LabeledRecording) -> String?
  ) -> [ScoreGroup] {
    let named = zip(cases, scores).compactMap { recording, scores in
      name(recording.label).map { (name: $0, scores: scores) }
    }
    return Dictionary(grouping: named, by: \.name)
      .map { ScoreGroup(name: $0.key, scores: $0.value.flatMap(\.scores).sums) }
      .sorted { $0.name < $1.name }
  }
}

extension [ScoreGroup] {
  /// Rows of a table: false ends and beginnings of shakes in each group, the worst first.
  func alarmRows(_ title: String) -> [[String]] {
    let groups = compactMap { group in
      group.scores.first { $0.kind == .shake }.map { (name: group.name, score: $0) }
    }.filter { $0.score.falseAlarms.withEnded.total > 0 }
    func hardShare(_ score: MotionScore) -> Double { score.hard.withEnded.fraction ?? -1 }
    return [
      [
        title, "hard", "with a false ended", "began each", "everyday", "ended an hour",
        "began an hour",
      ]
    ]
      + groups.sorted { hardShare($0.score) > hardShare($1.score) }.map { name, score in
        let (hard, everyday) = (score.hard, score.everyday)
        return [
          name, "\(hard.withEnded.total)",
          hard.withEnded.total > 0 ? hard.withEnded.bounded : "-",
          hard.eventsEach?.text(decimals: 2) ?? "-",
          everyday.hours > 0 ? "\(everyday.hours.text(decimals: 2)) h" : "-",
          everyday.bounded(everyday.ended), everyday.bounded(everyday.events),
        ]
      }
  }

  /// Rows of a table: the events of each kind in an hour of everyday motion, group by group.
  func everydayRows(_ title: String) -> [[String]] {
    let kinds = flatMap(\.scores).sums.map(\.kind)
    return [[title] + kinds.map { "\($0)" }]
      + map { group in
        [group.name]
          + kinds.map { kind in
            guard let everyday = group.scores.first(where: { $0.kind == kind })?.everyday,
              let hourly = everyday.hourly(Double(everyday.events))
            else { return "-" }
            return "\(hourly.text(decimals: 2)) in \(everyday.hours.text(decimals: 1)) h"
          }
      }
  }
}

extension Alarms {
  /// The rate of `count` in an hour, and its bounds, such as `0.14 (0.04 to 0.36)`.
  fileprivate func bounded(_ count: Int) -> String {
    guard let hourly = hourly(Double(count)), let confidence = confidence(count) else { return "-" }
    return "\(hourly.text(decimals: 2)) (\(confidence.low.text(decimals: 2)) to "
      + "\(confidence.high.text(decimals: 2)))"
  }
}

extension Prediction {
  /// Rows of a table: what the sets before foretold of this set, what it showed, and the factor
  /// between them.
  var rows: [[String]] {
    func share(_ name: String, _ value: (MotionScore) -> Share?) -> [String] {
      row(name, predicted: value(predicted)?.fraction, actual: value(actual)?.fraction) {
        "\((100 * $0).text(decimals: 1)) %"
      }
    }
    func rate(_ name: String, _ value: (MotionScore) -> Double?) -> [String] {
      row(name, predicted: value(predicted), actual: value(actual)) { $0.text(decimals: 2) }
    }
    return [
      share("hard recordings with a false ended") { $0.hard.withEnded },
      rate("false began a hard recording") { $0.hard.eventsEach },
      rate("false ended an everyday hour") { $0.everyday.hourly(Double($0.everyday.ended)) },
      rate("false began an everyday hour") { $0.everyday.hourly(Double($0.everyday.events)) },
      share("shakes not found") { $0.recordings.misses },
      share("cut at 0.95 s, without an ended") { $0.cuts[.endedAt950]?.misses },
      share("cut at 0.70 s, without an ended") { $0.cuts[.endedAt700]?.misses },
    ]
  }

  private func row(
    _ name: String, predicted: Double?, actual: Double?, _ text: (Double) -> String
  ) -> [String] {
    var factor = "-"
    if let predicted, let actual, predicted > 0 {
      factor = (actual / predicted).text(decimals: 1)
    }
    return ["set \(set): \(name)", predicted.map(text) ?? "-", actual.map(text) ?? "-", factor]
  }
}

extension Share {
  /// The others of the total.
  fileprivate var misses: Share { Share(hits: total - hits, total: total) }
}
