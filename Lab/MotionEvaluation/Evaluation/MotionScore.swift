// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionLabels

/// A share: hits of a total.
public struct Share: Hashable, Sendable {
  /// The number of hits.
  public var hits = 0
  /// The number of all.
  public var total = 0

  /// A share of counts.
  public init(hits: Int = 0, total: Int = 0) {
    (self.hits, self.total) = (hits, total)
  }

  /// The share, from 0 to 1; nil if there is nothing.
  public var fraction: Double? { total > 0 ? Double(hits) / Double(total) : nil }

  mutating func count(_ hit: Bool) {
    hits += hit ? 1 : 0
    total += 1
  }

  static func += (left: inout Share, right: Share) {
    left.hits += right.hits
    left.total += right.total
  }
}

/// The events of one kind in recordings, such as those that do not hold it.
public struct Alarms: Hashable, Sendable {
  /// Recordings with an event: a `began` or a `recognized`.
  public var withEvent = Share()
  /// Recordings with an `ended`; counted for shakes alone.
  public var withEnded = Share()
  /// Events: `began` and `recognized`.
  public var events = 0
  /// `ended` events; counted for shakes alone.
  public var ended = 0
  /// Hours of recordings.
  public var hours = 0.0

  /// No recordings.
  public init() {}

  /// `count` events, an hour; nil if there are no recordings.
  public func hourly(_ count: Double) -> Double? { hours > 0 ? count / hours : nil }

  /// The bounds of `count` events an hour, with 95 % confidence; nil if there are no recordings.
  func confidence(_ count: Int) -> Confidence? {
    guard hours > 0 else { return nil }
    let bounds = Confidence.rare(count)
    return Confidence(low: bounds.low / hours, high: bounds.high / hours)
  }

  /// Events, a recording; nil if there are none.
  public var eventsEach: Double? {
    withEvent.total > 0 ? Double(events) / Double(withEvent.total) : nil
  }

  static func += (left: inout Alarms, right: Alarms) {
    left.withEvent += right.withEvent
    left.withEnded += right.withEnded
    left.events += right.events
    left.ended += right.ended
    left.hours += right.hours
  }

  static func + (left: Alarms, right: Alarms) -> Alarms {
    var sum = left
    sum += right
    return sum
  }
}

/// The score of the detector of one kind of motion on labeled recordings.
///
/// It counts `began` and `recognized`. An event's time is the time of its motion: from `start_ns`,
/// where it has one, to its timestamp. For shakes it judges the ends, too: on long shakes that are
/// cut (see ``ShakeCut``) and in recordings of other motion.
public struct MotionScore: Hashable, Sendable {
  /// The kind.
  public var kind: MotionKind
  /// Recordings of the kind with an event at a labeled time; if no times are labeled, with any
  /// event.
  public var recordings = Share()
  /// Labeled motions that were recognized: within 0.25 s of their times; without times as many as
  /// there are events.
  public var found = Share()
  /// Further events in recordings of the kind: away from its times, or more than were labeled.
  public var extra = 0
  /// Seconds from the labeled start of a motion to its event.
  public var latencies: [Double] = []
  /// Shakes that, cut, had the end that a shake of that duration has.
  public var cuts: [ShakeCut: Share] = [:]
  /// The events in recordings that hold neither the kind nor a related one, by context.
  public var elsewhere: [String: Alarms] = [:]
  /// The events in all recordings, by context: the column of a matrix.
  public var everywhere: [String: Alarms] = [:]
  /// The beginnings of shakes, but for recordings that may or may not hold one.
  public var beginnings: [Beginning] = []
  /// Recordings left out because their rate is too low.
  public var leftOut = 0
  /// Recordings of the kind where it was not recognized, and others with an event; for shakes, with
  /// an `ended`.
  public var mistakes: [String] = []

  /// The score of nothing.
  public init(_ kind: MotionKind) {
    self.kind = kind
  }

  /// The events in recordings that hold neither the kind nor a related one.
  public var falseAlarms: Alarms { everyday + hard }

  /// The events in recordings of everyday motion.
  public var everyday: Alarms { alarms { !LabeledRecording.isHard($0) } }

  /// The events in recordings of motion that resembles a shake.
  public var hard: Alarms { alarms { LabeledRecording.isHard($0) } }

  private func alarms(_ isWanted: (String) -> Bool) -> Alarms {
    elsewhere.filter { isWanted($0.key) }.values.reduce(Alarms(), +)
  }

  /// The share to be bound: for shakes the recordings, for other kinds the motions.
  public var bound: Share { kind == .shake ? recordings : found }

  /// The latency that `share` of the motions did not exceed, in seconds; nil if none was found.
  public func latency(atShare share: Double) -> Double? {
    guard !latencies.isEmpty else { return nil }
    let sorted = latencies.sorted()
    return sorted[max(0, Int((share * Double(sorted.count)).rounded(.up)) - 1)]
  }

  /// The outcomes in one recording, to compare with another sensor's outcomes.
  var outcomes: [Share] {
    [recordings] + ShakeCut.allCases.map { cuts[$0] ?? Share() }
      + [kind == .shake ? falseAlarms.withEnded : falseAlarms.withEvent]
  }

  /// Adds the score of other recordings.
  public static func += (left: inout MotionScore, right: MotionScore) {
    left.recordings += right.recordings
    left.found += right.found
    left.extra += right.extra
    left.latencies += right.latencies
    left.cuts.merge(right.cuts) {
      var sum = $0
      sum += $1
      return sum
    }
    left.elsewhere.merge(right.elsewhere, uniquingKeysWith: +)
    left.everywhere.merge(right.everywhere, uniquingKeysWith: +)
    left.beginnings += right.beginnings
    left.leftOut += right.leftOut
    left.mistakes += right.mistakes
  }
}

extension Sequence<MotionScore> {
  /// The sums of these scores by kind, in order of the kinds' names.
  public var sums: [MotionScore] {
    reduce(into: [MotionKind: MotionScore]()) { $0[$1.kind, default: MotionScore($1.kind)] += $1 }
      .values.sorted { $0.kind < $1.kind }
  }

  /// The sum of these scores, which are scores of shakes.
  public var sum: MotionScore {
    reduce(into: MotionScore(.shake)) { $0 += $1 }
  }
}

/// The bounds that a score must keep, for a check that runs by itself.
public struct ScoreBounds: Hashable, Sendable {
  /// The least share of the labeled recordings of shakes, or of the labeled motions, to be found;
  /// nil for none.
  public var leastFound: Double?
  /// The most events an hour in recordings without the motion; nil for any.
  public var mostFalse: Double?

  /// Bounds; nil for none.
  public init(leastFound: Double? = nil, mostFalse: Double? = nil) {
    self.leastFound = leastFound
    self.mostFalse = mostFalse
  }

  /// The bounds that scores exceed: a sentence for each.
  ///
  /// Among several kinds, a kind without labels need not be found.
  public func exceeded(by scores: [MotionScore]) -> [String] {
    scores.flatMap { score in
      var lines: [String] = []
      let (bound, alarms) = (score.bound, score.falseAlarms)
      if let leastFound, bound.total > 0 || scores.count == 1,
        bound.fraction.map({ $0 < leastFound }) ?? true
      {
        let text =
          bound.fraction.map { "\($0.text(decimals: 3)) (\(bound.hits) of \(bound.total))" }
          ?? "nothing is labeled"
        lines.append("\(score.kind): found \(text), less than --min-found \(leastFound)")
      }
      if let mostFalse, let hourly = alarms.hourly(Double(alarms.events)), hourly > mostFalse {
        lines.append(
          "\(score.kind): \(hourly.text(decimals: 2)) false alarms an hour (\(alarms.events) in "
            + "\(alarms.hours.text(decimals: 2)) h), more than --max-false \(mostFalse)")
      }
      return lines
    }
  }
}
