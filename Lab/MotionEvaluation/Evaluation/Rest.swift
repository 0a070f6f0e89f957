import MotionCore
import MotionSynthesis

/// Rest put behind readings that break off in mid-motion, so that a verdict can appear.
///
/// An 80 ms fade from the last reading to 9.80665 m/s² along the mean direction of the readings,
/// then rest there, with noise of 0.08 m/s².
public struct Rest: Sendable {
  private static let fade = 0.080
  private static let noise = 0.08
  private static let shortestPeriod: Int64 = 100_000

  /// The duration in seconds, the fade included.
  public var duration: Double

  /// A rest of `duration` seconds.
  public init(duration: Double = 2) {
    self.duration = duration
  }

  /// `readings` with this rest behind them, at their own mean rate.
  public func appended(to readings: [Reading]) -> [Reading] {
    guard let first = readings.first, let last = readings.last, readings.count > 1 else {
      return readings
    }
    let mean =
      readings.reduce(SIMD3<Double>.zero) { $0 + $1.acceleration } / Double(readings.count)
    let length = (mean * mean).sum().squareRoot()
    let resting =
      length > 0 ? mean * (Reading.standardGravity / length) : SIMD3(0, 0, Reading.standardGravity)
    // Timestamps in another unit must not ask for millions of readings.
    let period = max(
      Self.shortestPeriod,
      last.timestamp.nanoseconds(since: first.timestamp) / Int64(readings.count - 1))
    // Always the same noise, so that an evaluation repeats to the last digit.
    var random = SeededGenerator(seed: 1)
    let count = Int(duration * 1e9 / Double(period))
    return readings
      + (1...max(1, count)).map { step in
        let seconds = Double(Int64(step) * period) * 1e-9
        let share = min(1, seconds / Self.fade)
        let value = last.acceleration + share * (resting - last.acceleration)
        return Reading(
          timestamp: last.timestamp.advanced(byNanoseconds: Int64(step) * period),
          acceleration: value + random.normalVector(deviation: Self.noise))
      }
  }
}
