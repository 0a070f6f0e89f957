import MotionCore

/// How a sensor sits in its device: it takes readings from the sensor's axes to the device's.
///
/// Source: the kernel's binding `iio/mount-matrix.txt`: device = matrix · sensor, the rows separated by
/// `;` and their numbers by `,`.
public struct MountMatrix: Hashable, Sendable {
  /// What each axis of the device is made of.
  private let rows: [SIMD3<Double>]

  /// The sensor's axes are the device's.
  public static let identity = MountMatrix(rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]])

  /// How far the determinant may be from ±1: matrices are written with few decimals.
  private static let tolerance = 0.1

  private init(rows: [SIMD3<Double>]) {
    self.rows = rows
  }

  /// Reads `x1, y1, z1; x2, y2, z2; x3, y3, z3`; nil for anything else.
  ///
  /// What does not keep volumes is no rotation or reflection: a matrix that would make gravity
  /// larger, smaller or nothing is refused.
  public init?(_ text: String) {
    let rows = text.split(separator: ";", omittingEmptySubsequences: false).map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).compactMap { Self.number($0) }
    }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }),
      text.count(where: { $0 == "," }) == 6
    else { return nil }
    self.init(rows: rows.map { SIMD3($0) })
    guard abs(abs(determinant) - 1) <= Self.tolerance else { return nil }
  }

  private static func number(_ text: Substring) -> Double? {
    let trimmed = text.filter { !$0.isWhitespace }
    return Double(trimmed).flatMap { $0.isFinite ? $0 : nil }
  }

  private var determinant: Double {
    let (a, b, c) = (rows[0], rows[1], rows[2])
    return a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x)
      + a.z * (b.x * c.y - b.y * c.x)
  }

  /// `acceleration` in the axes of the device.
  func applied(to acceleration: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      (rows[0] * acceleration).sum(), (rows[1] * acceleration).sum(),
      (rows[2] * acceleration).sum())
  }
}

extension MountMatrix: CustomStringConvertible, Encodable {
  /// As the kernel writes it.
  public var description: String {
    rows.map { "\($0.x.short), \($0.y.short), \($0.z.short)" }.joined(separator: "; ")
  }

  /// Writes it as the kernel does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension Double {
  /// Without `.0`.
  fileprivate var short: String {
    self == rounded() && magnitude < 1e6 ? "\(Int(self))" : "\(self)"
  }
}
