import MotionCore
import MotionLabels

extension Score {
  /// Scores the detector on one labeled recording.
  ///
  /// - Parameters:
  ///   - recording: what it is scored on
  ///   - configuration: of the detector
  public init(_ recording: EvaluationCase, _ configuration: ShakeConfiguration) {
    self.init()
    switch recording.label.content {
    case .shake(let intervals): scoreShake(recording, intervals, configuration)
    case .other: scoreOther(recording, configuration)
    case .ambiguous: break
    }
  }

  /// The largest distance from a labeled interval at which a shake counts as found, in seconds.
  ///
  /// Labels are right to 0.15 s at best.
  static let labelTolerance = 0.25

  private mutating func scoreShake(
    _ recording: EvaluationCase, _ intervals: [ClosedRange<Double>],
    _ configuration: ShakeConfiguration
  ) {
    guard let start = recording.readings.first?.timestamp else { return }
    let began = recording.readings.events(configuration).filter(\.isBegan).map {
      $0.timestamp.seconds(since: start)
    }
    latencies = intervals.compactMap { interval in
      began.first { interval.isNear($0) }.map { $0 - interval.lowerBound }
    }
    found.count(!latencies.isEmpty)
    for interval in intervals { self.intervals.count(began.contains { interval.isNear($0) }) }
    if latencies.isEmpty {
      let reason = recording.readings.reasonForMiss(of: .shake(configuration), at: intervals)
      mistakes.append("not found: \(recording.label.title)\(reason)")
    }
    // Not what happened before: another shake of the same recording.
    let cutStart = start.advanced(byNanoseconds: recording.cutStart)
    func events(_ cut: [Reading]) -> [MotionEvent] {
      cut.events(configuration).filter { $0.timestamp >= cutStart }
    }
    if let cut = recording.cutAt700 { endedAt700.count(events(cut).contains(where: \.isEnded)) }
    if let cut = recording.cutAt950 { endedAt950.count(events(cut).contains(where: \.isEnded)) }
    if let cut = recording.cutAt2500 {
      let events = events(cut)
      cancelledAt2500.count(
        !events.contains(where: \.isEnded) && events.contains(where: \.isCancelled))
    }
  }

  private mutating func scoreOther(
    _ recording: EvaluationCase, _ configuration: ShakeConfiguration
  ) {
    let events = recording.rested.events(configuration)
    var alarms = Alarms()
    alarms.began = events.count(where: \.isBegan)
    alarms.ended = events.count(where: \.isEnded)
    alarms.hours = recording.duration / 3600
    alarms.withBegan.count(alarms.began > 0)
    alarms.withEnded.count(alarms.ended > 0)
    if alarms.ended > 0 { mistakes.append("ended: \(recording.label.title)") }
    if recording.label.isHard { hard = alarms } else { everyday = alarms }
  }
}

extension LabeledRecording {
  /// The file, and its original label.
  var title: String { words.isEmpty ? file : "\(file) (\(words))" }
}

extension ClosedRange<Double> {
  /// True if `seconds` lies within this, to the tolerance of labels.
  func isNear(_ seconds: Double) -> Bool {
    seconds >= lowerBound - Score.labelTolerance && seconds <= upperBound + Score.labelTolerance
  }
}

extension [Reading] {
  fileprivate func events(_ configuration: ShakeConfiguration) -> [MotionEvent] {
    motionEvents(detecting: [.shake(configuration)])
  }
}

extension MotionEvent {
  fileprivate var isBegan: Bool { phase == .began }

  fileprivate var isEnded: Bool { phase == .ended }

  var isCancelled: Bool {
    if case .cancelled = phase { true } else { false }
  }
}
