/// A kind of motion that can be recognised.
///
/// An open structure, not an enumeration, so that a new motion never breaks a client's `switch`.
public struct MotionKind: RawRepresentable, Hashable, Sendable {
  /// The kind's name, as it stands in events (`"shake"`).
  public let rawValue: String

  /// The kind called `rawValue`.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A few strong swings back and forth along one direction, over within a second.
  public static let shake = MotionKind(rawValue: "shake")
}
