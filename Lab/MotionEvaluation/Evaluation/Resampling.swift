// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// Readings as a sensor of another rate would have given them.
///
/// Method: each new value is the mean of the readings around it, weighted by a low-pass kernel
/// (`WindowedSinc`, cut off at 0.45 of the lower of the two rates, so that nothing folds into the
/// new band) and by the time that each of them stands for, divided by the sum of the weights. So a
/// constant stays what it was to the last bit, at the edges too, and the timestamps of the readings
/// need only be roughly uniform. The first and the last 16 periods of the lower rate see one side
/// only and keep less of fast motion.
///
/// A silence of more than 250 ms is a gap, as to the recognizer: each side of it is resampled by
/// itself, from its first reading on. In a shorter one straight lines stand in for the readings
/// that are missing.
///
/// - Units: rates in Hz, acceleration as it comes.
/// - Clock: the readings' own.
public struct Resampling: Hashable, Sendable {
  /// From this many mean periods on a silence is filled: the kernel needs a reading near its peak.
  private static let longestSpacing = 1.5
  private static let kernel = WindowedSinc()

  /// The new rate in Hz.
  public let rate: Double

  /// A resampling to `rate` (in Hz, above 0).
  public init(rate: Double) {
    precondition(rate > 0 && rate.isFinite, "a rate is above 0")
    self.rate = rate
  }

  /// The `readings` at the new rate.
  ///
  /// - Parameter readings: with strictly increasing timestamps
  /// - Returns: readings one period of the new rate apart, from the first timestamp after each gap
  ///   to the last one before the next
  /// - Complexity: O(*n* + *m*) for *n* readings and *m* new ones, some 32 steps each.
  public func applied(to readings: [Reading]) -> [Reading] {
    var result: [Reading] = []
    var start = readings.startIndex
    for index in readings.indices {
      let next = index + 1
      let isLast =
        next == readings.endIndex
        || readings[next].timestamp.nanoseconds(since: readings[index].timestamp)
          > GapRule.shortest
      guard isLast else { continue }
      resample(readings[start..<next], into: &result)
      start = next
    }
    return result
  }

  /// Resamples a stretch without gaps.
  private func resample(_ stretch: ArraySlice<Reading>, into result: inout [Reading]) {
    guard let first = stretch.first, let last = stretch.last, stretch.count > 1 else {
      result += stretch
      return
    }
    let duration = last.timestamp.seconds(since: first.timestamp)
    let points = Self.points(stretch, period: duration / Double(stretch.count - 1))
    let lowerRate = min(rate, Double(stretch.count - 1) / duration)
    var near = 0..<0
    // A millionth of a period: a last reading on the grid must not be lost to rounding.
    for index in 0...Int(duration * rate + 1e-6) {
      let time = Double(index) / rate
      while near.upperBound < points.count,
        (points[near.upperBound].time - time) * lowerRate < WindowedSinc.reach
      {
        near = near.lowerBound..<near.upperBound + 1
      }
      while (time - points[near.lowerBound].time) * lowerRate >= WindowedSinc.reach {
        near = near.lowerBound + 1..<near.upperBound
      }
      var sum = SIMD3<Double>.zero
      var weights = 0.0
      for point in points[near] {
        let weight = point.share * Self.kernel.weight(at: (point.time - time) * lowerRate)
        sum += weight * point.difference
        weights += weight
      }
      result.append(
        Reading(
          timestamp: first.timestamp.advanced(byNanoseconds: Int64((time * 1e9).rounded())),
          acceleration: first.acceleration + sum / weights))
    }
  }

  /// A reading to be averaged.
  private struct Point {
    /// Seconds since the first.
    var time: Double
    /// From the first, so that a constant adds exact zeros.
    var difference: SIMD3<Double>
    /// The seconds that it stands for: half of the way to each of its neighbors.
    var share = 0.0
  }

  /// The readings of a stretch, and on straight lines between them those that are missing.
  private static func points(_ stretch: ArraySlice<Reading>, period: Double) -> [Point] {
    guard let first = stretch.first else { return [] }
    var points: [Point] = []
    points.reserveCapacity(stretch.count)
    for reading in stretch {
      let point = Point(
        time: reading.timestamp.seconds(since: first.timestamp),
        difference: reading.acceleration - first.acceleration)
      if let before = points.last, point.time - before.time > longestSpacing * period {
        let steps = ((point.time - before.time) / period).rounded(.up)
        for step in 1..<Int(steps) {
          let share = Double(step) / steps
          points.append(
            Point(
              time: before.time + share * (point.time - before.time),
              difference: before.difference + share * (point.difference - before.difference)))
        }
      }
      points.append(point)
    }
    for index in points.indices.dropFirst() {
      let half = (points[index].time - points[index - 1].time) / 2
      points[index - 1].share += half
      points[index].share += half
    }
    return points
  }
}
