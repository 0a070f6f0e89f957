// SPDX-License-Identifier: Apache-2.0

/// The quantities that tell taps from other motion, from reading to reading.
///
/// One-pole filters compute all of them: exact for any spacing of the readings, and turning with
/// the device.
struct TapSignal: Sendable {
  /// The state before the newest reading.
  struct Past: Sendable {
    /// The mean of the readings, with a time constant of 10 ms.
    var level: Acceleration
    /// The mean square of the jumps of the last 0.1 s.
    var square: Double
    /// The mean square of the jumps of the last 0.04 s.
    var shortSquare: Double
    /// The largest |difference| between acceleration as a hand moves it and its mean of a second,
    /// in the last half second: high while the device is moved, turned or carried, and after a
    /// fall.
    var agitation: Double

    /// The root mean square of the jumps of the last 0.1 s.
    var calm: Double { square.squareRoot() }
    /// The calm of the last 0.04 s.
    var shortCalm: Double { shortSquare.squareRoot() }
  }

  /// A Boolean value that indicates whether there was a reading; before the first one, the other
  /// values mean nothing.
  private(set) var hasBegun = false

  /// The newest reading minus the mean of the readings before it, with a time constant of 10 ms.
  private(set) var jump = Acceleration.zero
  /// The state before the newest reading.
  private(set) var past = Past(level: .zero, square: 0, shortSquare: 0, agitation: 0)
  /// The mean time between readings, in seconds.
  private(set) var period = 0.0
  /// The time of the first reading.
  private(set) var start = Timestamp(nanoseconds: 0)

  private var now = Timestamp(nanoseconds: 0)
  /// The mean of the readings, with a time constant of 10 ms.
  private(set) var fast = Acceleration.zero
  private var hand = Acceleration.zero
  private var mean = Acceleration.zero
  private var square = 0.0
  private var shortSquare = 0.0
  private var agitation = 0.0
  private var gains = Gains(after: 10_000_000)

  /// The gain of each filter for the time between two readings.
  private struct Gains: Sendable {
    let nanoseconds: Int64
    let seconds: Double
    let fast: Double
    let hand: Double
    let mean: Double
    let square: Double
    let shortSquare: Double
    let agitation: Double

    init(after nanoseconds: Int64) {
      let seconds = Double(nanoseconds) * 1e-9
      func gain(_ timeConstant: Double) -> Double {
        onePoleGain(after: seconds, timeConstant: timeConstant)
      }
      self.nanoseconds = nanoseconds
      self.seconds = seconds
      fast = gain(0.01)
      hand = gain(0.1)
      mean = gain(1)
      // A mean over a time is as old as a filter with half of it as the time constant.
      square = gain(0.05)
      shortSquare = gain(0.02)
      agitation = gain(0.5)
    }
  }

  /// Takes the next reading.
  ///
  /// - Returns: false for the first reading, which has no reading before it
  mutating func advance(to reading: Reading) -> Bool {
    guard hasBegun else {
      hasBegun = true
      (start, now) = (reading.timestamp, reading.timestamp)
      (fast, hand, mean) = (reading.acceleration, reading.acceleration, reading.acceleration)
      return false
    }
    let silence = reading.timestamp.nanoseconds(since: now)
    if silence != gains.nanoseconds { gains = Gains(after: silence) }
    period += (period == 0 ? 1 : gains.hand) * (gains.seconds - period)
    past = Past(level: fast, square: square, shortSquare: shortSquare, agitation: agitation)
    now = reading.timestamp
    jump = reading.acceleration - fast
    let size = jump.dot(jump)
    square += gains.square * (size - square)
    shortSquare += gains.shortSquare * (size - shortSquare)
    fast += gains.fast * jump
    hand += gains.hand * (reading.acceleration - hand)
    mean += gains.mean * (reading.acceleration - mean)
    agitation = max((1 - gains.agitation) * agitation, (hand - mean).length)
    return true
  }
}
