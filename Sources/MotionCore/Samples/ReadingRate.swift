extension [Reading] {
  /// The rate of these readings: that of the median of the times between them; nil of fewer than two.
  ///
  /// Gaps, and readings that were delivered in batches, do not change it.
  package var rate: Hertz? {
    let periods = zip(dropFirst(), self).map { $0.timestamp.nanoseconds(since: $1.timestamp) }
      .sorted()
    guard !periods.isEmpty, periods[periods.count / 2] > 0 else { return nil }
    return 1e9 / Hertz(periods[periods.count / 2])
  }
}
