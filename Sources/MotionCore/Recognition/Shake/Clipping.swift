/// The recognition of readings that are clipped: at the end of the sensor's range.
///
/// The range is not known; it is taken from the readings. A strong motion never repeats a value to
/// the last digit, except at the end of the range. A larger value later on shows that it was not
/// the end.
struct Clipping: Sendable {
  /// The end of the range in m/s², the same for all axes; infinite until it is seen.
  private var limit = Double.infinity

  /// Takes the next reading, in m/s².
  ///
  /// - Parameters:
  ///   - value: the reading
  ///   - last: the one before
  /// - Returns: true if an axis of `value` is clipped
  mutating func take(_ value: SIMD3<Double>, after last: SIMD3<Double>) -> Bool {
    // Most readings are short.
    let least = ShakeConstants.smallestRange
    guard value.dot(value) >= least * least else { return false }
    var isClipped = false
    for axis in 0..<3 {
      let size = abs(value[axis])
      guard size >= least else { continue }
      if size > limit * (1 + ShakeConstants.rangeTolerance) { limit = .infinity }
      if value[axis] == last[axis] { limit = min(limit, size) }
      if size >= limit * (1 - ShakeConstants.rangeTolerance) { isClipped = true }
    }
    return isClipped
  }
}
