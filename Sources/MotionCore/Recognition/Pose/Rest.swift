// SPDX-License-Identifier: Apache-2.0

/// A stretch of time while acceleration stays near a reference that follows slowly.
///
/// The reference follows with a time constant of two seconds: it absorbs a sensor's drift with
/// temperature.
struct Rest: Sendable {
  /// The time of the rest's first reading.
  private(set) var start = Timestamp(nanoseconds: 0)
  private var filter = GravityFilter(timeConstant: 2)
  /// The slow mean of the acceleration.
  var reference: SIMD3<Double> { filter.value }

  /// A rest without readings.
  init() {}

  /// Starts over with `value`, the smoothed acceleration.
  mutating func start(with value: SIMD3<Double>, at now: Timestamp) {
    start = now
    filter.start(with: value, at: now)
  }

  /// The distance of `value` from the reference.
  func deviation(of value: SIMD3<Double>) -> Double {
    (value - reference).length
  }

  /// The time since ``start`` in nanoseconds.
  func age(at now: Timestamp) -> Int64 {
    now.nanoseconds(since: start)
  }

  /// Takes the next value of the rest.
  mutating func process(_ value: SIMD3<Double>, at now: Timestamp) {
    filter.process(value, at: now)
  }
}

/// The noise of a sensor: the smallest deviation from rest in any second, as a root mean square.
struct QuietestSecond: Sendable {
  private var start: Timestamp?
  private var sum = 0.0
  private var count = 0.0
  /// The smallest deviation so far, in m/s²; nil before the first second is over.
  private(set) var noise: Double?

  /// Takes the deviation of the next reading, in m/s².
  mutating func process(_ deviation: Double, at now: Timestamp) {
    if let start, now.nanoseconds(since: start) >= 1_000_000_000 {
      let mean = (sum / count).squareRoot()
      noise = min(noise ?? mean, mean)
      (self.start, sum, count) = (now, 0, 0)
    }
    if start == nil { start = now }
    sum += deviation * deviation
    count += 1
  }
}
