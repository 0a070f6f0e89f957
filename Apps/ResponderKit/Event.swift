// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// An event of the device, as a responder receives it.
///
/// UIKit's `UIEvent` as a value. Where `UIEvent` has only the fact of a shake, this one carries
/// the ``motionEvent`` with all the detector knows, so that a responder can distinguish a long
/// shake from a short one, or a horizontal one from a vertical one.
///
/// The content is an open choice: ``type`` decides which of the properties that depend on it are
/// there. Events of further types may join the motions without breaking a client. A responder that
/// calls `super` passes on the event it was given.
public struct Event: Sendable {
  /// The content: a case for each type of event.
  private enum Content: Hashable {
    case motion(MotionEvent)
    case key(KeyPress, Timestamp)
    case remoteControl(EventSubtype, Timestamp)
    case touches(Set<Touch>, Timestamp)
  }

  private let content: Content

  /// The motion it is part of, once an application has sent it.
  let sequence: MotionSequence?

  /// The place for the answer to a key, if the sender wants one.
  let answer: KeyAnswer?

  /// The event of a detected motion.
  public init(_ motion: MotionEvent) {
    self.init(motion, in: nil)
  }

  init(_ motion: MotionEvent, in sequence: MotionSequence?) {
    content = .motion(motion)
    self.sequence = sequence
    answer = nil
  }

  /// The event of a key that was pressed, or that repeats.
  ///
  /// - Parameters:
  ///   - key: the key and its modifiers
  ///   - timestamp: the time when it happened, on the clock of the input
  public init(_ key: KeyPress, at timestamp: Timestamp) {
    self.init(key, at: timestamp, answer: nil)
  }

  init(_ key: KeyPress, at timestamp: Timestamp, answer: KeyAnswer?) {
    content = .key(key, timestamp)
    sequence = nil
    self.answer = answer
  }

  /// The event of a command for media, such as ``EventSubtype/remoteControlPlay``.
  ///
  /// - Parameters:
  ///   - command: the command, which becomes the event's ``subtype``
  ///   - timestamp: the time when the user gave it, on the clock of the input
  public init(remoteControl command: EventSubtype, at timestamp: Timestamp) {
    content = .remoteControl(command, timestamp)
    sequence = nil
    answer = nil
  }

  /// An event of fingers; at least one does something.
  init(touches: Set<Touch>, at timestamp: Timestamp) {
    content = .touches(touches, timestamp)
    sequence = nil
    answer = nil
  }

  /// The detector's event: kind, phase, time and measurements; nil unless the ``type`` is
  /// ``EventType/motion``.
  public var motionEvent: MotionEvent? {
    switch content {
    case .motion(let motion): motion
    case .key, .remoteControl, .touches: nil
    }
  }

  /// The key and its modifiers; nil unless the ``type`` is ``EventType/presses``.
  public var keyPress: KeyPress? {
    switch content {
    case .key(let key, _): key
    case .motion, .remoteControl, .touches: nil
    }
  }

  /// The general kind of the event.
  public var type: EventType {
    switch content {
    case .motion: .motion
    case .key: .presses
    case .remoteControl: .remoteControl
    case .touches: .touches
    }
  }

  /// The particular kind: of a motion, which one it is; of remote control, the command.
  public var subtype: EventSubtype {
    switch content {
    case .motion(let motion): EventSubtype(motion.kind)
    case .key, .touches: .none
    case .remoteControl(let command, _): command
    }
  }

  /// All fingers, also the ones that do nothing in this event; nil unless the ``type`` is
  /// ``EventType/touches``.
  ///
  /// Fingers that their view does not receive are among them, such as a second one where
  /// ``View/isMultipleTouchEnabled`` is false.
  public var allTouches: Set<Touch>? {
    switch content {
    case .touches(let touches, _): touches
    case .motion, .key, .remoteControl: nil
    }
  }

  /// The fingers that began in `view` and that it receives; nil if there are none.
  ///
  /// If it has as many as the set that a view is called with, these are its last fingers: all are
  /// up if `touches.count == event?.touches(for: self)?.count`.
  ///
  /// - Parameter view: the view
  /// - Returns: the touches, in any phase
  @MainActor
  public func touches(for view: View) -> Set<Touch>? {
    touches { $0.view === view && $0.isDelivered }
  }

  /// The fingers that began in `window`, received or not; nil if there are none.
  @MainActor
  public func touches(for window: Window) -> Set<Touch>? {
    touches { $0.window === window }
  }

  /// The fingers that `recognizer` has in its gesture; nil if there are none.
  @MainActor
  public func touches(for recognizer: GestureRecognizer) -> Set<Touch>? {
    touches { $0.gestureRecognizers?.contains(recognizer) == true }
  }

  @MainActor
  private func touches(where isWanted: (Touch) -> Bool) -> Set<Touch>? {
    guard let found = allTouches?.filter(isWanted), !found.isEmpty else { return nil }
    return found
  }

  /// The time when it happened.
  ///
  /// UIKit has seconds since the system started. Ours keeps the nanoseconds of the readings and
  /// their clock; `Timestamp.seconds(since:)` gives the seconds between two events.
  ///
  /// - Clock: the readings', or the clock of the input that the host took touches, a key or a
  ///   command from.
  public var timestamp: Timestamp {
    switch content {
    case .motion(let motion): motion.timestamp
    case .key(_, let timestamp), .remoteControl(_, let timestamp), .touches(_, let timestamp):
      timestamp
    }
  }
}

extension Event: Hashable {
  /// A Boolean value that indicates whether both have the same content.
  public static func == (left: Event, right: Event) -> Bool { left.content == right.content }

  /// Hashes the content.
  public func hash(into hasher: inout Hasher) { hasher.combine(content) }
}

extension Event {
  /// Calls the method of `responder` that takes this event; keys are looked up, and touches have
  /// views.
  @MainActor
  func deliver(to responder: Responder) {
    switch content {
    case .motion(let motion):
      switch motion.phase {
      case .began: responder.motionBegan(subtype, with: self)
      case .ended: responder.motionEnded(subtype, with: self)
      case .cancelled: responder.motionCancelled(subtype, with: self)
      case .recognized: responder.motionRecognized(subtype, with: self)
      }
    case .key, .touches: break
    case .remoteControl: responder.remoteControlReceived(with: self)
    }
  }
}

extension Event {
  /// The kind of the motion that this event ends or cancels; nil for all other events.
  var endedMotion: MotionKind? {
    switch motionEvent?.phase {
    case .ended, .cancelled: motionEvent?.kind
    case .began, .recognized, nil: nil
    }
  }
}

extension Event {
  /// The general kind of an event.
  ///
  /// An open structure where UIKit has an enumeration, so that a new type never breaks a client's
  /// `switch`.
  public struct EventType: RawRepresentable, Hashable, Sendable {
    /// The type's name (`"motion"`).
    public let rawValue: String

    /// The type called `rawValue`.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The device was moved.
    public static let motion = EventType(rawValue: "motion")
    /// A key was pressed.
    public static let presses = EventType(rawValue: "presses")
    /// Fingers touch a panel.
    public static let touches = EventType(rawValue: "touches")
    /// A headset, a remote control or a media key gave a command.
    public static let remoteControl = EventType(rawValue: "remoteControl")
  }

  /// The particular kind of an event.
  ///
  /// An open structure where UIKit has an enumeration, so that a new motion never breaks a client's
  /// `switch`. The subtype of a motion bears the name of its kind.
  public struct EventSubtype: RawRepresentable, Hashable, Sendable {
    /// The subtype's name (`"shake"`).
    public let rawValue: String

    /// The subtype called `rawValue`.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The subtype of events of motion `kind`.
    public init(_ kind: MotionKind) {
      self.init(rawValue: kind.rawValue)
    }

    /// The device was shaken: UIKit's only subtype of motions; others are `EventSubtype(.flip)` and
    /// so on.
    public static let motionShake = EventSubtype(.shake)
  }
}
