/// The kinds of motions that can be recognised: command line, D-Bus and documentation learn of them here.
public enum MotionRegistry {
  /// A description of each kind.
  public static let all: [MotionDescription] = [
    .shake, .freeFall,
    .still, .orientation, .flip, .pickUp, .tilt,
  ]

  /// The kinds, in order.
  public static var kinds: [MotionKind] { all.map { $0.kind } }

  /// The description of `kind`; nil if it cannot be recognised.
  public static subscript(kind: MotionKind) -> MotionDescription? {
    all.first { $0.kind == kind }
  }

  /// The names of all options, such as `shake.window`.
  public static var optionNames: [String] {
    all.flatMap { description in description.options.map { "\(description.kind).\($0.key)" } }
  }
}

/// A kind of motion, as users of commands and D-Bus see it.
public struct MotionDescription: Sendable {
  /// The kind.
  public let kind: MotionKind
  /// The motion in a few words.
  public let summary: String
  /// A Boolean value that indicates whether the motion begins, and ends or is cancelled.
  ///
  /// Otherwise it has no duration, and is recognised as a whole.
  public let lasts: Bool
  /// A Boolean value that indicates whether a beginning is told to a client that claims the motion while it lasts.
  public internal(set) var isState = false
  /// The sampling frequency that the kind asks for: the lowest at which it is recognised as it should be.
  public let rate: Hertz
  /// The options that the kind has besides the sensitivity.
  public let options: [MotionOption]
  /// The configuration that options ask for.
  let configuration: @Sendable (MotionOptions) -> MotionConfiguration
}
