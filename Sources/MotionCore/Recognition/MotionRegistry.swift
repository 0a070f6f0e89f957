/// The kinds of motions that can be recognized: command line, D-Bus and documentation learn of them here.
public enum MotionRegistry {
  /// A description of each kind.
  public static let all: [MotionDescription] = [
    .shake, .freeFall,
    .still, .orientation, .flip, .pickUp, .tilt,
    .tap, .doubleTap,
  ]

  /// The kinds, in order.
  public static var kinds: [MotionKind] { all.map { $0.kind } }

  /// The description of `kind`; nil if it cannot be recognized.
  public static subscript(kind: MotionKind) -> MotionDescription? {
    all.first { $0.kind == kind }
  }

  /// The configurations of `kind` for claims that set no options, whatever other kinds they claim beside it.
  package static func defaults(of kind: MotionKind) -> Set<MotionConfiguration> {
    let options = MotionOptions()
    let beside = options.configurations(of: kinds).filter { $0.kind == kind }
    return options.configurations(of: [kind]).union(beside)
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
  /// Otherwise it has no duration, and is recognized as a whole.
  public let lasts: Bool
  /// The lowest rate at which the motion is recognized: below it, it is refused.
  public let leastRate: Hertz
  /// The lowest rate at which the motion is recognized as documented; below it, only coarsely.
  public let fullRate: Hertz
  /// A Boolean value that indicates whether a beginning is told to a client that claims the motion while it lasts.
  public internal(set) var isState = false
  /// The sampling frequency that the kind asks for: the lowest at which it is recognized as it should be.
  public let rate: Hertz
  /// The options that the kind has besides the sensitivity.
  public let options: [MotionOption]
  /// The configuration that options ask for.
  let configuration: @Sendable (MotionOptions) -> MotionConfiguration
}

extension MotionDescription {
  /// The share of a rate that stands for it: sensors keep theirs to some percent.
  private static let tolerance = 0.9

  /// A Boolean value that indicates whether readings at `rate` suffice to recognize the motion at all.
  public func isCarried(at rate: Hertz) -> Bool { rate >= Self.tolerance * leastRate }

  /// The reason why the motion is refused at `rate`, for people; nil if it is not.
  package func obstacle(at rate: Hertz) -> String? {
    guard !isCarried(at: rate) else { return nil }
    let number = rate == rate.rounded() ? MotionOption.text(rate) : rate.text(decimals: 1)
    return
      "\(kind) needs readings at \(MotionOption.text(leastRate)) Hz or more, and these come at \(number) Hz"
  }

  /// A Boolean value that indicates whether readings at `rate` suffice to recognize the motion as documented.
  public func isFull(at rate: Hertz) -> Bool { rate >= Self.tolerance * fullRate }
}
