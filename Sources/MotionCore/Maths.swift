// The one file of MotionCore that imports anything: nothing in the standard library has these.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  // Embedded Swift has no module of the C library, but these call its functions.
  private func exp(_ x: Double) -> Double { _exp(x) }
  private func log(_ x: Double) -> Double { _log(x) }
#endif

/// e to the power of `x`.
func exponential(_ x: Double) -> Double {
  exp(x)
}

/// The natural logarithm of `x`.
func naturalLogarithm(_ x: Double) -> Double {
  log(x)
}

/// The share of the way that a one-pole low-pass filter moves towards its input in `seconds`.
///
/// Exact for any spacing of the readings, so that a filter means the same at every rate.
///
/// - Parameters:
///   - seconds: the time since the last input
///   - timeConstant: the filter's, in seconds
/// - Returns: 0 for no time, towards 1 for ever
func onePoleGain(after seconds: Double, timeConstant: Double) -> Double {
  1 - exponential(-seconds / timeConstant)
}

extension SIMD3<Double> {
  /// The scalar product with `other`.
  func dot(_ other: SIMD3<Double>) -> Double {
    x * other.x + y * other.y + z * other.z
  }

  /// The length, in the unit of the elements.
  package var length: Double {
    dot(self).squareRoot()
  }
}
