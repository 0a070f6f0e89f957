// SPDX-License-Identifier: Apache-2.0

/// One reading of an accelerometer: three axes at one moment.
///
/// - Units: m/s², gravity included: a device at rest reads 9.8 m/s² upwards.
/// - Clock: the stream's (see ``Timestamp``).
public struct Reading: Hashable, Sendable {
  /// The largest value an axis can have: 400 m/s² (40 g).
  ///
  /// No accelerometer of a phone, tablet or watch measures more than 32 g; a larger value is
  /// garbage (a torn scan, a wrong scale) and would poison every average it enters.
  public static let limit: MetersPerSecondSquared = 400

  /// Standard gravity in m/s², or 1 g.
  public static let standardGravity: MetersPerSecondSquared = 9.80665

  /// The time of the reading.
  public var timestamp: Timestamp

  /// Acceleration along the device's x, y and z axes in m/s², gravity included.
  public var acceleration: Acceleration {
    get { vector.simd }
    set { vector = PlainVector(newValue) }
  }

  private var vector: PlainVector

  /// A reading of `acceleration` (m/s², gravity included) taken at `timestamp`.
  public init(timestamp: Timestamp, acceleration: Acceleration) {
    self.timestamp = timestamp
    vector = PlainVector(acceleration)
  }

  /// A Boolean value that indicates whether every axis is a number within ``limit``, and the time
  /// within ``Timestamp/limit``.
  public var isPlausible: Bool {
    // NaN fails every comparison, so this refuses it too.
    timestamp.isPlausible && abs(vector.x) <= Self.limit && abs(vector.y) <= Self.limit
      && abs(vector.z) <= Self.limit
  }
}
