// SPDX-License-Identifier: Apache-2.0

/// Averages the readings of a fast sensor to the 200 to 404 Hz that detectors are made for.
///
/// Readings at 1000 Hz, for example, become the mean of each three, at 333 Hz. At 404 Hz and less
/// all readings pass as they are. A sensor that measures at that rate by itself averages, too. A
/// mean has the time of its last reading, so that the stream's times go on increasing.
struct Decimator: Hashable, Sendable {
  /// A reading on its way to the detectors.
  enum Part: Hashable, Sendable {
    /// A reading of a stream that is not averaged.
    case whole
    /// A mean of readings.
    case mean
    /// A reading that a mean has in it: for a knock, which is shorter than a mean.
    case single
  }

  /// The highest rate that passes: 400 Hz, and 1 % for a clock that is fast.
  ///
  /// At 410 Hz the shake's rules take a shake of 5 Hz for blows.
  static let highestRate: Hertz = 404
  /// The number of periods over which it measures the rate; late and bunched readings cancel out.
  private static let window = 32
  /// The longest time from a mean's first reading to its last in nanoseconds: more is a hole.
  private static let longest: Int64 = 10_000_000

  /// The first reading's time of those that measure the rate; nil before it.
  private var start: Timestamp?
  /// The number of readings until the rate is known.
  private var due = 0
  /// The number of readings in a mean.
  private var factor = 1
  private var isAveraging = false
  private var mean = Mean()

  private struct Mean: Hashable {
    var count = 0
    var start = Timestamp(nanoseconds: 0)
    var end = Timestamp(nanoseconds: 0)
    var sum = Acceleration.zero
  }

  /// Takes the next reading, which is later than the one before.
  ///
  /// - Parameters:
  ///   - reading: the reading
  ///   - body: called for what the detectors get, in order of time
  @inline(__always)
  mutating func process(_ reading: Reading, _ body: (Reading, Part) -> Void) {
    due -= 1
    if due < 0 { measure(until: reading.timestamp) }
    if isAveraging { average(reading, body) } else { body(reading, .whole) }
  }

  /// Ends the stream: `body` gets the mean of the readings that are in none yet.
  mutating func end(_ body: (Reading, Part) -> Void) {
    if mean.count > 0 { body(take(), .mean) }
    self = Decimator()
  }

  /// Measures the rate, and begins the next window.
  @inline(never)
  private mutating func measure(until now: Timestamp) {
    if let start {
      let rate = Double(Self.window) * 1e9 / Double(now.nanoseconds(since: start))
      factor = max(1, Int((rate / Self.highestRate).rounded(.up)))
      isAveraging = factor > 1 || mean.count > 0
    }
    (start, due) = (now, Self.window - 1)
  }

  @inline(never)
  private mutating func average(_ reading: Reading, _ body: (Reading, Part) -> Void) {
    if mean.count > 0, reading.timestamp.nanoseconds(since: mean.start) > Self.longest {
      body(take(), .mean)
    }
    if mean.count == 0 { mean.start = reading.timestamp }
    mean.count += 1
    mean.end = reading.timestamp
    mean.sum += reading.acceleration
    body(reading, .single)
    if mean.count >= factor { body(take(), .mean) }
  }

  /// Takes the mean of the readings so far, and begins the next.
  private mutating func take() -> Reading {
    defer { (mean, isAveraging) = (Mean(), factor > 1) }
    return Reading(timestamp: mean.end, acceleration: mean.sum / Double(mean.count))
  }
}
