import MotionCore

extension Score {
  /// Scores one labelled recording.
  ///
  /// - Parameters:
  ///   - label: what a person says it holds
  ///   - recording: its readings
  ///   - configuration: of the detector
  public init(
    _ label: LabelledRecording, _ recording: Recording, _ configuration: ShakeConfiguration
  ) {
    self.init()
    switch label.content {
    case .shake(let intervals):
      scoreShake(label.file, intervals, recording.readings, configuration)
    case .other:
      scoreOther(label.file, recording.readings, configuration)
    case .ambiguous:
      break
    }
  }

  /// Labels are right to 0.15 s at best.
  private static let labelTolerance = 0.25

  private mutating func scoreShake(
    _ file: String, _ intervals: [ClosedRange<Double>], _ readings: [Reading],
    _ configuration: ShakeConfiguration
  ) {
    guard let start = readings.first?.timestamp else { return }
    let began = events(readings, configuration).filter(\.isBegan).map {
      $0.timestamp.seconds(since: start)
    }
    let latencies = intervals.compactMap { interval in
      began.first {
        $0 >= interval.lowerBound - Self.labelTolerance
          && $0 <= interval.upperBound + Self.labelTolerance
      }.map { $0 - interval.lowerBound }
    }
    found.count(!latencies.isEmpty)
    self.latencies += latencies
    if latencies.isEmpty { mistakes.append("not found: \(file)") }

    guard let longest = intervals.max(by: { $0.length < $1.length }) else { return }
    func cut(at seconds: Double) -> [MotionEvent] {
      let end = start.advanced(byNanoseconds: Int64((longest.lowerBound + seconds) * 1e9))
      let cut = Rest().appended(to: readings.filter { $0.timestamp <= end })
      return events(cut, configuration)
    }
    if longest.length >= 0.95 {
      endedAt700.count(cut(at: 0.7).contains(where: \.isEnded))
      endedAt950.count(cut(at: 0.95).contains(where: \.isEnded))
    }
    if longest.length >= 2.5 {
      let events = cut(at: 2.5)
      cancelledAt2500.count(
        !events.contains(where: \.isEnded) && events.contains(where: \.isCancelled))
    }
  }

  private mutating func scoreOther(
    _ file: String, _ readings: [Reading], _ configuration: ShakeConfiguration
  ) {
    guard let first = readings.first, let last = readings.last else { return }
    let events = events(Rest().appended(to: readings), configuration)
    let ended = events.count(where: \.isEnded)
    falseBegan += events.count(where: \.isBegan)
    falseEnded += ended
    otherHours += last.timestamp.seconds(since: first.timestamp) / 3600
    othersWithEnded.count(ended > 0)
    if ended > 0 { mistakes.append("ended: \(file)") }
  }

  private func events(
    _ readings: [Reading], _ configuration: ShakeConfiguration
  ) -> [MotionEvent] {
    var bank = DetectorBank(shake: configuration)
    var events: [MotionEvent] = []
    for reading in readings { bank.process(reading) { events.append($0) } }
    bank.interrupt { events.append($0) }
    return events
  }
}

extension ClosedRange<Double> {
  fileprivate var length: Double { upperBound - lowerBound }
}

extension MotionEvent {
  fileprivate var isBegan: Bool {
    if case .began = phase { true } else { false }
  }

  fileprivate var isEnded: Bool {
    if case .ended = phase { true } else { false }
  }

  fileprivate var isCancelled: Bool {
    if case .cancelled = phase { true } else { false }
  }
}
