// SPDX-License-Identifier: Apache-2.0

/// A frequency in hertz.
public typealias Hertz = Double

/// A magnitude of acceleration in m/s².
public typealias MetersPerSecondSquared = Double

/// An acceleration along the device's x, y and z axes, in m/s².
public typealias Acceleration = SIMD3<Double>

/// A vector as three numbers, for values that apps hold across an `await`.
///
/// A `SIMD3<Double>` is aligned to 32 bytes: in debug builds of Swift 6.3 an async function that
/// holds one may overrun its frame, which ends the process (swiftlang/swift#91639).
@usableFromInline
package struct PlainVector: Hashable, Sendable {
  // Another module uses these where it turns a reading.
  @usableFromInline package private(set) var x, y, z: Double

  package init(_ vector: SIMD3<Double>) {
    (x, y, z) = (vector.x, vector.y, vector.z)
  }

  package var simd: SIMD3<Double> {
    get { SIMD3(x, y, z) }
    set { self = Self(newValue) }
  }
}
