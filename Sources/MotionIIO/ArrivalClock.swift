import MotionCore

/// Stamps scans that carry no timestamp: by their arrival, spread over the batch they came in.
struct ArrivalClock: Sendable {
  private let period: Int64
  private var last: Timestamp?
  private var upcoming = Timestamp(nanoseconds: 0)

  /// A clock for scans at `rate` Hz.
  init(rate: Double) {
    period = Int64(1e9 / max(rate, 0.001))
  }

  /// A batch of `scans` arrived at `arrival`: the last was taken then, the others before it.
  mutating func begin(scans: Int, at arrival: Timestamp) {
    upcoming = arrival.advanced(byNanoseconds: -period * Int64(scans - 1))
  }

  /// The time of the next scan of the batch: never before that of the scan before.
  mutating func next() -> Timestamp {
    let stamp = max(upcoming, last?.advanced(byNanoseconds: 1) ?? upcoming)
    upcoming = upcoming.advanced(byNanoseconds: period)
    last = stamp
    return stamp
  }
}
