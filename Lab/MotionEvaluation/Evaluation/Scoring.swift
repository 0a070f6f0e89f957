// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionLabels

extension EvaluationCase {
  /// Scores detectors on this recording, all of them over every reading.
  ///
  /// A score leaves the recording out if its rate is too low for the kind, or lower than the
  /// variation's rate.
  ///
  /// - Parameters:
  ///   - motions: the detectors, one of each kind at most
  ///   - variation: the sensor that would have read it; nil for the readings as they came
  /// - Returns: a score for each detector
  public func scores(
    _ motions: Set<MotionConfiguration>, as variation: Variation? = nil
  ) -> [MotionScore] {
    let native = readings.rate ?? 0
    var rate = native
    if case .rate(let other) = variation { rate = other }
    let carried = motions.filter {
      rate <= native * 1.1 && MotionRegistry[$0.kind]?.isCarried(at: rate) ?? true
    }
    var varied = self
    if let variation, !carried.isEmpty {
      varied = EvaluationCase(label, variation.applied(to: readings))
    }
    let events = varied.readings.motionEvents(detecting: carried)
    return motions.map { motion in
      guard carried.contains(motion) else {
        var score = MotionScore(motion.kind)
        score.leftOut = 1
        return score
      }
      return varied.score(motion, among: carried, events)
    }
  }

  /// The score of the shake detector alone, at any rate.
  func score(_ configuration: ShakeConfiguration) -> MotionScore {
    let motion = MotionConfiguration.shake(configuration)
    return score(motion, among: [motion], readings.motionEvents(detecting: [motion]))
  }

  /// The score of one of the detectors, given the `events` of all of them in the readings.
  private func score(
    _ motion: MotionConfiguration, among all: Set<MotionConfiguration>, _ events: [MotionEvent]
  ) -> MotionScore {
    guard let start = readings.first?.timestamp else { return MotionScore(motion.kind) }
    // Only the verdict on a shake needs rest behind the readings.
    let isRested = motion.kind == .shake && label.content == .other
    let came = (isRested ? rested.motionEvents(detecting: all) : events)
      .filter { $0.kind == motion.kind }
    var score = MotionScore(
      motion.kind, self, came.filter(\.isOccurrence).map { $0.span(from: start) })
    if label.motion?.kind == motion.kind, score.recordings.hits == 0 {
      let times = label.motion?.times ?? []
      let reason = readings.reasonForMiss(of: motion, at: times)
      score.mistakes = ["not found: \(label.title)\(reason)"]
    }
    guard motion.kind == .shake else { return score }
    if label.content != .ambiguous {
      score.beginnings = came.compactMap(\.confidence).map {
        Beginning(confidence: $0, isShake: label.isShake)
      }
    }
    if let alarms = score.elsewhere[label.context], isRested {
      score.count(came.count { $0.phase == .ended }, of: alarms, in: label)
    }
    // Not what happened before: another shake of the same recording.
    let cutStart = start.advanced(byNanoseconds: cutStart)
    for (cut, readings) in cuts {
      let events = readings.motionEvents(detecting: all)
        .filter { $0.kind == motion.kind && $0.timestamp >= cutStart }
      let isEnded = events.contains { $0.phase == .ended }
      score.cuts[cut, default: Share()].count(
        cut.ends ? isEnded : !isEnded && events.contains(where: \.isCancelled))
    }
    return score
  }
}

extension MotionScore {
  /// Labels are right to 0.15 s at best.
  static let labelTolerance = 0.25

  /// Scores `events`, in seconds from the first reading, of a motion in one recording.
  init(_ kind: MotionKind, _ recording: EvaluationCase, _ events: [ClosedRange<Double>]) {
    self.init(kind)
    let label = recording.label
    var alarms = Alarms()
    alarms.events = events.count
    alarms.withEvent.count(!events.isEmpty)
    alarms.hours = recording.duration / 3600
    everywhere[label.context] = alarms
    if let motion = label.motion, motion.kind == kind {
      if motion.times.isEmpty {
        found = Share(hits: min(events.count, motion.count), total: motion.count)
        recordings.count(!events.isEmpty)
        extra = events.count - found.hits
      } else {
        // One to one, in order: no event is two motions.
        var left = events.sorted { $0.upperBound < $1.upperBound }[...]
        for time in motion.times.sorted(by: { $0.upperBound < $1.upperBound }) {
          let place = left.firstIndex { $0.isNear(time) }
          found.count(place != nil)
          guard let place else { continue }
          latencies.append(left[place].upperBound - time.lowerBound)
          left.remove(at: place)
        }
        recordings.count(found.hits > 0)
        extra = events.count - found.hits
      }
    } else if label.isFree(of: kind) {
      elsewhere[label.context] = alarms
      if kind != .shake, !events.isEmpty {
        mistakes.append("\(events.count) in \(label.context): \(label.title)")
      }
    }
  }

  fileprivate mutating func count(_ ended: Int, of alarms: Alarms, in label: LabeledRecording) {
    var alarms = alarms
    alarms.ended = ended
    alarms.withEnded.count(ended > 0)
    elsewhere[label.context] = alarms
    everywhere[label.context] = alarms
    if ended > 0 { mistakes.append("ended: \(label.title)") }
  }
}

extension ClosedRange<Double> {
  /// True if this and `other` meet, to the tolerance of labels.
  fileprivate func isNear(_ other: ClosedRange<Double>) -> Bool {
    upperBound >= other.lowerBound - MotionScore.labelTolerance
      && lowerBound <= other.upperBound + MotionScore.labelTolerance
  }
}

extension LabeledRecording {
  /// The file, and its original label.
  fileprivate var title: String { words.isEmpty ? file : "\(file) (\(words))" }
}

extension MotionEvent {
  /// True if a motion happened: a beginning, or one that is recognized as a whole.
  fileprivate var isOccurrence: Bool {
    switch phase {
    case .began, .recognized: true
    case .ended, .cancelled: false
    }
  }

  var isCancelled: Bool {
    if case .cancelled = phase { true } else { false }
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

extension [Reading] {
  /// The reason why a motion was not found in a recording, to stand behind its name; empty if its
  /// detector has no reason.
  ///
  /// - Parameters:
  ///   - motion: the motion that was sought
  ///   - times: its labeled times in seconds from the first reading; empty if they are not known
  /// - Returns: a text such as `: 0.90 s  no shake: 3 swings, but …`
  func reasonForMiss(of motion: MotionConfiguration, at times: [ClosedRange<Double>]) -> String {
    guard let start = first?.timestamp else { return ": no readings" }
    var reasons: [(text: String, isNear: Bool)] = []
    var elsewhere: Double?
    var pipeline = MotionPipeline([motion], isExplaining: true)
    func emit(_ finding: MotionFinding, _: MotionConfiguration) {
      if case .event(let event) = finding, event.phase == .began || event.phase == .recognized {
        elsewhere = elsewhere ?? event.timestamp.seconds(since: start)
      }
      guard case .rejection(let rejection) = finding else { return }
      let span = rejection.span
      let (low, high) = (
        span.lowerBound.seconds(since: start), span.upperBound.seconds(since: start)
      )
      reasons.append(
        (
          rejection.text,
          times.isEmpty || times.contains { $0.lowerBound <= high && low <= $0.upperBound }
        ))
    }
    for reading in self { pipeline.process(reading, emit) }
    pipeline.interrupt(emit)
    if let reason = reasons.last(where: \.isNear) { return ": \(reason.text)" }
    if let elsewhere {
      return ": one was found at \(elsewhere.text(decimals: 2)) s, away from the label"
    }
    guard let shake = Set([motion]).shake else { return "" }
    var overview = ShakeOverview(shake)
    for reading in self { overview.process(reading) }
    return ": \(overview.text)"
  }
}
