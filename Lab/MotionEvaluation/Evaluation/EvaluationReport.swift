// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// The results of an evaluation.
public struct EvaluationReport: Sendable {
  /// The detectors on all recordings, by kind.
  public var scores: [MotionScore]
  /// The same, source by source.
  public var sources: [ScoreGroup]
  /// The same, by the place of the device.
  public var places: [ScoreGroup]
  /// The same of hard recordings, by class.
  public var classes: [ScoreGroup]
  /// The rules of other projects; empty if they were not requested, as with the rest.
  public var baselines: [NamedScore] = []
  /// At other rates.
  public var rates: [VariationScore] = []
  /// With faults.
  public var faults: [VariationScore] = []
  /// Cross-validated.
  public var folds: CrossValidation?
  /// Each set of recordings, predicted from the sets before it.
  public var predictions: [Prediction] = []
  /// Cross-validated, with other thresholds.
  public var frontier: [NamedScore] = []

  /// A report of `scores`, one array for each case of `evaluation`.
  public init(_ evaluation: Evaluation, _ scores: [[MotionScore]]) {
    self.scores = scores.joined().sums
    sources = evaluation.bySource(scores)
    places = evaluation.byPlace(scores)
    classes = evaluation.byClass(scores)
  }

  /// The report for people, each line with its newline.
  public var text: String {
    var parts = scores.map { $0.table(sources) }
    if scores.count > 1 {
      parts.append(Self.matrix(scores))
      parts.append(everydayByPlace)
    } else {
      parts += scores.map { $0.mistakes.map { "\($0)\n" }.joined() }.filter { !$0.isEmpty }
      parts += scores.map(\.contexts) + scores.map(\.sureness) + [Self.table(sources)]
      parts +=
        scores.first?.kind == .shake
        ? [Self.alarms("worn", places), Self.alarms("class of hard motion", classes)]
        : [everydayByPlace]
    }
    if !baselines.isEmpty {
      let detector = scores.map { NamedScore(name: "motiond", score: $0) }
      parts.append(Self.table("rule", (detector + baselines).map { ([$0.name], $0.score) }))
    }
    let native = scores.map { (["\($0.kind) as it came", "", ""], $0) }
    for variations in [rates, faults] where !variations.isEmpty {
      let rows = variations.flatMap { variation in
        variation.scores.map {
          (
            [
              "\($0.kind) \(variation.name)", variation.same.percent,
              variation.sameOfMotions.percent,
            ], $0
          )
        }
      }
      parts.append(
        Self.table("readings", titles: ["same outcome", "of motions"], native + rows))
    }
    if let folds {
      parts.append(
        "cross-validated, the source left out, and all that moves alike:\n"
          + folds.score.table(folds.sources)
          + Self.table(folds.sources))
      parts.append(folds.score.contexts)
      parts.append(lines(Foretold(folds).rows, flushRight: 1))
      parts.append(Self.alarms("worn, cross-validated", folds.places))
      parts.append(lines(HardScore.rows(folds.hard), flushRight: 1))
      parts.append("range of the weights:\n" + ShakeWeights.table(folds.weights))
    }
    if !frontier.isEmpty {
      parts.append(Self.table("cross-validated", frontier.map { ([$0.name], $0.score) }))
    }
    if !predictions.isEmpty {
      let rows = predictions.flatMap { prediction in
        [
          (
            ["cross-validated, \(prediction.before.joined(separator: "+"))"], prediction.predicted
          ),
          (
            ["  the same, its source and category alone left out"], prediction.flattered
          ),
          (["  set \(prediction.set)"], prediction.actual),
        ]
      }
      parts.append(Self.table("predictions", rows))
      parts.append(
        lines(
          [["", "foretold", "came", "factor"]] + predictions.flatMap(\.rows), flushRight: 1))
    }
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private static func table(_ sources: [ScoreGroup]) -> String {
    table("source", sources.flatMap { source in source.scores.map { ([source.name], $0) } })
  }

  /// The events of each kind in everyday motion by place; nothing where no place is known.
  private var everydayByPlace: String {
    places.isEmpty
      ? "" : lines(places.everydayRows("events an hour of everyday motion"), flushRight: 1)
  }

  /// False ends and beginnings in each group, the worst first; nothing without groups.
  private static func alarms(_ title: String, _ groups: [ScoreGroup]) -> String {
    let rows = groups.alarmRows(title)
    return rows.count > 1 ? lines(rows, flushRight: 1) : ""
  }

  /// Scores as rows of a table, their names flush left.
  private static func table(
    _ title: String, titles: [String] = [], _ rows: [(names: [String], score: MotionScore)]
  ) -> String {
    lines(
      [[title] + titles + MotionScore.columns] + rows.map { $0.names + $0.score.row },
      flushRight: 1)
  }

  /// The number of events of each kind in each context; `-` where no recording has the rate for it.
  private static func matrix(_ scores: [MotionScore]) -> String {
    let contexts = Set(scores.flatMap(\.everywhere.keys)).sorted()
    return lines(
      [["events in recordings of", "hours"] + scores.map { "\($0.kind)" }]
        + contexts.map { context in
          let cells = scores.map { $0.everywhere[context] }
          let hours = cells.compactMap { $0?.hours }.max() ?? 0
          return [context, hours.text(decimals: 2)]
            + cells.map { $0.map { "\($0.events)" } ?? "-" }
        }, flushRight: 1)
  }
}

/// `rows` as lines of a table; columns that say nothing below their title are left out.
private func lines(_ rows: [[String]], flushRight: Int = .max) -> String {
  let columns = (rows.first ?? []).indices.filter { column in
    flushRight == .max || column == 0 || rows.dropFirst().contains { $0[column] != "-" }
  }
  let kept = flushRight == .max ? rows : rows.map { row in columns.map { row[$0] } }
  return textTable(kept, flushRight: flushRight).map { "\($0)\n" }.joined()
}

extension MotionScore {
  /// The score for people, with 95 % confidence, each line with its newline.
  ///
  /// - Parameter sources: the same, source by source
  /// - Returns: the lines
  public func table(_ sources: [ScoreGroup] = []) -> String {
    let bounds = SourceBounds(kind, sources)
    func percent(_ figure: ScoreFigure) -> [String] {
      bounds.cells(figure, times: 100, decimals: 1)
    }
    func rate(_ figure: ScoreFigure) -> [String] { bounds.cells(figure, times: 1, decimals: 2) }
    var rows = [
      ["\(kind): recordings of it, found"] + recordings.cells + percent(.recordings),
      ["  labeled motions found"] + found.cells + percent(.found),
      ["  further events in them", "\(extra)"],
    ]
    for cut in ShakeCut.allCases {
      guard let share = cuts[cut] else { continue }
      rows.append(
        ["  \(cut.name)"] + share.cells + (ScoreFigure(rawValue: cut.rawValue).map(percent) ?? []))
    }
    if !latencies.isEmpty { rows.append(["  recognized after, median / p90", latencyText]) }
    if kind == .shake {
      let (everyday, hard) = (everyday, hard)
      rows.append(
        ["everyday motion, with a false ended"] + everyday.withEnded.cells
          + percent(.everydayWithEnded))
      rows.append(["  false ended"] + everyday.cells(everyday.ended) + rate(.everydayEnded))
      rows.append(["  false began"] + everyday.cells(everyday.events) + rate(.everydayBegan))
      rows.append(
        ["hard recordings, with a false ended"] + hard.withEnded.cells + percent(.hardWithEnded))
      rows.append(["  with a false began"] + hard.withEvent.cells + percent(.hardWithBegan))
      let each = hard.eventsEach?.text(decimals: 2) ?? "-"
      rows.append(
        ["  false began", "\(hard.events)", "\(each) a recording", ""] + rate(.hardBegan))
    } else {
      rows.append(
        ["events elsewhere"] + falseAlarms.cells(falseAlarms.events) + rate(.elsewhere))
    }
    if leftOut > 0 { rows.append(["recordings left out: their rate is too low", "\(leftOut)"]) }
    return lines(rows)
  }

  /// The events in recordings of other motion by context, for people.
  fileprivate var contexts: String {
    lines(
      [
        [
          "elsewhere, in recordings of", "recordings", "with one", "hours", "events", "an hour",
          "ended",
        ]
      ]
        + elsewhere.sorted { $0.key < $1.key }.map { name, alarms in
          [
            name, "\(alarms.withEvent.total)", "\(alarms.withEvent.hits)",
            alarms.hours.text(decimals: 2), "\(alarms.events)",
            alarms.hourly(Double(alarms.events))?.text(decimals: 2) ?? "-",
            kind == .shake ? "\(alarms.ended)" : "-",
          ]
        }, flushRight: 1)
  }

  /// The beginnings of shakes by confidence, for people; nothing if all are of one sort.
  fileprivate var sureness: String {
    guard let calibration = Calibration(beginnings) else { return "" }
    return lines(
      [["began, by confidence", "mean", "of shakes", "share"]]
        + calibration.bins.map { bin in
          [
            "from \(bin.least.text(decimals: 1))", bin.mean.text(decimals: 2),
            "\(bin.shakes.hits) of \(bin.shakes.total)",
            bin.shakes.fraction.map { $0.text(decimals: 2) } ?? "-",
          ]
        }, flushRight: 1)
      + "the log odds that came are \(calibration.slope.text(decimals: 2)) times those foretold, "
      + "plus \(calibration.offset.text(decimals: 2))\n"
  }

  private var latencyText: String {
    func text(_ share: Double) -> String {
      latency(atShare: share).map { ($0 * 1000).text(decimals: 0) } ?? "-"
    }
    return "\(text(0.5)) / \(text(0.9)) ms"
  }

  /// The columns of ``row``.
  fileprivate static let columns =
    ["found", "motions", "further", "after"]
    + ["ended 0.7", "0.95", "cancelled"]
    + ["elsewhere", "events", "an hour", "everyday", "began", "ended", "hard", "began", "ended"]

  /// The score as a row of a table; `-` of nothing.
  fileprivate var row: [String] {
    let shares = ShakeCut.allCases.map { cuts[$0]?.text ?? "-" }
    let motions = [
      recordings.text, found.text, recordings.total > 0 ? "\(extra)" : "-",
      latencies.isEmpty ? "-" : latencyText,
    ]
    guard kind == .shake else {
      let alarms = falseAlarms
      return motions + shares
        + [
          "\(alarms.hours.text(decimals: 2)) h", "\(alarms.events)",
          alarms.hourly(Double(alarms.events))?.text(decimals: 2) ?? "-",
        ] + Array(repeating: "-", count: 6)
    }
    let (everyday, hard) = (everyday, hard)
    return motions + shares + Array(repeating: "-", count: 3)
      + everyday.cells("\(everyday.hours.text(decimals: 2)) h")
      + hard.cells("\(hard.withEvent.total)")
  }
}

extension Alarms {
  fileprivate func cells(_ count: Int) -> [String] {
    guard let hourly = hourly(Double(count)), let confidence = confidence(count) else {
      return ["-"]
    }
    return [
      "\(count) in \(hours.text(decimals: 2)) h", "\(hourly.text(decimals: 2)) an hour",
      "(\(confidence.low.text(decimals: 2)) to \(confidence.high.text(decimals: 2)))",
    ]
  }

  /// The amount of recordings, and the events in them; `-` if there are none.
  fileprivate func cells(_ amount: String) -> [String] {
    guard withEvent.total > 0 else { return ["-", "-", "-"] }
    return [amount, "\(events)", withEnded.total > 0 ? "\(ended)" : "-"]
  }
}

extension Share {
  /// The counts, their share, and its bounds.
  fileprivate var cells: [String] {
    let confidence = Confidence.probability(hits, of: total)
    return [
      "\(hits) of \(total)", percent,
      "(\((100 * confidence.low).text(decimals: 1)) to \((100 * confidence.high).text(decimals: 1)))",
    ]
  }

  /// The share in percent, such as `98.0 %`; `-` without a total.
  fileprivate var percent: String {
    fraction.map { "\((100 * $0).text(decimals: 1)) %" } ?? "-"
  }

  /// The hits, and the bounds of their share, such as `2 (0.3 to 4.9 %)`.
  var bounded: String {
    let confidence = Confidence.probability(hits, of: total)
    let bounds = [confidence.low, confidence.high].map { (100 * $0).text(decimals: 1) }
    return "\(hits) (\(bounds[0]) to \(bounds[1]) %)"
  }

  fileprivate var text: String { total > 0 ? "\(hits)/\(total)" : "-" }
}

extension ShakeWeights {
  /// The weights as a table, each line with its newline.
  package var table: String { Self.table([self]) }

  /// The weights by name, to be written as JSON.
  package var members: [String: [String: Double]] {
    ["begin": begin, "end": end].mapValues { score in
      Dictionary(
        uniqueKeysWithValues: [("typical", score.typical)]
          + ShakeTerms.columns.map { ($0.name, score.terms[keyPath: $0.path]) })
    }
  }

  /// The weights as a table; of several the smallest and the largest.
  fileprivate static func table(_ all: [ShakeWeights]) -> String {
    func cells(_ value: (ShakeWeights) -> ShakeWeights.Score) -> [String] {
      let scores = all.map(value)
      let columns =
        [scores.map(\.typical)]
        + ShakeTerms.columns.map { column in scores.map { $0.terms[keyPath: column.path] } }
      return columns.map { column in
        let (low, high) = (column.min() ?? 0, column.max() ?? 0)
        return low == high
          ? low.text(decimals: 2) : "\(low.text(decimals: 2)) to \(high.text(decimals: 2))"
      }
    }
    return lines(
      [
        ["", "typical"] + ShakeTerms.columns.map(\.name), ["to begin"] + cells(\.begin),
        ["to end"] + cells(\.end),
      ], flushRight: 1)
  }
}

extension ShakeTerms {
  fileprivate static let columns: [(name: String, path: KeyPath<ShakeTerms, Double> & Sendable)] = [
    ("swings", \.swings), ("amplitude", \.amplitude), ("duration", \.duration),
    ("slowness", \.slowness), ("across", \.across), ("scatter", \.scatter), ("first", \.first),
    ("prominence", \.prominence),
  ]
}
