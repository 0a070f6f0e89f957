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
  }

  /// The shortest time in ns between two readings of a phone: closer times are times of arrival.
  private static let leastStep: Int64 = 1_000_000
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
      bunches = Self.bunches(times, closerThan: Self.closeness(of: times))
    }
    shared.isAllAtOnce = bunches.count == 1 && times.count > 1
    guard bunches.count > 1, bunches.count < times.count else { return }
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
      let step = min(index < steps.count ? steps[index] : median, Self.longestGap * median)
      for row in bunch.dropFirst() {
        setTime(starts[index] + Int64(Double(row - bunch.lowerBound) * step), of: row)
      }
      shared.spaced += bunch.count - 1
      shared.largest = max(shared.largest, bunch.count)
    }
  }

  /// The rows whose times are less than `step` after the one before, together.
  private static func bunches(_ times: [Int64], closerThan step: Int64) -> [Range<Int>] {
    var starts = [0]
    for row in times.indices.dropFirst() where times[row] - times[row - 1] >= step {
      starts.append(row)
    }
    return zip(starts, starts.dropFirst() + [times.count]).map { $0..<$1 }
  }

  /// The step below which two times are of one bunch: a tenth of the mean step, without pauses.
  private static func closeness(of times: [Int64]) -> Int64 {
    let steps = zip(times.dropFirst(), times).map { $0 - $1 }.sorted()
    let usual = steps.prefix(max(1, steps.count * 98 / 100))
    let mean = usual.reduce(0.0) { $0 + Double($1) } / Double(usual.count)
    return min(leastStep, Int64(mean / 10))
  }

  /// True if at least a quarter of the rows come with the row before.
  private static func isBunched(_ times: [Int64]) -> Bool {
    // One row may be left, after its repetitions were.
    guard times.count > 1 else { return false }
    let closeness = closeness(of: times)
    let close = zip(times.dropFirst(), times).count { $0 - $1 < closeness }
    return 4 * close >= times.count
  }
}
