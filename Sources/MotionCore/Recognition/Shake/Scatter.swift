/// The spread of acceleration in space over a span of time.
///
/// A time-weighted covariance: swings along one line leave nothing across it.
struct Scatter: Sendable {
  private var weight = 0.0
  private var sum = SIMD3<Double>.zero
  /// Sums of xx, yy and zz.
  private var squares = SIMD3<Double>.zero
  /// Sums of yz, zx and xy.
  private var products = SIMD3<Double>.zero

  /// Takes `value` (m/s²), which held for `seconds`.
  mutating func add(_ value: SIMD3<Double>, lasting seconds: Double) {
    let weighted = seconds * value
    weight += seconds
    sum += weighted
    squares += weighted * value
    products += SIMD3(weighted.y * value.z, weighted.z * value.x, weighted.x * value.y)
  }

  /// Takes another stretch.
  mutating func add(_ other: Scatter) {
    weight += other.weight
    sum += other.sum
    squares += other.squares
    products += other.products
  }

  /// The direction of the largest spread, and the share of the variance that lies across it.
  ///
  /// Found by power iteration, which converges fast just where it matters: when one direction
  /// dominates.
  ///
  /// - Parameter guess: a unit vector to start from
  /// - Returns: a unit vector, and the share from 0 (all along one line) to 2/3 (no direction)
  func principalDirection(
    from guess: SIMD3<Double>
  ) -> (direction: SIMD3<Double>, across: Double) {
    guard weight > 0 else { return (guess, 0) }
    let mean = sum / weight
    let diagonal = squares / weight - mean * mean
    let mixed = products / weight - SIMD3(mean.y * mean.z, mean.z * mean.x, mean.x * mean.y)
    let trace = diagonal.x + diagonal.y + diagonal.z
    var direction = guess
    var variance = 0.0
    for _ in 0..<Self.iterations {
      let image = SIMD3(
        diagonal.x * direction.x + mixed.z * direction.y + mixed.y * direction.z,
        mixed.z * direction.x + diagonal.y * direction.y + mixed.x * direction.z,
        mixed.y * direction.x + mixed.x * direction.y + diagonal.z * direction.z)
      variance = image.length
      guard variance > 0 else { return (guess, 0) }
      direction = image / variance
    }
    return (direction, max(0, 1 - variance / trace))
  }

  /// Enough for one per cent where the largest spread is twice the next.
  private static let iterations = 6
}
