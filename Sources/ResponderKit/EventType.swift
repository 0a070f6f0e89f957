import MotionCore

extension Event {
  /// The general kind of an event.
  ///
  /// An open structure where UIKit has an enumeration, so that a new type never breaks a client's
  /// `switch`.
  public struct EventType: RawRepresentable, Hashable, Sendable {
    /// The type's name (`"motion"`).
    public let rawValue: String

    /// The type called `rawValue`.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The device was moved.
    public static let motion = EventType(rawValue: "motion")
  }

  /// The particular kind of an event.
  ///
  /// An open structure where UIKit has an enumeration, so that a new motion never breaks a client's
  /// `switch`. The subtype of a motion bears the name of its kind.
  public struct EventSubtype: RawRepresentable, Hashable, Sendable {
    /// The subtype's name (`"shake"`).
    public let rawValue: String

    /// The subtype called `rawValue`.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The subtype of events of motion `kind`.
    public init(_ kind: MotionKind) {
      self.init(rawValue: kind.rawValue)
    }

    /// The device was shaken.
    public static let motionShake = EventSubtype(.shake)
  }
}
