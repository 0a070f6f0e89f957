import MotionCore

/// One thing that happens to a stream.
enum StreamStep: Hashable, Sendable {
  case reading(Reading)
  case time(Timestamp)
  case interruption
}

extension DetectorBank {
  /// What is recognised in one step.
  mutating func events(at step: StreamStep) -> [MotionEvent] {
    var events: [MotionEvent] = []
    switch step {
    case .reading(let reading): process(reading) { events.append($0) }
    case .time(let now): advance(to: now) { events.append($0) }
    case .interruption: interrupt { events.append($0) }
    }
    return events
  }

  /// What is recognised in these readings, and that they continue this stream.
  mutating func events(in readings: some Sequence<Reading>) -> [MotionEvent] {
    readings.flatMap { events(at: .reading($0)) }
  }
}
