// SPDX-License-Identifier: Apache-2.0

extension [Reading] {
  /// The rate of these readings, by the median of the times between them; nil for fewer than two.
  ///
  /// Gaps, and readings that were delivered in batches, do not change it.
  package var rate: Hertz? {
    let periods = zip(dropFirst(), self).map { $0.timestamp.nanoseconds(since: $1.timestamp) }
      .sorted()
    guard !periods.isEmpty, periods[periods.count / 2] > 0 else { return nil }
    return 1e9 / Hertz(periods[periods.count / 2])
  }
}

/// The mean spacing of the readings of a stream.
package struct MeanSpacing: Sendable {
  private var first: Timestamp?
  private var last: Timestamp?
  /// The number of readings.
  package private(set) var count = 0

  /// The spacing of an empty stream.
  package init() {}

  /// Adds the next readings; neither the first nor the last may have a damaged time.
  package mutating func add(_ readings: ArraySlice<Reading>) {
    first = first ?? readings.first { $0.timestamp.isPlausible }?.timestamp
    last = readings.last { $0.timestamp.isPlausible }?.timestamp ?? last
    count += readings.count
  }

  /// The mean time between readings in s; nil for fewer than two.
  package var period: Double? { seconds.map { $0 / Double(count - 1) } }

  /// The mean rate; nil for fewer than two readings.
  package var rate: Hertz? { seconds.map { Double(count - 1) / $0 } }

  private var seconds: Double? {
    guard count > 1, let first, let last, last > first else { return nil }
    return last.seconds(since: first)
  }
}
