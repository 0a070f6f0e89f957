// SPDX-License-Identifier: Apache-2.0

import MotionCore
import Testing
import TouchCore

/// A panel with recognizers, whose fingers are called `a`, `b`, `c`...
///
/// Finger `a` is the panel's number 0, `b` is 1, and so on. Unless set otherwise, every recognizer
/// receives every finger.
struct Scene {
  private(set) var tracker = TouchTracker()
  var bank = GestureBank()
  private(set) var rules = Rules()
  private(set) var events: [GestureEvent] = []
  /// The frames of the tracker.
  private(set) var frames: [ContactFrame] = []
  private(set) var names: [(name: String, id: GestureID)] = []

  /// What a client answers.
  struct Rules {
    /// The fingers that a recognizer receives, where not all.
    var fingers: [GestureID: Set<Int32>] = [:]
    /// Those that may not begin.
    var refused: Set<GestureID> = []
    /// Those that may begin together with any other.
    var sociable: Set<GestureID> = []

    func answer(_ question: GestureQuestion) -> Bool {
      switch question {
      case .receives(let id, let contact): fingers[id]?.contains(contact.finger) ?? true
      case .begins(let event): !refused.contains(event.gesture)
      case .together(let one, _): sociable.contains(one)
      case .prevents: true
      }
    }
  }

  /// Adds a recognizer that receives those of `fingers`, or all.
  @discardableResult
  mutating func add(
    _ name: String, _ kind: GestureKind, on fingers: String? = nil, depth: Int = 0,
    _ configuration: TouchConfiguration = TouchConfiguration()
  ) -> GestureID {
    let id = bank.add(kind, depth: depth, configuration: configuration)
    names.append((name, id))
    rules.fingers[id] = fingers.map { Set($0.map(\.finger)) }
    return id
  }

  mutating func refuse(_ id: GestureID) {
    rules.refused.insert(id)
  }

  mutating func makeSociable(_ id: GestureID) {
    rules.sociable.insert(id)
  }

  mutating func setEnabled(_ isEnabled: Bool, _ id: GestureID) {
    let rules = rules
    bank.setEnabled(isEnabled, for: id, asking: rules.answer) { events.append($0) }
  }

  mutating func remove(_ id: GestureID) {
    let rules = rules
    bank.remove(id, asking: rules.answer) { events.append($0) }
  }

  mutating func report(_ phase: GestureEvent.Phase, of id: GestureID, at milliseconds: Double) {
    let rules = rules
    bank.report(phase, of: id, at: .at(milliseconds), asking: rules.answer) { events.append($0) }
  }

  mutating func process(_ step: TouchStep) {
    let rules = rules
    var came: [GestureEvent] = []
    switch step {
    case .frame(let frame):
      let known = frames.count
      tracker.process(frame) { frames.append($0) }
      for frame in frames[known...] {
        bank.process(frame, asking: rules.answer) { came.append($0) }
      }
    case .time(let now):
      tracker.advance(to: now)
      bank.advance(to: now, asking: rules.answer) { came.append($0) }
    case .interruption:
      tracker.interrupt { frames.append($0) }
      bank.interrupt { came.append($0) }
    }
    events += came
  }

  /// At `milliseconds` fingers do `changes`.
  mutating func at(_ milliseconds: Double, _ changes: (Character, TouchChange.Kind)...) {
    process(
      .frame(
        TouchFrame(
          timestamp: .at(milliseconds),
          changes: changes.map { TouchChange($0.0.finger, $0.1) })))
  }

  mutating func pass(to milliseconds: Double) {
    process(.time(.at(milliseconds)))
  }

  /// Plays steps such as "0 a+7; 50 a-", separated by semicolons.
  mutating func play(_ steps: String) {
    for step in steps.split(separator: ";") { process(TouchStep(step)) }
  }

  func name(_ id: GestureID) -> String {
    names.first { $0.id == id }?.name ?? "?"
  }

  /// The events as `name phase milliseconds`, without those that fail.
  var lines: [String] {
    events.filter { $0.phase != .failed }.map { line($0) }
  }

  /// The events of `name` as `phase milliseconds`.
  func lines(_ name: String) -> [String] {
    events.filter { self.name($0.gesture) == name }.map { "\($0.phase) \($0.timestamp.text)" }
  }

  func line(_ event: GestureEvent) -> String {
    "\(name(event.gesture)) \(event.phase) \(event.timestamp.text)"
  }

  /// The last event of `name`.
  func last(_ name: String) throws -> GestureEvent {
    try #require(events.last { self.name($0.gesture) == name })
  }
}

extension Character {
  /// The panel's number of a finger: `a` is 0.
  var finger: Int32 {
    Int32(asciiValue ?? 0) - Int32(UInt8(ascii: "a"))
  }
}

extension Timestamp {
  static func at(_ milliseconds: Double) -> Timestamp {
    Timestamp(nanoseconds: Int64((milliseconds * 1e6).rounded()))
  }

  /// In milliseconds, whole ones without a fraction.
  var text: String {
    nanoseconds.isMultiple(of: 1_000_000)
      ? "\(nanoseconds / 1_000_000)" : "\(Double(nanoseconds) * 1e-6)"
  }
}

extension TouchStep {
  /// A step written as its time in milliseconds, and then what fingers do, such as "10 a>5 b-".
  ///
  /// After the name of a finger: `+` goes down, `>` moves, to x or to x,y; `-` lifts, `!` is taken
  /// back. Without fingers time passes; `!` alone is an interruption.
  init(_ text: Substring) {
    let words = text.split(separator: " ")
    guard let time = words.first.flatMap({ Double($0) }) else {
      self = .interruption
      return
    }
    let changes = words.dropFirst().map { word in
      let place = word.dropFirst(2).split(separator: ",").map { Double($0) ?? .nan } + [0, 0]
      let point = Point(x: place[0], y: place.count > 3 ? place[1] : 0)
      let kind: TouchChange.Kind =
        switch word.dropFirst().first {
        case "+": .down(point)
        case ">": .move(point)
        case "-": .up
        default: .cancel
        }
      return TouchChange(word.first?.finger ?? 0, kind)
    }
    self =
      changes.isEmpty
      ? .time(.at(time)) : .frame(TouchFrame(timestamp: .at(time), changes: changes))
  }
}

extension TouchChange.Kind {
  static func down(_ x: Double, _ y: Double = 0) -> Self { .down(Point(x: x, y: y)) }
  static func move(_ x: Double, _ y: Double = 0) -> Self { .move(Point(x: x, y: y)) }
}
