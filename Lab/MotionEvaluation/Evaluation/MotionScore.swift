import MotionCore

/// The score of the detector of one kind of motion on labeled recordings.
///
/// Counted are `began` and `recognized`. An event's time is that of its motion: from `start_ns`, where it has one, to
/// its timestamp.
public struct MotionScore: Hashable, Sendable {
  /// The events in recordings of one context.
  public struct Context: Hashable, Sendable {
    /// The number of recordings.
    public var recordings = 0
    /// The number of events.
    public var events = 0
    /// Hours of recordings.
    public var hours = 0.0

    static func += (left: inout Context, right: Context) {
      left.recordings += right.recordings
      left.events += right.events
      left.hours += right.hours
    }
  }

  /// The kind.
  public var kind: MotionKind
  /// Recordings of the kind in which it was recognized.
  public var recordings = Score.Share()
  /// Labeled motions that were recognized: within 0.3 s of their times; without times as many as there are events.
  public var found = Score.Share()
  /// Further events in recordings of the kind: those away from its times, or more than were labeled.
  public var extra = 0
  /// The events in recordings that hold neither the kind nor a related one, by context.
  public var elsewhere: [String: Context] = [:]
  /// The events in all recordings, by context: the column of a matrix.
  public var everywhere: [String: Context] = [:]
  /// Recordings left out because their rate is too low for the kind.
  public var leftOut = 0
  /// Recordings of the kind in which it was not recognized, and others with an event.
  public var mistakes: [String] = []

  /// The score of nothing.
  public init(_ kind: MotionKind) {
    self.kind = kind
  }

  /// The events in recordings that hold neither the kind nor a related one.
  public var falseAlarms: Context {
    elsewhere.values.reduce(into: Context()) { $0 += $1 }
  }

  /// The largest distance of an event from its label, in seconds.
  static let labelTolerance = 0.3

  /// Scores `events` of a motion in one recording.
  init(
    _ configuration: MotionConfiguration, _ recording: EvaluationCase,
    _ events: [ClosedRange<Double>]
  ) {
    let kind = configuration.kind
    self.init(kind)
    let label = recording.label
    let context = Context(
      recordings: 1, events: events.count, hours: recording.duration / 3600)
    everywhere[label.context] = context
    if let motion = label.motion, motion.kind == kind {
      recordings.count(!events.isEmpty)
      if events.isEmpty {
        let reason = recording.readings.reasonForMiss(of: configuration, at: motion.times)
        mistakes.append("not found: \(label.title)\(reason)")
      }
      let isNear = { (event: ClosedRange<Double>, time: ClosedRange<Double>) in
        event.upperBound >= time.lowerBound - Self.labelTolerance
          && event.lowerBound <= time.upperBound + Self.labelTolerance
      }
      if motion.times.isEmpty {
        found.hits = min(events.count, motion.count)
        found.total = motion.count
        extra = events.count - found.hits
      } else {
        for time in motion.times { found.count(events.contains { isNear($0, time) }) }
        extra = events.count { event in !motion.times.contains { isNear(event, $0) } }
      }
    } else if label.isFree(of: kind) {
      elsewhere[label.context] = context
      if !events.isEmpty { mistakes.append("\(events.count) in \(label.context): \(label.title)") }
    }
  }

  static func += (left: inout MotionScore, right: MotionScore) {
    left.recordings += right.recordings
    left.found += right.found
    left.extra += right.extra
    left.elsewhere.merge(right.elsewhere) { $0 + $1 }
    left.everywhere.merge(right.everywhere) { $0 + $1 }
    left.leftOut += right.leftOut
    left.mistakes += right.mistakes
  }
}

extension MotionScore.Context {
  fileprivate static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum += right
    return sum
  }
}

extension Evaluation {
  /// Scores detectors of any kinds, all of them over every reading.
  ///
  /// A recording is left out for a kind if its rate is too low for it.
  ///
  /// - Parameters:
  ///   - motions: the detectors, one of each kind at most
  ///   - rate: the rate in Hz to resample to, where a recording has a higher one; others are left out. Nil for the
  ///     readings as they came
  ///   - progress: told now and then
  /// - Returns: a score for each kind, in order of their names
  /// - Throws: what `progress` throws
  public func motionScores(
    _ motions: Set<MotionConfiguration>, resampledTo rate: Hertz? = nil, _ progress: Progress
  ) throws -> [MotionScore] {
    let kinds = motions.map(\.kind).sorted()
    let name = rate.map { "\($0.text(decimals: 0)) Hz" } ?? "scoring"
    let parts = try cases.spread(name, progress) { recording in
      recording.motionScores(motions, resampledTo: rate)
    }
    var sums = Dictionary(uniqueKeysWithValues: kinds.map { ($0, MotionScore($0)) })
    for score in parts.joined() { sums[score.kind]? += score }
    return kinds.compactMap { sums[$0] }
  }
}

extension EvaluationCase {
  fileprivate func motionScores(
    _ motions: Set<MotionConfiguration>, resampledTo rate: Hertz?
  ) -> [MotionScore] {
    var recording = self
    let native = readings.rate ?? 0
    if let rate, rate <= native * 1.1 {
      recording = EvaluationCase(label, Resampling(rate: rate).applied(to: readings))
    }
    let isTooSlow = rate.map { $0 > native * 1.1 } ?? false
    let carried: Set<MotionConfiguration> =
      isTooSlow
      ? [] : motions.filter { MotionRegistry[$0.kind]?.isCarried(at: rate ?? native) ?? true }
    let events = recording.readings.motionEvents(detecting: carried)
    return motions.map { motion in
      guard carried.contains(motion) else {
        var score = MotionScore(motion.kind)
        score.leftOut = 1
        return score
      }
      return MotionScore(
        motion, recording,
        events.filter { $0.kind == motion.kind && $0.isOccurrence }.map {
          $0.span(from: recording.readings[0].timestamp)
        })
    }
  }
}

extension MotionEvent {
  /// True if a motion happened: a beginning, or one that is recognized as a whole.
  fileprivate var isOccurrence: Bool {
    switch phase {
    case .began, .recognized: true
    case .ended, .cancelled: false
    }
  }

  /// The motion from its start to the event, in seconds since `origin`.
  fileprivate func span(from origin: Timestamp) -> ClosedRange<Double> {
    var event = self
    var finder = StartFinder()
    event.code(&finder)
    let end = timestamp.seconds(since: origin)
    return min(end, finder.start?.seconds(since: origin) ?? end)...end
  }
}

/// Finds the start of a motion among the fields of an event.
private struct StartFinder: EventFieldCoder {
  private(set) var start: Timestamp?

  mutating func code(_ key: String, _ value: EventField, _ text: FieldText) -> EventField {
    if key == "start_ns", case .timestamp(let time) = value { start = time }
    return value
  }
}
