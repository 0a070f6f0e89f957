// SPDX-License-Identifier: Apache-2.0

/// The facts about a kind of motion: each kind has a folder, and its description there.
public struct MotionDescription: Sendable {
  /// The kind.
  public let kind: MotionKind
  /// The motion in a few words.
  public let summary: String
  /// A Boolean value that indicates whether the motion begins, and ends or is cancelled.
  ///
  /// Otherwise the motion has no duration, and is recognized as a whole.
  public let lasts: Bool
  /// A Boolean value that indicates whether a client that claims the motion while it lasts gets its
  /// beginning.
  public let isState: Bool
  /// The lowest rate for recognizing the motion: below it, motiond refuses the motion.
  public let leastRate: Hertz
  /// The lowest rate for recognizing the motion as documented; below it, recognition is coarse.
  public let fullRate: Hertz
  /// The sampling frequency that the kind asks for: the lowest one for recognizing it as it should
  /// be.
  public let rate: Hertz
  /// The kind's options besides the sensitivity.
  public let options: [MotionOption]
  /// The motion as a hand would do it, for simulation and playback.
  public let simulation: MotionScript
  /// The recordings in `samples/` that show the kind, by the name of the file.
  package let samples: [(name: String, script: MotionScript)]
  /// The shared name of kinds that often come together: recordings of one say nothing about false
  /// alarms of the others.
  package let family: String
  /// The event of a sensor's chip that reports the motion, as sysfs names it; nil if no chip does.
  package let chipEvent: String?
  /// A Boolean value that indicates whether a sensor may rest while the motion lasts.
  package let canRestSensor: Bool
  /// The time that the kind's events may wait while the device rests, in nanoseconds: the
  /// processor wakes as much less often.
  package let patience: Int64
  /// A Boolean value that indicates whether the kind is about the device's axes, and wrong where
  /// the mounting of the sensor is unknown.
  package let needsMounting: Bool
  /// The words for the kind's events.
  package let words: MotionWords
  /// The relations of the kind to other kinds.
  public let relations: [MotionRelation]
  /// The fields of the kind's measurements.
  let table: MeasurementTable
  /// A configuration for a client that wants these kinds.
  let combination: @Sendable (MotionConfiguration, Set<MotionKind>) -> MotionConfiguration

  /// The patience of most kinds, 160 ms in nanoseconds: nobody feels that the first event after a
  /// rest comes so late, and a kernel's buffer holds four times as much.
  private static let patience: Int64 = 160_000_000

  /// A description; the defaults suit most kinds.
  ///
  /// - Parameters:
  ///   - kind: the kind
  ///   - summary: the motion in a few words
  ///   - lasts: true if the motion begins, and ends or is cancelled
  ///   - isState: true if a client that claims the motion while it lasts gets its beginning
  ///   - leastRate: the lowest rate for recognizing the motion
  ///   - fullRate: the lowest rate for recognizing it as documented; the least rate unless given
  ///   - rate: the rate that it asks for; the full rate unless given
  ///   - options: the options besides the sensitivity
  ///   - simulation: the motion as a hand would do it
  ///   - samples: the recordings in `samples/` that show the kind
  ///   - family: the name that the kind shares with kinds that often come with it; by default it is
  ///     alone
  ///   - chipEvent: the event of a sensor's chip that reports the motion
  ///   - canRestSensor: true if a sensor may rest while the motion lasts
  ///   - patience: the time that its events may wait while the device rests, in nanoseconds; 160 ms
  ///     unless given
  ///   - needsMounting: true if the kind is about the device's axes
  ///   - words: the words for its events; by default the name of the kind
  ///   - relations: the kind's relations to other kinds; only a kind that lasts can have relations
  ///   - table: the fields of its measurements
  ///   - combination: a configuration for a client that wants these kinds
  init(
    _ kind: MotionKind, _ summary: String, lasts: Bool = false, isState: Bool = false,
    leastRate: Hertz, fullRate: Hertz? = nil, rate: Hertz? = nil, options: [MotionOption] = [],
    simulation: MotionScript, samples: [(name: String, script: MotionScript)] = [],
    family: String? = nil, chipEvent: String? = nil, canRestSensor: Bool = false,
    patience: Int64? = nil, needsMounting: Bool = false,
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
    self.patience = patience ?? Self.patience
    self.needsMounting = needsMounting
    self.words = words ?? MotionWords(kind)
    self.relations = relations
    self.table = table
    self.combination = combination
  }

  /// The configuration that `options` ask for, for a client that only wants this kind.
  func configuration(_ options: MotionOptions) -> MotionConfiguration {
    var numbers: [String: Double] = [:]
    for option in self.options {
      numbers[option.key] = options.value(of: option.key, of: kind) ?? option.defaultValue
    }
    return MotionConfiguration(
      kind, sensitivity: options.sensitivity ?? .medium, numbers: numbers)
  }
}

/// The words for the events of a kind, for programs that compare words.
package enum MotionWords: Sendable {
  /// The kind happens: all its words, and the word for an event; the first word, if that is nil.
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

  /// The word for `event`, if programs act on it: not for the beginning of a shake, for example.
  package func action(for event: MotionEvent) -> String? {
    guard case .happening(let words, let word) = self,
      event.phase == .ended || event.phase == .recognized
    else { return nil }
    return word(event) ?? words.first
  }
}

extension MotionDescription {
  /// The share of a rate that suffices: sensors are off their nominal rate by some percent.
  private static let tolerance = 0.9

  /// A Boolean value that indicates whether readings at `rate` suffice to recognize the motion at
  /// all.
  public func isCarried(at rate: Hertz) -> Bool { rate >= Self.tolerance * leastRate }

  /// The reason why motiond refuses the motion at `rate`, for people; nil if the rate suffices.
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
