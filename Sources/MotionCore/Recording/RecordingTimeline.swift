// SPDX-License-Identifier: Apache-2.0

/// The timeline of a recording under way: its timestamps increase whatever the clock does.
///
/// The timeline holds a reading that is earlier than the one before, or much later, until the next
/// reading shows the reason:
/// - If the next reading follows the held one, the clock stepped back. Both move, with all later
///   readings: the held one is now a second after the last, which is a gap in a replay.
/// - If the held one is later, the accelerometer was silent for a while.
/// - Else its timestamp was wrong, and the timeline drops it.
package struct RecordingTimeline: Sendable {
  /// The longest time between readings that needs no confirmation: 10 s.
  static let longestStep: Int64 = 10_000_000_000
  /// The time from the last reading before a step back to the first one after it.
  static let gap: Int64 = 1_000_000_000

  private enum State: Hashable {
    case empty
    /// The last reading, by the clock of the accelerometer.
    case running(last: Timestamp)
    /// After `last` came this reading, which is early or much later.
    case doubtful(last: Timestamp, held: Reading)
  }

  private var state = State.empty
  /// The time in ns that the timeline adds to the clock's times.
  private var offset: Int64 = 0
  /// The time of the last reading in the recording.
  private var end: Timestamp?

  /// The number of dropped readings.
  package private(set) var dropped = 0
  /// The number of times that the clock stepped back.
  package private(set) var steps = 0

  /// A timeline without readings.
  package init() {}

  /// Adds the next reading of the accelerometer.
  ///
  /// - Returns: the readings that follow in the recording, at most two, with their times there
  package mutating func add(_ reading: Reading) -> [Reading] {
    guard reading.isPlausible else {
      dropped += 1
      return []
    }
    switch state {
    case .empty:
      state = .running(last: reading.timestamp)
      return admitted([reading])
    case .running(let last):
      return continued(from: last, with: reading)
    case .doubtful(let last, _) where Self.follows(reading, last):
      dropped += 1
      return continued(from: last, with: reading)
    case .doubtful(let last, let held) where Self.follows(reading, held.timestamp):
      if held.timestamp <= last {
        steps += 1
        let step = last.advanced(byNanoseconds: Self.gap).nanoseconds(since: held.timestamp)
        // Beyond the ends of the clock no reading is later, and the timeline drops all.
        offset = offset.addingReportingOverflow(step).partialValue
      }
      state = .running(last: reading.timestamp)
      return admitted([held, reading])
    case .doubtful(let last, _):
      dropped += 1
      return continued(from: last, with: reading)
    }
  }

  private mutating func continued(from last: Timestamp, with reading: Reading) -> [Reading] {
    if Self.follows(reading, last) {
      state = .running(last: reading.timestamp)
      return admitted([reading])
    }
    let isLate =
      reading.timestamp <= last
      && last.nanoseconds(since: reading.timestamp) <= GapRule.shortest
    if isLate {
      dropped += 1
      state = .running(last: last)
    } else {
      state = .doubtful(last: last, held: reading)
    }
    return []
  }

  /// `readings` with their times in the recording, without readings that would not be later.
  private mutating func admitted(_ readings: [Reading]) -> [Reading] {
    readings.compactMap { reading in
      var reading = reading
      reading.timestamp = reading.timestamp.advanced(byNanoseconds: offset)
      guard RecordingFormat.admits(reading, after: end) else {
        dropped += 1
        return nil
      }
      end = reading.timestamp
      return reading
    }
  }

  private static func follows(_ reading: Reading, _ last: Timestamp) -> Bool {
    reading.timestamp > last && reading.timestamp.nanoseconds(since: last) <= longestStep
  }
}
