// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The times of the readings of a phone, placed on one clock that only goes forward.
///
/// It is the phone's clock as long as that runs on. Where it breaks off (a pause, a new run, a
/// jump), the next reading follows the last at the time that passed, and at least a second later:
/// whoever reads the recording sees the gap.
struct PhoneTimeline: Sendable {
  /// The place of a reading.
  enum Place: Hashable {
    /// Its time, and the gap before it.
    case at(Timestamp, PhoneMessage?)
    /// It is not later than the one before.
    case late
  }

  /// The longest time between two readings without a gap, as in motiond: 250 ms, or four periods.
  private static let silence: Int64 = 250_000_000
  private static let periods: Int64 = 4
  /// The shortest and the longest gap where the clock breaks off: 1 s, and 30 days.
  private static let shortestBreak = 1.0
  private static let longestBreak = 30 * 86_400.0
  /// A longer step than a day is a jump of the clock.
  private static let longestStep: Int64 = 86_400_000_000_000
  /// A later time than 31 years cannot be gone on from: such a clock is made to begin at 0.
  private static let latestStart: UInt64 = 1_000_000_000_000_000_000

  private struct Anchor {
    /// A time by the phone's clock, and its place.
    var source: Timestamp
    var place: Timestamp
  }

  private struct Stream {
    var anchor: Anchor
    /// The last reading, by the phone's clock and in the recording.
    var source: Timestamp
    var place: Timestamp
    /// The last two times between readings in ns; 0 if there were none.
    var spacings: (Int64, Int64) = (0, 0)
  }

  private enum State {
    case empty
    case running(Stream)
    /// The clock breaks off; the next reading is `seconds` later.
    case broken(Stream, PhoneMessage.Gap, seconds: Double)
  }

  private var state = State.empty

  /// The last place; nil without readings.
  var last: Timestamp? {
    switch state {
    case .empty: nil
    case .running(let stream), .broken(let stream, _, _): stream.place
    }
  }

  /// Has the next reading follow the last one `seconds` later, whatever its time.
  mutating func breakOff(_ gap: PhoneMessage.Gap, seconds: Double?) {
    switch state {
    case .empty: return
    case .running(let stream), .broken(let stream, _, _):
      let seconds = seconds ?? Self.shortestBreak
      let isPlausible = seconds >= Self.shortestBreak && seconds <= Self.longestBreak
      state = .broken(stream, gap, seconds: isPlausible ? seconds : Self.shortestBreak)
    }
  }

  /// Places the next reading, of a time by the phone's clock; `elapsed` are the seconds since the
  /// one before, if they are known otherwise.
  mutating func place(_ source: Timestamp, elapsed: Double? = nil) -> Place {
    switch state {
    case .empty:
      let isSound = source.nanoseconds.magnitude < Self.latestStart
      let place = isSound ? source : Timestamp(nanoseconds: 0)
      begin(source, at: place)
      return .at(place, nil)
    case .broken(let stream, let gap, let seconds):
      let place = stream.place.advanced(byNanoseconds: Int64(seconds * 1e9))
      begin(source, at: place)
      return .at(place, .gap(gap, seconds: seconds))
    case .running(let stream):
      let step = source.nanoseconds(since: stream.source)
      if step > Self.longestStep || step < -Self.silence {
        breakOff(.clock, seconds: elapsed)
        return place(source)
      }
      guard step > 0 else { return .late }
      return follow(stream, source, after: step)
    }
  }

  private mutating func begin(_ source: Timestamp, at place: Timestamp) {
    state = .running(
      Stream(anchor: Anchor(source: source, place: place), source: source, place: place))
  }

  private mutating func follow(
    _ stream: Stream, _ source: Timestamp, after step: Int64
  ) -> Place {
    var next = stream
    next.source = source
    next.place = stream.anchor.place.advanced(
      byNanoseconds: source.nanoseconds(since: stream.anchor.source))
    next.spacings = (stream.spacings.1, step)
    state = .running(next)
    let period = min(stream.spacings.0, stream.spacings.1)
    guard step > max(Self.silence, period * Self.periods) else { return .at(next.place, nil) }
    return .at(next.place, .gap(.missing, seconds: Double(step) * 1e-9))
  }
}
