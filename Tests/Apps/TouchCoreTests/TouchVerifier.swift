// SPDX-License-Identifier: Apache-2.0

import MotionCore
import MotionSynthesis
import Testing
import TouchCore

/// Checks what must hold of touches and gestures for every input whatsoever.
///
/// - Each contact follows `began (moved | stationary)* (ended | cancelled)`.
/// - Each gesture follows `began changed* (ended | cancelled)`, or happens, or fails.
/// - Time does not go back until an interruption, which leaves nothing open.
/// - A finger belongs to one recognized gesture, unless gestures may act together.
/// - The events are the same without a timer, with one that comes at any moment, on a clock that
///   stands elsewhere, and whichever view was added first.
///
/// The seed is the whole input: to see a failure again, run it with the seed that it printed.
struct TouchVerifier {
  private let seed: UInt64
  private let house: RandomHouse
  private let steps: [TouchStep]
  private let plain: Scene
  private let relations: RandomHouse.Relations
  private(set) var broken: [String] = []

  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    house = RandomHouse(&random)
    steps = RandomTouches(&random).steps
    (plain, relations) = house.scene()
  }

  /// All rules that this input breaks; none if all is well.
  static func broken(_ seed: UInt64) -> [String] {
    var verifier = TouchVerifier(seed: seed)
    let events = verifier.verify()
    verifier.compare(events)
    return verifier.broken
  }

  /// The phases and kinds of what is recognized.
  static func words(_ seed: UInt64) -> Set<String> {
    let verifier = TouchVerifier(seed: seed)
    var scene = verifier.plain
    for step in verifier.steps { scene.process(step) }
    return Set(
      scene.events.map { event in
        let kind =
          verifier.relations.kinds[event.gesture].map { "\($0)".prefix { $0 != "(" } } ?? ""
        return "\(kind) \(event.phase)"
      })
  }

  private mutating func expect(_ holds: Bool, _ rule: @autoclosure () -> String) {
    guard !holds else { return }
    broken.append("seed \(seed): \(rule())")
  }

  // MARK: Rules of one run

  private mutating func verify() -> [GestureEvent] {
    var scene = plain
    var contacts = ContactGrammar()
    var gestures = GestureGrammar(relations, refused: plain.rules.refused)
    for step in steps {
      let (frame, event) = (scene.frames.count, scene.events.count)
      scene.process(step)
      for frame in scene.frames[frame...] {
        if let rule = contacts.check(frame) { expect(false, rule) }
      }
      for event in scene.events[event...] {
        if let rule = gestures.check(event) { expect(false, "\(rule): \(scene.line(event))") }
      }
      guard step == .interruption else { continue }
      expect(contacts.isOver && gestures.isOver, "an interruption leaves something open")
      expect(scene.bank.deadline == nil, "an interruption leaves a deadline")
      contacts.newEpoch()
      gestures.newEpoch()
    }
    return scene.events
  }

  // MARK: Runs that are the same

  private mutating func compare(_ expected: [GestureEvent]) {
    var random = SeededGenerator(seed: seed &+ 1)
    expect(run(timed(&random), plain), expected, "time announced at any moments changes something")
    let rotation = Int.random(in: 1...3, using: &random)
    expect(
      run(steps, house.scene(rotation: rotation).0), expected,
      "the order of views changes something")

    let shift = Int64.random(in: -1 << 62...1 << 62, using: &random)
    var shifted = run(steps.map { $0.moved(shift) }, plain).events
    for index in shifted.indices {
      shifted[index].timestamp = shifted[index].timestamp.advanced(byNanoseconds: -shift)
    }
    expect(shifted == expected, "a clock that stands elsewhere changes something")
  }

  private func run(_ steps: [TouchStep], _ fresh: Scene) -> Scene {
    var scene = fresh
    for step in steps { scene.process(step) }
    return scene
  }

  /// The steps, with times between them, at most to that of the next.
  private func timed(_ random: inout SeededGenerator) -> [TouchStep] {
    var last: Timestamp?
    return steps.flatMap { step -> [TouchStep] in
      let now: Timestamp
      switch step {
      case .frame(let frame): now = frame.timestamp
      case .time(let time): now = time
      case .interruption:
        last = nil
        return [step]
      }
      guard let before = last, before < now else {
        last = last ?? now
        return [step]
      }
      last = now
      let span = now.nanoseconds(since: before)
      let times = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        Int64.random(in: 0...span, using: &random)
      }
      return times.sorted().map { .time(before.advanced(byNanoseconds: $0)) } + [step]
    }
  }

  /// Of each recognizer the same must have come; the order among strangers does not matter.
  private mutating func expect(
    _ scene: Scene, _ expected: [GestureEvent], _ rule: String
  ) {
    for (name, id) in plain.names {
      let expected = expected.filter { $0.gesture == id }
      let came = scene.events.filter { scene.name($0.gesture) == name }.map {
        var event = $0
        event.gesture = id
        return event
      }
      guard came != expected else { continue }
      let index = zip(came, expected).prefix { $0 == $1 }.count
      expect(
        false,
        """
        \(rule): \(name), event \(index)
        expected: \(expected.dropFirst(index).first.map { "\($0)" } ?? "nothing")
        came:     \(came.dropFirst(index).first.map { "\($0)" } ?? "nothing")
        """)
    }
  }
}

extension TouchStep {
  fileprivate func moved(_ shift: Int64) -> TouchStep {
    switch self {
    case .frame(var frame):
      frame.timestamp = frame.timestamp.advanced(byNanoseconds: shift)
      return .frame(frame)
    case .time(let time): return .time(time.advanced(byNanoseconds: shift))
    case .interruption: return .interruption
    }
  }
}

/// The grammar of contacts.
private struct ContactGrammar {
  private var open: [Contact.ID: Contact] = [:]
  private var known: Set<Contact.ID> = []
  private var last: Timestamp?

  var isOver: Bool { open.isEmpty }

  mutating func newEpoch() {
    last = nil
  }

  /// Takes the next frame, and returns a rule that it breaks.
  mutating func check(_ frame: ContactFrame) -> String? {
    if let last, frame.timestamp < last { return "the time of frames went back" }
    last = frame.timestamp
    guard frame.contacts.contains(where: { $0.phase != .stationary }) else {
      return "an empty frame"
    }
    guard Set(frame.contacts.map(\.id)).count == frame.contacts.count else {
      return "a contact twice"
    }
    guard Set(open.keys).isSubset(of: frame.contacts.map(\.id)) else {
      return "a contact is missing"
    }
    for contact in frame.contacts {
      guard contact.location.isPlausible else { return "an implausible place" }
      if contact.phase == .began {
        guard known.insert(contact.id).inserted else { return "a contact began twice" }
      } else {
        guard let before = open[contact.id] else { return "a contact without a beginning" }
        guard contact.previousLocation == before.location, contact.finger == before.finger else {
          return "a contact jumped"
        }
        let hasMoved = contact.location != before.location
        guard hasMoved == (contact.phase == .moved) else { return "moved without a move" }
        let isNew = contact.phase == .stationary ? before.timestamp : frame.timestamp
        guard contact.timestamp == isNew else {
          return "a timestamp that is not of the last change"
        }
      }
      let isOver = contact.phase == .ended || contact.phase == .cancelled
      open[contact.id] = isOver ? nil : contact
    }
    return nil
  }
}

/// The grammar of gestures, and that a finger has one winner.
private struct GestureGrammar {
  private let relations: RandomHouse.Relations
  private let refused: Set<GestureID>
  private var open: Set<GestureID> = []
  private var last: Timestamp?
  /// The gestures that were recognized with a finger; of taps in a row, by the last.
  private var winners: [Contact.ID: Set<GestureID>] = [:]

  init(_ relations: RandomHouse.Relations, refused: Set<GestureID>) {
    (self.relations, self.refused) = (relations, refused)
  }

  var isOver: Bool { open.isEmpty }

  mutating func newEpoch() {
    last = nil
  }

  /// Takes the next event, and returns a rule that it breaks.
  mutating func check(_ event: GestureEvent) -> String? {
    if let last, event.timestamp < last { return "time went back" }
    last = event.timestamp
    guard let kind = relations.kinds[event.gesture] else { return "of an unknown recognizer" }
    switch (kind.lasts, event.phase, open.contains(event.gesture)) {
    case (true, .began, false):
      open.insert(event.gesture)
    case (true, .changed, true), (false, .ended, false):
      break
    case (true, .ended, true), (true, .cancelled, true):
      open.remove(event.gesture)
    case (_, .failed, false):
      return nil
    case (_, .began, true), (_, .failed, true), (_, .changed, false), (_, .cancelled, false),
      (true, .ended, false), (false, _, true), (false, .began, false):
      return "not a step of its kind"
    }
    guard !refused.contains(event.gesture) else { return "recognized, though refused" }
    guard !event.contacts.isEmpty else { return "without fingers" }
    guard isFinite(event) else { return "measured what is no number" }
    return claim(event, kind)
  }

  private mutating func claim(_ event: GestureEvent, _ kind: GestureKind) -> String? {
    for contact in event.contacts.suffix(kind.lastFingers) {
      for winner in winners[contact, default: []] where winner != event.gesture {
        guard relations.mayMeet(winner, event.gesture) else { return "a second winner" }
      }
      winners[contact, default: []].insert(event.gesture)
    }
    return nil
  }

  private func isFinite(_ event: GestureEvent) -> Bool {
    guard event.location.isPlausible else { return false }
    return switch event.measure {
    case .none, .swipe: true
    case .pan(let translation, let velocity):
      translation.x.isFinite && translation.y.isFinite && velocity.x.isFinite && velocity.y.isFinite
    case .pinch(let scale, let velocity):
      scale.isFinite && scale > 0 && velocity.isFinite
    case .rotation(let angle, let velocity): angle.isFinite && velocity.isFinite
    }
  }
}

extension GestureKind {
  fileprivate var lasts: Bool {
    switch self {
    case .tap, .swipe: false
    case .press, .pan, .pinch, .rotation, .custom: true
    }
  }

  /// How many of its fingers are of the last tap.
  fileprivate var lastFingers: Int {
    switch self {
    case .tap(_, let fingers), .press(_, let fingers): fingers
    case .swipe, .pan, .pinch, .rotation, .custom: .max
    }
  }
}
