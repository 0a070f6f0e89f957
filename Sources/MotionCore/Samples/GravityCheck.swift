// SPDX-License-Identifier: Apache-2.0

/// The check that readings are in m/s² with gravity: in their first calm second, the mean
/// acceleration is as long as gravity, within 15 %.
///
/// A sensor is off by a few percent; a wrong unit, scale or a lack of gravity by far more. A second
/// is calm if acceleration strays from its mean by less than 0.3 m/s² (root mean square), as in a
/// still hand, but not in a moving one. In a smaller unit, the limit is 3 % of the mean.
package enum GravityCheck: Hashable, Sendable {
  /// No second was calm so far.
  case unchecked(CalmSecond)
  /// The mean acceleration at rest is gravity.
  case confirmed
  /// The mean acceleration at rest is `mean` m/s² long, which is not gravity.
  case refused(mean: MetersPerSecondSquared)

  /// The magnitudes that are gravity, relative to the standard one.
  package static let range = 0.85...1.15
  /// The plausible averages of |a| of a device that never rests, in m/s²: gravity is part of it.
  package static let averages = 3.0...60

  /// A check before the first reading.
  package init() { self = .unchecked(CalmSecond()) }

  /// Takes the next reading; once the answer is known, it stays.
  package mutating func process(_ reading: Reading) {
    guard case .unchecked(var second) = self else { return }
    guard let mean = second.process(reading) else {
      self = .unchecked(second)
      return
    }
    let magnitude = mean.length
    let isGravity = Self.range.contains(magnitude / Reading.standardGravity)
    self = isGravity ? .confirmed : .refused(mean: magnitude)
  }

  /// The problem, in words that follow the name of the device or recording; nil unless the check
  /// refused the readings.
  package var problem: String? {
    guard case .refused(let mean) = self else { return nil }
    return Self.problem(mean: mean)
  }

  /// The problem with a mean acceleration of this length at rest, in m/s².
  package static func problem(mean: MetersPerSecondSquared) -> String {
    let cause =
      mean < 0.05 * Reading.standardGravity
      ? "gravity is missing"
      : range.contains(mean)
        ? "the readings are in g, not in m/s²"
        : "the readings are not in m/s², or the sensor is off"
    return "at rest |a| is \(mean.text(decimals: 2)), where gravity is 9.81 m/s²: \(cause)"
  }
}

/// The search for a second when the device is calm.
package struct CalmSecond: Hashable, Sendable {
  private static let length: Int64 = 1_000_000_000
  /// The fewest readings that tell whether a second was calm.
  private static let fewest = 4.0
  /// The largest root mean square of the deviations from the mean, in m/s², and relative to the
  /// mean where that is larger than gravity.
  private static let calm = 0.3

  private var start: Timestamp?
  private var last = Timestamp(nanoseconds: 0)
  private var count = 0.0
  private var mean = PlainVector(.zero)
  /// The sum of the squares of the deviations, by Welford's method.
  private var squares = 0.0

  package init() {}

  /// Takes a reading; if it ends a calm second, returns that second's mean acceleration in m/s².
  package mutating func process(_ reading: Reading) -> Acceleration? {
    guard reading.isPlausible else { return nil }
    let now = reading.timestamp
    var calmMean: Acceleration?
    let isNext = now > last && now.nanoseconds(since: last) <= GapRule.shortest
    if let start, !isNext || now.nanoseconds(since: start) >= Self.length {
      calmMean = isNext && isCalm ? mean.simd : nil
      self = CalmSecond()
    }
    if start == nil { start = now }
    last = now
    count += 1
    let deviation = reading.acceleration - mean.simd
    mean.simd += deviation / count
    squares += deviation.dot(reading.acceleration - mean.simd)
    return calmMean
  }

  private var isCalm: Bool {
    let limit = Self.calm * max(1, mean.simd.length / Reading.standardGravity)
    return count >= Self.fewest && squares < limit * limit * count
  }
}
