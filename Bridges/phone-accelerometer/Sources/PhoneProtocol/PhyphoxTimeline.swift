// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The clock of a phyphox experiment: seconds of measuring, without the pauses.
///
/// The readings before and after a pause are neighbors on it, and a clear sets it to 0. What lies
/// between them is in `/time` alone, by the phone's time of day.
struct PhyphoxTimeline: Sendable {
  private struct Start {
    var experiment: Double
    var system: Double
  }

  /// The last START events, in order.
  private var starts: [Start] = []
  /// The time of day of the first START, which tells a run from the next.
  private var run: Double?
  /// The run, the START, and the time of day, of the last reading.
  private var last: (run: Double?, start: Double, system: Double)?
  /// The time of day of the START since which all readings are, whatever their time.
  private var resumption: Double?
  private var timeline = PhoneTimeline()

  /// The most pauses that are kept, so that a phone cannot make them endless.
  private static let mostStarts = 1000
  /// The latest time in s: 31 years.
  private static let latest = 1e9

  /// The run of an answer of `/time`.
  enum Run: Hashable {
    /// Nothing was measured, or it was cleared.
    case none
    /// It is the first run, or goes on.
    case same
    /// It was cleared, and began again.
    case new
  }

  /// Takes the events of `/time`, oldest first.
  mutating func update(_ events: [PhyphoxEvent]) -> Run {
    let begun = events.filter { $0.event == .start && $0.experimentTime.magnitude < Self.latest }
    guard let first = begun.first else { return .none }
    starts = begun.suffix(Self.mostStarts).map {
      Start(experiment: $0.experimentTime, system: $0.systemTime)
    }
    defer { run = first.systemTime }
    guard let run, abs(first.systemTime - run) > 0.001 else { return .same }
    return .new
  }

  /// Counts all that is read from now on to the last START: a pause was seen from its begin to its
  /// end, and readings queued meanwhile may have a time before it.
  mutating func resume() { resumption = starts.last?.system }

  /// Has the next reading follow the last one, as the clock went back or too much was missed.
  mutating func breakOff(_ gap: PhoneMessage.Gap, seconds: Double?) {
    timeline.breakOff(gap, seconds: seconds)
  }

  /// Places a reading at the time `time` of the experiment, in s.
  ///
  /// - Returns: its place; nil if its time is not a time
  mutating func place(_ time: Double) -> PhoneTimeline.Place? {
    guard time.magnitude < Self.latest else { return nil }
    // Readings queued before START have its time; Android sends eight digits of it.
    let tolerance = max(1e-6, time.magnitude * 1e-7)
    let start =
      starts.last { $0.experiment <= time + tolerance || $0.system == resumption } ?? starts.first
    let source = Timestamp(nanoseconds: Int64((time * 1e9).rounded()))
    guard let start else { return timeline.place(source) }
    let system = start.system + (time - start.experiment)
    if let last, last.start != start.system {
      timeline.breakOff(
        last.run == run ? .paused : .cleared, seconds: system - last.system)
    }
    let place = timeline.place(source)
    if case .at = place { last = (run, start.system, system) }
    return place
  }
}
