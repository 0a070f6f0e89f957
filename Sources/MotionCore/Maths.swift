// SPDX-License-Identifier: Apache-2.0

// The only file of MotionCore that imports a module: the standard library lacks these functions.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  // Embedded Swift has no module of the C library, but these call its functions.
  private func exp(_ x: Double) -> Double { _exp(x) }
  private func log(_ x: Double) -> Double { _log(x) }
  private func cos(_ x: Double) -> Double { _cos(x) }
#endif

/// e to the power of `x`.
func exponential(_ x: Double) -> Double {
  exp(x)
}

/// The natural logarithm of `x`.
func naturalLogarithm(_ x: Double) -> Double {
  log(x)
}

/// The cosine of an angle in degrees.
package func cosine(degrees: Double) -> Double {
  cos(degrees * .pi / 180)
}

/// The angle in degrees, from 0 to 180, whose cosine this is.
func degrees(cosine: Double) -> Double {
  SIMD3(1, 0, 0).degrees(to: SIMD3(cosine, (1 - cosine * cosine).squareRoot(), 0))
}

/// The share of the way that a one-pole low-pass filter moves toward its input in `seconds`.
///
/// Exact for any spacing of the readings, so that a filter means the same at every rate.
///
/// - Parameters:
///   - seconds: the time since the last input
///   - timeConstant: the filter's, in seconds
/// - Returns: 0 for no time, toward 1 for ever
func onePoleGain(after seconds: Double, timeConstant: Double) -> Double {
  1 - exponential(-seconds / timeConstant)
}

extension SIMD3<Double> {
  /// The scalar product with `other`.
  @inlinable
  package func dot(_ other: SIMD3<Double>) -> Double {
    x * other.x + y * other.y + z * other.z
  }

  /// The length, in the unit of the elements.
  @inlinable
  package var length: Double {
    dot(self).squareRoot()
  }

  /// The cosine of the angle to `other`; 0 if one of them has no direction.
  func cosine(to other: SIMD3<Double>) -> Double {
    let scale = (dot(self) * other.dot(other)).squareRoot()
    return scale > 0 ? dot(other) / scale : 0
  }

  /// The angle to `other` in degrees, from 0 to 180; 90 if one of them has no direction.
  func degrees(to other: SIMD3<Double>) -> Double {
    // The chord of the angle; halving the angle four times leaves an arc that three terms of its
    // series give.
    var chord = (2 - 2 * Swift.min(1, Swift.max(-1, cosine(to: other)))).squareRoot()
    for _ in 0..<4 { chord /= (2 + (4 - chord * chord).squareRoot()).squareRoot() }
    let sine = chord / 2
    let half = sine * (1 + sine * sine * (1.0 / 6 + sine * sine * 3 / 40))
    return half * 32 * 180 / .pi
  }
}

extension Int {
  /// A Boolean value that indicates whether this is 1, 10, 100 and so on: reports of a lasting
  /// trouble come at these counts.
  package var isPowerOfTen: Bool {
    var power = 1
    while power < self { power *= 10 }
    return power == self
  }
}
