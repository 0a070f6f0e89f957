// SPDX-License-Identifier: Apache-2.0

/// The quantities in which taps differ from other motion, from reading to reading.
///
/// All of them are one-pole filters, exact for any spacing of the readings, and turn with the
/// device.
struct TapSignal: Sendable {
  /// The state before the newest reading.
  struct Past: Sendable {
    /// The mean of the readings, of a time constant of 10 ms.
    var level: Acceleration
    /// The root mean square of the jumps of the last 0.1 s.
    var calm: Double
    /// The calm of the last 0.04 s.
    var shortCalm: Double
    /// The largest |difference| between acceleration as a hand moves it and its mean of a second,
    /// in the last half second: high while the device is moved, turned or carried, and after a
    /// fall.
    var agitation: Double
  }

  /// The newest reading less the mean of the readings before it, of a time constant of 10 ms.
  private(set) var jump = Acceleration.zero
  /// The state before the newest reading.
  private(set) var past = Past(
    level: .zero, calm: 0, shortCalm: 0, agitation: 0)
  /// The mean time between readings, in seconds.
  private(set) var period = 0.0
  /// The time of the first reading.
  let start: Timestamp

  private var now: Timestamp
  /// The mean of the readings, of a time constant of 10 ms.
  private(set) var fast: Acceleration
  private var hand: Acceleration
  private var mean: Acceleration
  private var square = 0.0
  private var shortSquare = 0.0
  private var agitation = 0.0
  private var gains = Gains(after: 0.01)

  /// The gain of each filter for the time between two readings.
  private struct Gains: Sendable {
    let seconds: Double
    let fast: Double
    let hand: Double
    let mean: Double
    let square: Double
    let shortSquare: Double
    let agitation: Double

    init(after seconds: Double) {
      func gain(_ timeConstant: Double) -> Double {
        onePoleGain(after: seconds, timeConstant: timeConstant)
      }
      self.seconds = seconds
      fast = gain(0.01)
      hand = gain(0.1)
      mean = gain(1)
      // A mean over a time is as old as one of half of it for time constant.
      square = gain(0.05)
      shortSquare = gain(0.02)
      agitation = gain(0.5)
    }
  }

  /// A signal that starts with `reading`.
  init(startingWith reading: Reading) {
    start = reading.timestamp
    now = reading.timestamp
    fast = reading.acceleration
    hand = reading.acceleration
    mean = reading.acceleration
  }

  /// Takes the next reading.
  mutating func advance(to reading: Reading) {
    let seconds = reading.timestamp.seconds(since: now)
    if seconds != gains.seconds { gains = Gains(after: seconds) }
    period += (period == 0 ? 1 : gains.hand) * (seconds - period)
    past = Past(
      level: fast, calm: square.squareRoot(), shortCalm: shortSquare.squareRoot(),
      agitation: agitation)
    now = reading.timestamp
    jump = reading.acceleration - fast
    let size = jump.dot(jump)
    square += gains.square * (size - square)
    shortSquare += gains.shortSquare * (size - shortSquare)
    fast += gains.fast * jump
    hand += gains.hand * (reading.acceleration - hand)
    mean += gains.mean * (reading.acceleration - mean)
    agitation = max((1 - gains.agitation) * agitation, (hand - mean).length)
  }
}
