import LinuxSupport
import MotionCore

/// The results of an evaluation of detectors of any kinds.
public struct MotionReport: Sendable {
  /// The scores on the recordings as they came.
  public var scores: [MotionScore]
  /// The same at other rates, in Hz.
  public var rates: [(rate: Hertz, scores: [MotionScore])] = []

  /// A report of `scores`.
  public init(_ scores: [MotionScore]) {
    self.scores = scores
  }

  /// The report for people, each line with its newline.
  public var text: String {
    var parts = scores.map { $0.table }
    if scores.count > 1 { parts.append(Self.matrix(scores)) }
    if !rates.isEmpty {
      let rows = rates.flatMap { rate, scores in
        scores.map { ["\($0.kind)", "\(rate.text(decimals: 0)) Hz"] + $0.row }
      }
      parts.append(
        lines(
          textTable(
            [["kind", "readings"] + MotionScore.columns]
              + scores.map { ["\($0.kind)", "as they came"] + $0.row } + rows, flushRight: 2)))
    }
    return parts.joined(separator: "\n")
  }

  /// The number of events of each kind in each context; `-` where no recording has the rate for it.
  private static func matrix(_ scores: [MotionScore]) -> String {
    let contexts = Set(scores.flatMap(\.everywhere.keys)).sorted()
    return lines(
      textTable(
        [["events in recordings of", "hours"] + scores.map { "\($0.kind)" }]
          + contexts.map { context in
            let cells = scores.map { $0.everywhere[context] }
            let hours = cells.compactMap { $0?.hours }.max() ?? 0
            return [context, hours.text(decimals: 2)]
              + cells.map { $0.map { "\($0.events)" } ?? "-" }
          }, flushRight: 1))
  }
}

private func lines(_ rows: [String]) -> String {
  rows.map { "\($0)\n" }.joined()
}

extension MotionScore {
  /// The score for people, each line with its newline.
  fileprivate var table: String {
    var rows = [
      ["\(kind): recordings of it with an event"] + recordings.cells,
      ["  labeled motions found"] + found.cells,
      ["  further events in them", "\(extra)"],
      ["events elsewhere"] + falseAlarms.cells,
    ]
    for (name, context) in elsewhere.sorted(by: { $0.key < $1.key }) {
      rows.append(["  \(name)"] + context.cells)
    }
    if leftOut > 0 { rows.append(["recordings left out: their rate is too low", "\(leftOut)"]) }
    return lines(textTable(rows))
  }

  fileprivate static let columns = ["found", "further", "hours elsewhere", "events", "an hour"]

  /// The score as a row of a table.
  fileprivate var row: [String] {
    let alarms = falseAlarms
    return [
      found.fraction, "\(extra)", alarms.hours.text(decimals: 2), "\(alarms.events)",
      alarms.hourly?.text(decimals: 2) ?? "-",
    ]
  }
}

extension MotionScore.Context {
  /// Events an hour; nil if there are no recordings.
  public var hourly: Double? { hours > 0 ? Double(events) / hours : nil }

  /// The bounds of events an hour, with 95 % confidence; nil if there are no recordings.
  public var confidence: Confidence? {
    guard hours > 0 else { return nil }
    let bounds = Confidence.rare(events)
    return Confidence(low: bounds.low / hours, high: bounds.high / hours)
  }

  fileprivate var cells: [String] {
    guard let hourly, let confidence else { return ["-"] }
    return [
      "\(events) in \(hours.text(decimals: 2)) h", "\(hourly.text(decimals: 2)) an hour",
      "(\(confidence.low.text(decimals: 2)) to \(confidence.high.text(decimals: 2)))",
    ]
  }
}

extension MotionReport: Encodable {
  private enum Key: String, CodingKey {
    case motions, rates
  }

  private struct AtRate: Encodable {
    var rate: Hertz
    var motions: [String: MotionScore]
  }

  /// Writes the scores by kind.
  public func encode(to encoder: any Encoder) throws {
    func named(_ scores: [MotionScore]) -> [String: MotionScore] {
      Dictionary(uniqueKeysWithValues: scores.map { ($0.kind.rawValue, $0) })
    }
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(named(scores), forKey: .motions)
    if !rates.isEmpty {
      try object.encode(
        rates.map { AtRate(rate: $0.rate, motions: named($0.scores)) }, forKey: .rates)
    }
  }
}

extension MotionScore: Encodable {
  private enum Key: String, CodingKey {
    case recordings, found, extra, falseAlarms, elsewhere, everywhere, leftOut, mistakes
  }

  /// Writes counts with their 95 % confidence.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(recordings, forKey: .recordings)
    try object.encode(found, forKey: .found)
    try object.encode(extra, forKey: .extra)
    try object.encode(falseAlarms, forKey: .falseAlarms)
    try object.encode(elsewhere, forKey: .elsewhere)
    try object.encode(everywhere.mapValues(\.events), forKey: .everywhere)
    try object.encode(leftOut, forKey: .leftOut)
    try object.encode(mistakes, forKey: .mistakes)
  }
}

extension MotionScore.Context: Encodable {
  private enum Key: String, CodingKey {
    case recordings, events, hours, hourly, confidence
  }

  /// Writes the counts, events an hour, and their bounds.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(recordings, forKey: .recordings)
    try object.encode(events, forKey: .events)
    try object.encode(hours, forKey: .hours)
    try object.encodeIfPresent(hourly, forKey: .hourly)
    try object.encodeIfPresent(confidence, forKey: .confidence)
  }
}
