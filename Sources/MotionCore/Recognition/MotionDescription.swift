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
  /// A Boolean value that indicates whether the kind is about the axes of the device, and wrong
  /// where the mounting of the sensor is not known.
  package let needsMounting: Bool
  /// The words that stand for its events.
  package let words: MotionWords
  /// The relations of the kind to other kinds.
  public let relations: [MotionRelation]
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
  ///   - needsMounting: true if it is about the axes of the device
  ///   - words: the words that stand for its events; by default the name of the kind
  ///   - relations: how the kind stands to other ones; it has to be one that lasts
  ///   - table: the fields of its measurements
  ///   - combination: a configuration for a client that wants these kinds
  init(
    _ kind: MotionKind, _ summary: String, lasts: Bool = false, isState: Bool = false,
    leastRate: Hertz, fullRate: Hertz? = nil, rate: Hertz? = nil, options: [MotionOption] = [],
    simulation: MotionScript, samples: [(name: String, script: MotionScript)] = [],
    family: String? = nil, chipEvent: String? = nil, canRestSensor: Bool = false,
    needsMounting: Bool = false,
    words: MotionWords? = nil, relations: [MotionRelation] = [],
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
    self.needsMounting = needsMounting
    self.words = words ?? MotionWords(kind)
    self.relations = relations
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
package enum MotionWords: Sendable {
  /// The kind happens: all its words, and the word for an event; the first, if that is nil.
  case happening([String], @Sendable (MotionEvent) -> String?)
  /// The kind is a state, on from the beginning of a motion to its end: its name for people, such
  /// as `Lies still`.
  case flag(String)
  /// The kind is a state, which has one of some words: its name for people, and the word after an
  /// event; nil if the event does not say.
  case state(String, @Sendable (MotionEvent) -> String?)

  /// The name of `kind` as its word, such as `double_tap`.
  init(_ kind: MotionKind) {
    let name = kind.rawValue.reduce(into: "") {
      $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)"
    }
    self = .happening([name]) { _ in name }
  }

  /// The words for motions to act on; empty for a state.
  package var actions: [String] {
    if case .happening(let words, _) = self { words } else { [] }
  }

  /// The word for `event`, if it is one to act on: not the beginning of a shake, for example.
  package func action(for event: MotionEvent) -> String? {
    guard case .happening(let words, let word) = self,
      event.phase == .ended || event.phase == .recognized
    else { return nil }
    return word(event) ?? words.first
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
