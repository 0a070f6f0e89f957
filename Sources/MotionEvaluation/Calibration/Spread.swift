import MotionCore

/// How far readings are from their mean.
struct Spread: Hashable, Sendable {
  /// |mean acceleration| in m/s²: gravity, of a device at rest.
  var mean = 0.0
  /// The largest |acceleration - mean| in m/s².
  var peak = 0.0

  init(_ readings: [Reading]) {
    guard !readings.isEmpty else { return }
    let centre =
      readings.reduce(SIMD3<Double>.zero) { $0 + $1.acceleration } / Double(readings.count)
    mean = Self.length(centre)
    peak = readings.map { Self.length($0.acceleration - centre) }.max() ?? 0
  }

  private static func length(_ vector: SIMD3<Double>) -> Double {
    (vector * vector).sum().squareRoot()
  }
}
