/// Everything that is known of a kind of motion: each kind has a folder, and its description there.
public struct MotionDescription: Sendable {
  /// The kind.
  public let kind: MotionKind
  /// The motion in a few words.
  public let summary: String
  /// A Boolean value that indicates whether the motion begins, and ends or is cancelled.
  ///
  /// Otherwise it has no duration, and is recognized as a whole.
  public let lasts: Bool
  /// A Boolean value that indicates whether a client that claims the motion while it lasts gets its beginning.
  public let isState: Bool
  /// The lowest rate at which the motion is recognized: below it, it is refused.
  public let leastRate: Hertz
  /// The lowest rate at which the motion is recognized as documented; below it, only coarsely.
  public let fullRate: Hertz
  /// The sampling frequency that the kind asks for: the lowest at which it is recognized as it should be.
  public let rate: Hertz
  /// The options that the kind has besides the sensitivity.
  public let options: [MotionOption]
  /// A new pool of detectors for the kind.
  let pool: @Sendable (MotionKind) -> any AnyPool
  /// The fields of its measurements.
  let table: MeasurementTable
  /// A configuration for a client that wants these kinds.
  let combination: @Sendable (MotionConfiguration, Set<MotionKind>) -> MotionConfiguration

  /// A description; what a kind does not say has the value that suits most kinds.
  ///
  /// - Parameters:
  ///   - kind: the kind
  ///   - summary: the motion in a few words
  ///   - lasts: true if the motion begins, and ends or is cancelled
  ///   - isState: true if a client that claims the motion while it lasts gets its beginning
  ///   - leastRate: the lowest rate at which the motion is recognized
  ///   - fullRate: the lowest rate at which it is recognized as documented; the least rate unless given
  ///   - rate: the rate that it asks for; the full rate unless given
  ///   - options: the options besides the sensitivity
  ///   - pool: makes a pool of its detectors
  ///   - table: the fields of its measurements
  ///   - combination: a configuration for a client that wants these kinds
  init(
    _ kind: MotionKind, _ summary: String, lasts: Bool = false, isState: Bool = false,
    leastRate: Hertz, fullRate: Hertz? = nil, rate: Hertz? = nil, options: [MotionOption] = [],
    pool: @escaping @Sendable (MotionKind) -> any AnyPool, table: MeasurementTable,
    combination: @escaping @Sendable (MotionConfiguration, Set<MotionKind>) -> MotionConfiguration =
      { configuration, _ in configuration }
  ) {
    self.kind = kind
    self.summary = summary
    self.lasts = lasts
    self.isState = isState
    self.leastRate = leastRate
    self.fullRate = fullRate ?? leastRate
    self.rate = rate ?? self.fullRate
    self.options = options
    self.pool = pool
    self.table = table
    self.combination = combination
  }

  /// The configuration that `options` ask for, for a client that wants no other kind.
  func configuration(_ options: MotionOptions) -> MotionConfiguration {
    var numbers: [String: Double] = [:]
    for option in self.options {
      numbers[option.key] = options.value(of: option.key, of: kind) ?? option.defaultValue
    }
    return MotionConfiguration(
      kind, sensitivity: options.sensitivity ?? .medium, numbers: numbers)
  }
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
