import MotionCore

/// Holds each reading back until it is due.
struct Pacer {
  let pace: RecordingPlayer.Pace
  /// What the clock showed at the first reading, and that reading's time.
  private var anchor: (instant: ContinuousClock.Instant, timestamp: Timestamp)?

  /// The longest wait, in nanoseconds, before the passing of time is told: 100 ms.
  private static let longestWait: Int64 = 100_000_000

  init(_ pace: RecordingPlayer.Pace) {
    self.pace = pace
  }

  /// Waits until `reading` is due.
  ///
  /// - Parameters:
  ///   - reading: the next one
  ///   - signals: what interrupts the wait
  ///   - tick: told what time it is on the recording's clock, now and then in a long wait
  /// - Returns: whether it is due or a signal came
  /// - Throws: what `tick` throws
  mutating func wait(
    for reading: Reading, _ signals: borrowing StopSignals, tick: (Timestamp) throws -> Void
  ) throws -> StopSignals.Outcome {
    switch pace {
    case .unpaced, .live:
      return .ready
    case .realTime:
      guard let (start, first) = anchor else {
        anchor = (.now, reading.timestamp)
        return .ready
      }
      let due = reading.timestamp.nanoseconds(since: first)
      while true {
        let passed = Int64(start.duration(to: .now) / .nanoseconds(1))
        let next = min(due, passed + Self.longestWait)
        if case .stopped = signals.wait(until: start + .nanoseconds(next)) { return .stopped }
        if next == due { return .ready }
        try tick(first.advanced(byNanoseconds: next))
      }
    }
  }
}
