// SPDX-License-Identifier: Apache-2.0

/// A place on a panel, or a distance on it.
///
/// - Units: points, 1/160 inch (0.159 mm) where the panel tells its size, else one pixel. The
///   origin is at the top left; x grows to the right, y downwards.
public struct Point: Hashable, Sendable {
  /// From the left edge, in points.
  public var x: Double
  /// From the top edge, in points.
  public var y: Double

  /// The top left corner, or no distance.
  public static let zero = Point(x: 0, y: 0)

  /// The largest coordinate that is believed: 10⁶ points, 159 m.
  public static let limit = 1e6

  /// The place `x` points from the left and `y` points from the top.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// True if both coordinates are numbers within ``limit``.
  public var isPlausible: Bool {
    abs(x) <= Self.limit && abs(y) <= Self.limit
  }

  /// The distance to `other`, in points.
  public func distance(to other: Point) -> Double {
    (self - other).length
  }

  /// From the top left corner, in points.
  var length: Double {
    (x * x + y * y).squareRoot()
  }

  static func + (left: Point, right: Point) -> Point {
    Point(x: left.x + right.x, y: left.y + right.y)
  }

  static func - (left: Point, right: Point) -> Point {
    Point(x: left.x - right.x, y: left.y - right.y)
  }

  static func / (point: Point, divisor: Double) -> Point {
    Point(x: point.x / divisor, y: point.y / divisor)
  }
}
