// SPDX-License-Identifier: Apache-2.0

/// A map from places on a panel to places on its screen: the first two rows of an affine matrix.
///
/// Places are fractions of width and height, from 0 to 1: `x' = a x + b y + c`, `y' = d x + e y +
/// f`. The numbers are those of udev's `LIBINPUT_CALIBRATION_MATRIX`, and the first six of xinput's
/// nine.
public struct CalibrationMatrix: Hashable, Sendable, CustomStringConvertible {
  /// The factor of x in x'.
  public let a: Double
  /// The factor of y in x'.
  public let b: Double
  /// The offset of x'.
  public let c: Double
  /// The factor of x in y'.
  public let d: Double
  /// The factor of y in y'.
  public let e: Double
  /// The offset of y'.
  public let f: Double

  /// The matrix that changes nothing.
  public static let identity = CalibrationMatrix(1, 0, 0, 0, 1, 0)

  init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
    (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
  }

  /// The matrix of six numbers; nil unless they are finite and the matrix can be inverted.
  ///
  /// - Parameter numbers: from ``a`` to ``f``
  public init?(_ numbers: [Double]) {
    guard numbers.count == 6, numbers.allSatisfy(\.isFinite),
      numbers[0] * numbers[4] != numbers[1] * numbers[3]
    else { return nil }
    self.init(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
  }

  /// The matrix of the six numbers in `text`, separated by blanks; nil if there are not six.
  public init?(_ text: String) {
    let words = text.split(separator: " ")
    // Words that are not numbers are dropped; `init` then rejects the wrong count.
    guard words.count == 6 else { return nil }
    self.init(words.compactMap { Double($0) })
  }

  /// The six numbers, row by row, with blanks between them.
  public var description: String {
    [a, b, c, d, e, f].map { "\($0)" }.joined(separator: " ")
  }

  /// This matrix, and then a turn of its result.
  public func turned(_ turn: QuarterTurn) -> CalibrationMatrix {
    switch turn {
    case .none: self
    case .right: CalibrationMatrix(-d, -e, 1 - f, a, b, c)
    case .over: CalibrationMatrix(-a, -b, 1 - c, -d, -e, 1 - f)
    case .left: CalibrationMatrix(d, e, f, -a, -b, 1 - c)
    }
  }

  /// The size of the screen on a panel of that size: a quarter turn exchanges width and height.
  func screen(on panel: (width: Double, height: Double)) -> (width: Double, height: Double) {
    // How fast each coordinate of the screen grows along the panel.
    func extent(_ alongX: Double, _ alongY: Double) -> Double {
      let (x, y) = (alongX / panel.width, alongY / panel.height)
      return 1 / (x * x + y * y).squareRoot()
    }
    return (extent(a, b), extent(d, e))
  }
}

/// A turn of the touches of a panel, to fit a screen whose picture is turned.
///
/// C: the matrices of `libinput_device_config_calibration_set_matrix`.
public enum QuarterTurn: Int, Hashable, Sendable, CaseIterable {
  /// No turn.
  case none = 0
  /// By 90° clockwise: the panel's top left is the screen's top right.
  case right = 90
  /// By 180°: the panel's top left is the screen's bottom right.
  case over = 180
  /// By 270° clockwise: the panel's top left is the screen's bottom left.
  case left = 270
}
