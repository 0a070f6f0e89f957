// SPDX-License-Identifier: Apache-2.0

/// A frequency in hertz.
public typealias Hertz = Double

/// A magnitude of acceleration in m/s².
public typealias MetersPerSecondSquared = Double

/// An acceleration along the device's x, y and z axes, in m/s².
public typealias Acceleration = SIMD3<Double>
