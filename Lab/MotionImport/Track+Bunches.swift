// SPDX-License-Identifier: Apache-2.0

/// Times that several rows share, as apps write them whose system delivers readings in bunches.
///
/// Android delivers batches of readings; phyphox and other apps give all of a batch one time, or
/// the times of their arrival, fractions of a millisecond apart. Such rows are readings of the time
/// until the next bunch, and are spaced evenly until then. A row that repeats the one before is no
/// reading of its own: AndroSensor writes some while it is in the background.
extension Track {
  /// The repair of times that rows share.
  struct SharedTimes: Hashable {
    /// The number of rows left out because they repeat the one before.
    var repeated = 0
    /// The number of rows that got a time of their own.
    var spaced = 0
    /// The largest number of rows in a bunch.
    var largest = 1
    /// True if all rows have one time, which says nothing of their rate.
    var isAllAtOnce = false
    /// The number of sensors that the rows of one time are probably of.
    var sensors = 1
  }

  /// The shortest time in ns between two readings of a phone: closer times are times of arrival.
  static let leastStep: Int64 = 2_000_000
  /// The longest gap that a bunch is spread over, relative to the median of all bunches.
  private static let longestGap = 2.0

  /// Gives each row a time of its own.
  mutating func settleTimes() {
    let rows = times.indices
    guard rows.count > 1 else { return }
    // Before any row is left out: a single time does not show what repeats.
    guard times.first != times.last else {
      shared.isAllAtOnce = true
      return
    }
    var bunches = Self.bunches(times, closerThan: 1)
    guard bunches.count < rows.count || Self.isBunched(times) else { return }
    let isRepeating = bunches.allSatisfy { bunch in
      bunch.allSatisfy { values[$0] == values[bunch.lowerBound] }
    }
    if isRepeating {
      shared.repeated += rows.count - bunches.count
      keep(bunches.map(\.lowerBound))
      bunches = Self.bunches(times, closerThan: 1)
    }
    if Self.isBunched(times) {
      // A clock that sticks leaps by milliseconds, too, within a bunch.
      bunches = Self.bunches(times, closerThan: Int64(Self.meanStep(of: times) / 3))
    }
    shared.isAllAtOnce = bunches.count == 1 && times.count > 1
    guard bunches.count > 1, bunches.count < times.count else { return }
    shared.sensors = Self.sensors(in: bunches, values)
    space(bunches)
  }

  /// Spaces the rows of each bunch evenly until the next bunch.
  private mutating func space(_ bunches: [Range<Int>]) {
    let starts = bunches.map { times[$0.lowerBound] }
    let steps = zip(bunches, zip(starts, starts.dropFirst())).map { bunch, edge in
      Double(edge.1 - edge.0) / Double(bunch.count)
    }
    let median = steps.sorted()[steps.count / 2]
    for (index, bunch) in bunches.enumerated() where bunch.count > 1 {
      // Behind the last bunch, and before a pause, nothing says how long the bunch took.
      let known = index < steps.count && steps[index] <= Self.longestGap * median
      let step = known ? steps[index] : median
      for row in bunch.dropFirst() {
        setTime(starts[index] + Int64(Double(row - bunch.lowerBound) * step), of: row)
      }
      shared.spaced += bunch.count - 1
      shared.largest = max(shared.largest, bunch.count)
    }
  }

  /// The number of sensors whose rows have one time each, if all bunches have as many rows, and
  /// each sensor goes on more smoothly than the rows do; else 1.
  private static func sensors(in bunches: [Range<Int>], _ values: [SIMD3<Double>]) -> Int {
    let count = bunches[0].count
    guard (2...4).contains(count), bunches.dropLast().allSatisfy({ $0.count == count }) else {
      return 1
    }
    return values.goOnMoreSmoothly(by: count) ? count : 1
  }

  /// The rows whose times are less than `step` after the one before, together.
  private static func bunches(_ times: [Int64], closerThan step: Int64) -> [Range<Int>] {
    var starts = [0]
    for row in times.indices.dropFirst() where times[row] - times[row - 1] >= step {
      starts.append(row)
    }
    return zip(starts, starts.dropFirst() + [times.count]).map { $0..<$1 }
  }

  /// The mean step in ns without pauses.
  private static func meanStep(of times: [Int64]) -> Double {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    let usual = steps.prefix(max(1, steps.count * 98 / 100))
    return usual.reduce(0.0) { $0 + Double($1) } / Double(usual.count)
  }

  /// True if at least a quarter of the rows come with the row before.
  private static func isBunched(_ times: [Int64]) -> Bool {
    // One row may be left, after its repetitions were.
    guard times.count > 1 else { return false }
    // A leap of a millisecond is a fifth of the mean step at 200 Hz.
    let closeness = min(leastStep, Int64(meanStep(of: times) / 4))
    let close = zip(times.dropFirst(), times).count { $0 - $1 < closeness }
    return 4 * close >= times.count
  }
}

extension [SIMD3<Double>] {
  /// True if most values are much closer to the one `count` rows before than to their neighbor.
  func goOnMoreSmoothly(by count: Int) -> Bool {
    func jumps(_ step: Int) -> Double {
      let jumps = zip(dropFirst(step), self).map { (($0 - $1) * ($0 - $1)).sum().squareRoot() }
      return jumps.isEmpty ? 0 : jumps.sorted()[jumps.count / 2]
    }
    return jumps(1) > 2 * jumps(count)
  }
}
