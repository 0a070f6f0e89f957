// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore

/// The orientation of a sensor in its device: a matrix from the sensor's axes to the device's.
///
/// Source: the kernel's binding `iio/mount-matrix.txt`: device = matrix · sensor, the rows
/// separated by `;` and their numbers by `,`.
public struct MountMatrix: Hashable, Sendable {
  /// The axes of the device, each as a vector in the axes of the sensor.
  @usableFromInline let x, y, z: PlainVector

  /// The matrix of a sensor with the same axes as the device.
  public static let identity = MountMatrix([1, 0, 0], [0, 1, 0], [0, 0, 1])

  /// The largest distance of the dot product of two axes from 0, and of an axis with itself from 1.
  ///
  /// Matrices have few decimals.
  private static let tolerance = 0.1

  private init(_ x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
    (self.x, self.y, self.z) = (PlainVector(x), PlainVector(y), PlainVector(z))
  }

  /// Reads `x1, y1, z1; x2, y2, z2; x3, y3, z3`; nil for anything else.
  ///
  /// It refuses a matrix with axes that are not about 1 long and at right angles: such a matrix
  /// would scale gravity.
  public init?(_ text: String) {
    let rows = text.split(separator: ";", omittingEmptySubsequences: false).map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).map { number in
        Double(number.filter { !$0.isWhitespace }) ?? .nan
      }
    }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else { return nil }
    self.init(SIMD3(rows[0]), SIMD3(rows[1]), SIMD3(rows[2]))
    guard isOrthonormal else { return nil }
  }

  private var isOrthonormal: Bool {
    let axes = [x.simd, y.simd, z.simd]
    // NaN is within no tolerance.
    return (0..<3).allSatisfy { one in
      (one..<3).allSatisfy { other in
        abs((axes[one] * axes[other]).sum() - (one == other ? 1 : 0)) <= Self.tolerance
      }
    }
  }

  /// `acceleration` in the axes of the device.
  @inlinable
  package func applied(to acceleration: SIMD3<Double>) -> SIMD3<Double> {
    // Number by number: every reading comes here, and vectors made of the axes would cost a call
    // each.
    func along(_ axis: PlainVector) -> Double {
      axis.x * acceleration.x + axis.y * acceleration.y + axis.z * acceleration.z
    }
    return SIMD3(along(x), along(y), along(z))
  }
}

extension MountMatrix: CustomStringConvertible, Encodable {
  /// The matrix as the kernel writes it.
  public var description: String {
    [x, y, z].map { row in
      (0..<3).map { MotionOption.text(row.simd[$0]) }.joined(separator: ", ")
    }.joined(separator: "; ")
  }

  /// Writes the matrix as the kernel does.
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
  /// The user, by an option.
  case option
  /// No source has one, so the identity is assumed.
  case assumed
}

/// The known orientation of a sensor in its device.
package struct Mounting: Hashable, Sendable {
  /// The matrix that the reader applies.
  package let matrix: MountMatrix
  /// The source of the matrix, or of the invalid text in its place.
  package let source: MountMatrixSource
  /// The fault of the source's text; nil if there is none.
  ///
  /// With a fault, the sensor's axes count as the device's.
  package let problem: String?

  package init(_ matrix: MountMatrix, from source: MountMatrixSource) {
    (self.matrix, self.source, problem) = (matrix, source, nil)
  }

  /// The mounting in the `text` of `source`.
  ///
  /// It ignores text that is no mount matrix, because a shake needs none. Empty text is the
  /// identity, as in iio-sensor-proxy.
  package init(reading text: String, from source: MountMatrixSource) {
    self.source = source
    if text.isEmpty {
      (matrix, problem) = (.identity, nil)
    } else if let matrix = MountMatrix(text) {
      (self.matrix, problem) = (matrix, nil)
    } else {
      matrix = .identity
      problem =
        "the mount matrix of its \(source) is ignored, as '\(text.printable)' is no rotation"
    }
  }
}
