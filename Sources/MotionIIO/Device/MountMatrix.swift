// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The orientation of a sensor in its device: a matrix from the sensor's axes to the device's.
///
/// Source: the kernel's binding `iio/mount-matrix.txt`: device = matrix · sensor, the rows
/// separated by `;` and their numbers by `,`.
public struct MountMatrix: Hashable, Sendable {
  /// The axes of the device, each as a vector in the axes of the sensor.
  private let x, y, z: PlainVector

  /// The sensor's axes are the device's.
  public static let identity = MountMatrix([1, 0, 0], [0, 1, 0], [0, 0, 1])

  /// The largest distance of the determinant from ±1: matrices are written with few decimals.
  private static let tolerance = 0.1

  private init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    (self.x, self.y, self.z) = (PlainVector(x), PlainVector(y), PlainVector(z))
  }

  /// Reads `x1, y1, z1; x2, y2, z2; x3, y3, z3`; nil for anything else.
  ///
  /// A matrix whose determinant is not about +1 or -1 is refused: it would scale gravity.
  public init?(_ text: String) {
    let rows = text.split(separator: ";", omittingEmptySubsequences: false).map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).map { number in
        Double(number.filter { !$0.isWhitespace }) ?? .nan
      }
    }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else { return nil }
    self.init(SIMD3(rows[0]), SIMD3(rows[1]), SIMD3(rows[2]))
    // A determinant that is no number is refused too.
    guard abs(abs(determinant) - 1) <= Self.tolerance else { return nil }
  }

  private var determinant: Double {
    let (x, y, z) = (self.x.simd, self.y.simd, self.z.simd)
    return x.x * (y.y * z.z - y.z * z.y) - x.y * (y.x * z.z - y.z * z.x)
      + x.z * (y.x * z.y - y.y * z.x)
  }

  /// `acceleration` in the axes of the device.
  package func applied(to acceleration: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      (x.simd * acceleration).sum(), (y.simd * acceleration).sum(), (z.simd * acceleration).sum())
  }
}

extension MountMatrix: CustomStringConvertible, Encodable {
  /// As the kernel writes it.
  public var description: String {
    [x, y, z].map { row in
      (0..<3).map { MotionOption.text(row.simd[$0]) }.joined(separator: ", ")
    }.joined(separator: "; ")
  }

  /// Writes it as the kernel does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// The source of a mount matrix.
public enum MountMatrixSource: String, Hashable, Sendable, Encodable {
  /// The property `ACCEL_MOUNT_MATRIX` of udev, which the hardware database sets.
  case udev
  /// The device's attribute.
  case device
  /// The attribute of a channel.
  case channel
  /// No source has one, so the identity is assumed.
  case assumed
}

extension IIODevice {
  /// The orientation of the accelerometer in the machine, and its source.
  ///
  /// The first of these that says anything decides: udev's property, the attribute of the device,
  /// that of a channel, and what libiio makes of bmc150's `in_mount_matrix`: a channel `mount` with
  /// an attribute `matrix`.
  ///
  /// - Parameter udev: the property of udev, of a device of this machine
  /// - Returns: the matrix and its source
  /// - Throws: an ``AccelerometerError`` if its value is not a mount matrix
  package func mountMatrix(
    udev: String? = nil
  ) throws(AccelerometerError) -> (matrix: MountMatrix, source: MountMatrixSource) {
    let candidates: [(String?, MountMatrixSource)] = [
      (udev, .udev),
      (attribute("mount_matrix"), .device),
      (attribute("in_accel_mount_matrix"), .device),
      (attribute("in_mount_matrix"), .device),
      (axisChannels?.lazy.compactMap { $0.attribute("mount_matrix") }.first, .channel),
      (channels.first { $0.id == "mount" }?.attribute("matrix"), .channel),
    ]
    for case (let text?, let source) in candidates {
      guard let matrix = MountMatrix(text) else {
        throw .unusable(
          device: title, reason: "the mount matrix of its \(source) is '\(text)', which is none")
      }
      return (matrix, source)
    }
    return (.identity, .assumed)
  }
}
