// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// An input of a recognizer; its fingers are given beside it, as they are afterwards.
package enum GestureInput {
  /// One more finger is down.
  case began
  /// Fingers moved.
  case moved
  /// A finger lifted.
  case ended
  /// A finger was cancelled.
  case cancelled
  /// Its deadline has come.
  case deadline
}

/// The client's conclusion about a gesture of its own.
package struct GestureVerdict {
  /// The next phase; nil if there is none.
  package var phase: GestureEvent.Phase?
  /// Fingers that are not part of the gesture.
  package var ignored: [Contact.ID]

  package init(_ phase: GestureEvent.Phase?, ignored: [Contact.ID] = []) {
    self.phase = phase
    self.ignored = ignored
  }
}

/// A machine that looks for one gesture of one set of fingers; it does not know of others.
///
/// Each input leads to a phase or to nothing: a gesture that lasts goes through `began changed*
/// (ended | cancelled)`, one that happens to `ended` alone, and either may fail before. The first
/// input is a finger that begins; none follows `ended`, `cancelled` and `failed`. It reads no
/// clock: at `deadline` it needs the input of that name.
enum Machine: Sendable {
  case tap(TapRecognizer)
  case press(PressRecognizer)
  case swipe(SwipeRecognizer)
  case pan(PanRecognizer)
  case pinch(SpanRecognizer<SpanScale>)
  case rotation(SpanRecognizer<SpanAngle>)
  /// The client judges.
  case custom

  init(_ kind: GestureKind, _ configuration: TouchConfiguration) {
    switch kind {
    case .tap(let taps, let fingers):
      self = .tap(TapRecognizer(taps: taps, fingers: fingers, configuration))
    case .press(let taps, let fingers):
      self = .press(PressRecognizer(taps: taps, fingers: fingers, configuration))
    case .swipe(let directions, let fingers):
      self = .swipe(SwipeRecognizer(directions, fingers: fingers, configuration))
    case .pan(let fingers):
      self = .pan(PanRecognizer(fingers: fingers, configuration))
    case .pinch:
      self = .pinch(SpanRecognizer(slop: configuration.pinchSlop))
    case .rotation:
      self = .rotation(SpanRecognizer(slop: configuration.rotationSlop))
    case .custom:
      self = .custom
    }
  }

  mutating func process(
    _ input: GestureInput, _ fingers: Fingers, at now: Timestamp
  ) -> GestureEvent.Phase? {
    switch self {
    case .tap(var machine):
      defer { self = .tap(machine) }
      return machine.process(input, fingers, at: now)
    case .press(var machine):
      defer { self = .press(machine) }
      return machine.process(input, fingers, at: now)
    case .swipe(var machine):
      defer { self = .swipe(machine) }
      return machine.process(input, fingers, at: now)
    case .pan(var machine):
      defer { self = .pan(machine) }
      return machine.process(input, fingers, at: now)
    case .pinch(var machine):
      defer { self = .pinch(machine) }
      return machine.process(input, fingers, at: now)
    case .rotation(var machine):
      defer { self = .rotation(machine) }
      return machine.process(input, fingers, at: now)
    case .custom:
      return input == .cancelled ? .failed : nil  // Unless the client judges.
    }
  }

  /// It may begin: counts from here.
  mutating func start() {
    switch self {
    case .pan(var machine):
      machine.start()
      self = .pan(machine)
    case .pinch(var machine):
      machine.start()
      self = .pinch(machine)
    case .rotation(var machine):
      machine.start()
      self = .rotation(machine)
    case .tap, .press, .swipe, .custom:
      break
    }
  }

  /// The moment when something follows from time alone.
  var deadline: Timestamp? {
    switch self {
    case .tap(let machine): machine.deadline
    case .press(let machine): machine.deadline
    case .swipe(let machine): machine.deadline
    case .pan, .pinch, .rotation, .custom: nil
    }
  }

  /// True if one more finger is of interest; the others count.
  func wants(beside fingers: Fingers) -> Bool {
    switch self {
    case .tap, .swipe, .custom: true
    case .press(let machine): machine.wantsFingers
    case .pan(let machine): machine.wants(beside: fingers)
    case .pinch, .rotation: fingers.count < 2
    }
  }

  func measure(at now: Timestamp) -> GestureEvent.Measure {
    switch self {
    case .tap, .press, .custom: .none
    case .swipe(let machine): machine.measure
    case .pan(let machine): machine.measure(at: now)
    case .pinch(let machine):
      .pinch(scale: machine.value, velocity: machine.velocity(at: now))
    case .rotation(let machine):
      .rotation(machine.value, velocity: machine.velocity(at: now))
    }
  }

  /// The place of the gesture; nil if that is the middle of its fingers.
  var place: Point? {
    switch self {
    case .tap(let machine): machine.place
    case .swipe(let machine): machine.place
    case .press, .pan, .pinch, .rotation, .custom: nil
    }
  }
}
