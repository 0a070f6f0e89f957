/// A kind of motion.
///
/// An open structure, not an enumeration, so that a new motion never breaks a client's `switch`. The kinds that
/// can be recognized are listed in ``MotionRegistry``.
public struct MotionKind: RawRepresentable, Hashable, Sendable {
  /// The kind's name, spelled alike in events, on the command line and on D-Bus (`"shake"`).
  public let rawValue: String

  /// The kind called `rawValue`.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A few strong swings back and forth along one direction, over within a second.
  public static let shake = MotionKind(rawValue: "shake")

  /// The device falls, or flies after a throw.
  public static let freeFall = MotionKind(rawValue: "freeFall")

  /// The device lies still, on something that does not move either.
  public static let still = MotionKind(rawValue: "still")

  /// Another of the device's six faces is up than before.
  public static let orientation = MotionKind(rawValue: "orientation")

  /// The device is turned over, from face up to face down or back.
  public static let flip = MotionKind(rawValue: "flip")

  /// The device is taken up from where it lay.
  public static let pickUp = MotionKind(rawValue: "pickUp")

  /// The device is held otherwise than before, for some seconds.
  public static let tilt = MotionKind(rawValue: "tilt")
  /// A finger taps the device once.
  public static let tap = MotionKind(rawValue: "tap")

  /// A finger taps the device twice, within half a second.
  public static let doubleTap = MotionKind(rawValue: "doubleTap")
}

extension MotionKind: Comparable {
  /// The alphabetical order of the names.
  public static func < (left: MotionKind, right: MotionKind) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }
}

extension MotionKind: CustomStringConvertible {
  /// The kind's name.
  public var description: String { rawValue }
}
