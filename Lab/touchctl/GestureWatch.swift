// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import TouchCore

/// All gestures of a stream of touches, as of one view that fills the screen.
///
/// A tap waits for the double tap, and a pan for the swipe; a pinch and a rotation go together.
/// Where else several want the same finger, the first that is certain wins.
struct GestureWatch {
  private var tracker = TouchTracker()
  private var bank = GestureBank()
  private var names: [GestureID: String] = [:]

  init() {
    var ids: [String: GestureID] = [:]
    let kinds: KeyValuePairs<String, GestureKind> = [
      "tap": .tap(), "doubleTap": .tap(taps: 2), "twoFingerTap": .tap(fingers: 2),
      "press": .press(), "swipe": .swipe([.left, .right, .up, .down]), "pan": .pan(fingers: 1...1),
      "pinch": .pinch, "rotation": .rotation,
    ]
    for (name, kind) in kinds {
      let id = bank.add(kind)
      (ids[name], names[id]) = (id, name)
    }
    for (waiting, other) in [("tap", "doubleTap"), ("pan", "swipe")] {
      if let waiting = ids[waiting], let other = ids[other] {
        bank.require(waiting, toFail: other)
      }
    }
    if let pinch = ids["pinch"], let rotation = ids["rotation"] {
      bank.allow(pinch, with: rotation)
    }
  }

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - frame: the report of a panel
  ///   - emit: called when a gesture begins, ends, is cancelled or happens
  mutating func process(_ frame: TouchFrame, _ emit: (GestureLine) -> Void) {
    var frames: [ContactFrame] = []
    tracker.process(frame) { frames.append($0) }
    let names = names
    for frame in frames {
      bank.process(frame, asking: Self.answer) { Self.report($0, names, emit) }
    }
  }

  /// Takes the end: what needs time has it, unless a finger is down, which is cancelled.
  mutating func finish(_ emit: (GestureLine) -> Void) {
    let names = names
    while tracker.contacts.isEmpty, let deadline = bank.deadline {
      bank.advance(to: deadline, asking: Self.answer) { Self.report($0, names, emit) }
    }
    bank.interrupt { Self.report($0, names, emit) }
  }

  private static func report(
    _ event: GestureEvent, _ names: [GestureID: String], _ emit: (GestureLine) -> Void
  ) {
    switch event.phase {
    case .changed, .failed: return
    case .began, .ended, .cancelled:
      emit(GestureLine(event, name: names[event.gesture] ?? ""))
    }
  }

  private static func answer(_ question: GestureQuestion) -> Bool {
    switch question {
    case .receives, .begins, .prevents: true
    case .together: false
    }
  }
}

/// A step of a gesture, for people and programs.
struct GestureLine {
  var source = ""
  let gesture: String
  let phase: String
  let timestamp: Int64
  let x: Double
  let y: Double
  let fingers: Int
  private(set) var direction: String?
  private(set) var translation: [Double]?
  private(set) var velocity: [Double]?
  private(set) var scale: Double?
  private(set) var radians: Double?

  init(_ event: GestureEvent, name: String) {
    gesture = name
    phase =
      switch event.phase {
      case .began: "began"
      case .changed: "changed"
      case .ended: "ended"
      case .cancelled: "cancelled"
      case .failed: "failed"
      }
    timestamp = event.timestamp.nanoseconds
    (x, y, fingers) = (event.location.x, event.location.y, event.contacts.count)
    switch event.measure {
    case .none: break
    case .swipe(let way):
      direction =
        switch way {
        case .left: "left"
        case .right: "right"
        case .up: "up"
        default: "down"
        }
    case .pan(let way, let speed):
      (translation, velocity) = ([way.x, way.y], [speed.x, speed.y])
    case .pinch(let factor, _): scale = factor
    case .rotation(let angle, _): radians = angle
    }
  }

  /// A line for people, without its newline.
  var text: String {
    var words = [
      (Double(timestamp) * 1e-9).text(decimals: 3) + " s", gesture, phase,
      "at \(x.text(decimals: 0)),\(y.text(decimals: 0))",
    ]
    if let direction { words.append(direction) }
    if let translation {
      words.append("by \(translation.map { $0.text(decimals: 0) }.joined(separator: ","))")
    }
    if let scale { words.append("scale \(scale.text(decimals: 2))") }
    if let radians { words.append("by \((radians * 180 / .pi).text(decimals: 0))°") }
    return words.joined(separator: " ")
  }

  /// A line for programs, without its newline.
  var json: String {
    jsonObject([
      "source": source.jsonString, "gesture": gesture.jsonString, "phase": phase.jsonString,
      "timestamp_ns": "\(timestamp)", "x": x.jsonNumber, "y": y.jsonNumber,
      "fingers": "\(fingers)", "direction": direction?.jsonString,
      "translation": translation.map { jsonArray($0.map(\.jsonNumber)) },
      "velocity": velocity.map { jsonArray($0.map(\.jsonNumber)) }, "scale": scale?.jsonNumber,
      "radians": radians?.jsonNumber,
    ])
  }
}
