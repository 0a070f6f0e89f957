// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The times of a reader's looks for readings, in nanoseconds of `CLOCK_MONOTONIC`.
///
/// A rest makes the looks at a buffer rarer, as far as all demands can wait: by whole intervals, so
/// that the first look at a movement is one of the usual ones.
struct LookTimes: Hashable, Sendable {
  /// The time of the next look.
  private(set) var due: Int64
  private var waiting: SessionWaiting
  /// The time from the last look to the next.
  private var interval: Int64
  private var rest = RestCheck()

  /// Looks for the readings of a session that waits in this way, the first of them after an
  /// interval.
  init(_ waiting: SessionWaiting, at now: Int64) {
    self.waiting = waiting
    interval = waiting.interval
    due = now + interval
  }

  /// Takes a way of waiting that may have changed, and a patience that may have: a demand that
  /// cannot wait gets the next look after a usual interval.
  mutating func adapt(to waiting: SessionWaiting, _ patience: Int64, at now: Int64) {
    self.waiting = waiting
    interval = next(patience)
    due = min(due, now + interval)
  }

  /// Returns the number of looks that a look misses which comes `lateness` after its time.
  func missed(_ lateness: Int64) -> Int64 { lateness / interval }

  /// Takes a look, which missed some and found `readings`: sets the time of the next.
  mutating func advance(over missed: Int64, _ readings: ArraySlice<Reading>, _ patience: Int64) {
    due += missed * interval
    if case .buffer = waiting, patience > 0 {
      rest.process(readings)
    } else {
      rest = RestCheck()
    }
    interval = next(patience)
    due += interval
  }

  private func next(_ patience: Int64) -> Int64 {
    switch waiting {
    case .descriptor, .timer: waiting.interval
    case .buffer(let usual):
      rest.isResting ? max(usual, (patience + usual - 1) / usual * usual) : usual
    }
  }
}

extension SessionWaiting {
  /// The usual interval of looks, in nanoseconds.
  fileprivate var interval: Int64 {
    switch self {
    case .timer(let interval), .buffer(let interval): interval
    // No such session has looks; the interval is never used.
    case .descriptor: SamplingMode.gathering
    }
  }
}
