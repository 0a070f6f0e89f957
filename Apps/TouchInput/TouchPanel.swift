// SPDX-License-Identifier: Apache-2.0

/// A touchscreen, and the space of its touches.
public struct TouchPanel: Hashable, Sendable {
  /// Its name, as its driver reports it.
  public let name: String
  /// Its device node, such as `/dev/input/event3`.
  public let node: String
  /// The width of the screen in points: touches have x from 0 to less than this.
  public let width: Double
  /// The height of the screen in points: touches have y from 0 to less than this.
  public let height: Double
  /// The unit of the points.
  public let unit: Unit
  /// The most fingers that it can follow; nil if unknown.
  public let fingers: Int?
  /// The calibration, and after it the turn of ``TouchOptions/rotation``.
  public let calibration: CalibrationMatrix

  /// The length of a point.
  public enum Unit: String, Hashable, Sendable {
    /// 1/160 inch (0.159 mm): the panel reports its size.
    case length
    /// One pixel of ``TouchOptions/screen``.
    case pixel
    /// One step of the panel: neither its size nor the screen's is known.
    case step
  }

  /// The number of points in a millimeter.
  static let pointsPerMillimeter = 160 / 25.4
}
