/// The recent mean and mean square of acceleration, which a shake must exceed.
struct Background: Sendable {
  /// The mean acceleration in m/s²: the estimate of gravity.
  private(set) var gravity: SIMD3<Double>
  /// The mean square of what is left without it, in (m/s²)².
  private(set) var meanSquare = 0.0
  private let start: Timestamp

  /// A background of which only one value is known.
  ///
  /// The agitation starts at zero: a shake in the very first second must not hide itself.
  init(startingAt value: SIMD3<Double>, timestamp: Timestamp) {
    gravity = value
    start = timestamp
  }

  /// Takes the filtered `value` at `timestamp`, `seconds` after the last one.
  mutating func update(
    _ value: SIMD3<Double>, at timestamp: Timestamp, after seconds: Double, _ gains: FilterGains
  ) {
    // Until the time constant has passed once this is the plain mean, which starts right.
    let meanGain = seconds / timestamp.seconds(since: start)
    gravity += max(gains.gravity, meanGain) * (value - gravity)
    let rest = value - gravity
    meanSquare += gains.agitation * (rest.dot(rest) - meanSquare)
  }
}
