// SPDX-License-Identifier: Apache-2.0

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
  /// A Boolean value that indicates whether a client that claims the motion while it lasts gets its
  /// beginning.
  public let isState: Bool
  /// The lowest rate at which the motion is recognized: below it, it is refused.
  public let leastRate: Hertz
  /// The lowest rate at which the motion is recognized as documented; below it, only coarsely.
  public let fullRate: Hertz
  /// The sampling frequency that the kind asks for: the lowest at which it is recognized as it
  /// should be.
  public let rate: Hertz
  /// The options that the kind has besides the sensitivity.
  public let options: [MotionOption]
  /// The motion as a hand would do it, to simulate and to play it.
  public let simulation: MotionScript
  /// The recordings in `samples/` that show the kind, by the name of the file.
  package let samples: [(name: String, script: MotionScript)]
  /// The name that kinds share of which one often comes with another: recordings of one say nothing
  /// about false alarms of the others.
  package let family: String
  /// The event by which a sensor's chip reports the motion, as sysfs names it; nil if no chip does.
  package let chipEvent: String?
  /// A Boolean value that indicates whether a sensor may rest while the motion lasts.
  package let canRestSensor: Bool
  /// The words that stand for its events.
  public let words: MotionWords
  /// The relations of the kind to other kinds.
  public let relations: [MotionRelation]
  /// A new pool of detectors for the kind.
  let pool: @Sendable (MotionKind) -> ErasedPool
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
  ///   - fullRate: the lowest rate at which it is recognized as documented; the least rate unless
  ///     given
  ///   - rate: the rate that it asks for; the full rate unless given
  ///   - options: the options besides the sensitivity
  ///   - simulation: the motion as a hand would do it
  ///   - samples: the recordings in `samples/` that show the kind
  ///   - family: the name that it shares with kinds that often come with it; by default it is alone
  ///   - chipEvent: the event by which a sensor's chip reports the motion
  ///   - canRestSensor: true if a sensor may rest while the motion lasts
  ///   - words: the words that stand for its events; by default the name of the kind
  ///   - relations: how the kind stands to other ones; it has to be one that lasts
  ///   - pool: makes a pool of its detectors
  ///   - table: the fields of its measurements
  ///   - combination: a configuration for a client that wants these kinds
  init<Pool: AnyPool>(
    _ kind: MotionKind, _ summary: String, lasts: Bool = false, isState: Bool = false,
    leastRate: Hertz, fullRate: Hertz? = nil, rate: Hertz? = nil, options: [MotionOption] = [],
    simulation: MotionScript, samples: [(name: String, script: MotionScript)] = [],
    family: String? = nil, chipEvent: String? = nil, canRestSensor: Bool = false,
    words: MotionWords? = nil, relations: [MotionRelation] = [],
    pool: @escaping @Sendable (MotionKind) -> Pool,
    table: MeasurementTable,
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
    self.simulation = simulation
    self.samples = samples
    self.family = family ?? kind.rawValue
    self.chipEvent = chipEvent
    self.canRestSensor = canRestSensor
    self.words = words ?? MotionWords(kind)
    self.relations = relations
    self.pool = { erased(pool($0)) }
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

/// The words that stand for the events of a kind, for programs that compare words.
public struct MotionWords: Sendable {
  /// The words for motions to act on, such as `double_tap`; empty for a kind that is a state.
  public let triggers: [String]
  /// The state that the kind is; nil if it is not a state.
  public let state: State?
  private let word: @Sendable (MotionEvent) -> String?

  /// A state for people who watch it.
  public struct State: Hashable, Sendable {
    /// Its name for people, such as `Lies still`.
    public let name: String
    /// An icon of Material Design, such as `mdi:screen-rotation`; nil for the usual one.
    public let icon: String?
    /// Its values.
    public let values: Values

    /// The values of a state.
    public enum Values: Hashable, Sendable {
      /// It is on or off: `ON` and `OFF`.
      case flag
      /// It is one of some words.
      case words
    }

    /// A state.
    init(_ name: String, icon: String? = nil, _ values: Values) {
      (self.name, self.icon, self.values) = (name, icon, values)
    }
  }

  /// Words of a kind of its own.
  ///
  /// - Parameters:
  ///   - triggers: the words for motions to act on
  ///   - state: the state that the kind is
  ///   - word: the word for an event, of one list or the other; nil if there is none
  init(
    triggers: [String], state: State? = nil, _ word: @escaping @Sendable (MotionEvent) -> String?
  ) {
    (self.triggers, self.state, self.word) = (triggers, state, word)
  }

  /// The name of `kind` as its word, such as `double_tap`.
  init(_ kind: MotionKind) {
    let name = kind.rawValue.reduce(into: "") {
      $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)"
    }
    self.init(triggers: [name]) { _ in name }
  }

  /// The word for `event`, if it is one to act on: not the beginning of a shake, for example.
  public func trigger(for event: MotionEvent) -> String? {
    guard !triggers.isEmpty, event.phase == .ended || event.phase == .recognized else { return nil }
    return word(event) ?? triggers.first
  }

  /// The state after `event`; nil if the kind is not a state, or the event does not say.
  public func state(after event: MotionEvent) -> String? {
    state == nil ? nil : word(event)
  }
}

extension MotionDescription {
  /// The share of a rate that stands for it: sensors keep theirs to some percent.
  private static let tolerance = 0.9

  /// A Boolean value that indicates whether readings at `rate` suffice to recognize the motion at
  /// all.
  public func isCarried(at rate: Hertz) -> Bool { rate >= Self.tolerance * leastRate }

  /// The reason why the motion is refused at `rate`, for people; nil if it is not.
  package func obstacle(at rate: Hertz) -> String? {
    guard !isCarried(at: rate) else { return nil }
    let number = rate == rate.rounded() ? MotionOption.text(rate) : rate.text(decimals: 1)
    return
      "\(kind) needs readings at \(MotionOption.text(leastRate)) Hz or more, and these come at \(number) Hz"
  }

  /// A Boolean value that indicates whether readings at `rate` suffice to recognize the motion as
  /// documented.
  public func isFull(at rate: Hertz) -> Bool { rate >= Self.tolerance * fullRate }
}
