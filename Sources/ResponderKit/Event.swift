import MotionCore

/// An event of the device, as a responder receives it.
///
/// UIKit's `UIEvent` as a value. Where `UIEvent` says only that there was a shake, this one carries
/// the ``motionEvent`` with all the detector knows, so that a responder can tell a long shake from
/// a short one, or a horizontal one from a vertical one.
///
/// The content is an open choice: ``type`` says which of the properties that depend on it are there. Events of
/// further types may join the motions without breaking a client. A responder that calls `super` passes on the
/// event it was given.
public struct Event: Sendable {
  /// The content: a case for each type of event.
  private enum Content: Hashable {
    case motion(MotionEvent)
  }

  private let content: Content

  /// The motion it is part of, once an application has sent it.
  let sequence: MotionSequence?

  /// The event of a detected motion.
  public init(_ motion: MotionEvent) {
    self.init(motion, in: nil)
  }

  init(_ motion: MotionEvent, in sequence: MotionSequence?) {
    content = .motion(motion)
    self.sequence = sequence
  }

  /// The detector's event: kind, phase, time and measurements; nil unless the ``type`` is
  /// ``EventType/motion``.
  public var motionEvent: MotionEvent? {
    switch content {
    case .motion(let motion): motion
    }
  }

  /// The general kind of the event.
  public var type: EventType {
    switch content {
    case .motion: .motion
    }
  }

  /// The particular kind: of a motion, which one it is.
  public var subtype: EventSubtype {
    switch content {
    case .motion(let motion): EventSubtype(motion.kind)
    }
  }

  /// The time at which it happened.
  ///
  /// UIKit has seconds since the system started. Ours keeps the nanoseconds of the readings and
  /// their clock; `Timestamp.seconds(since:)` gives the seconds between two events.
  ///
  /// - Clock: that of the readings.
  public var timestamp: Timestamp {
    switch content {
    case .motion(let motion): motion.timestamp
    }
  }
}

extension Event: Hashable {
  /// A Boolean value that indicates whether both have the same content.
  public static func == (left: Event, right: Event) -> Bool {
    left.content == right.content
  }

  /// Hashes the content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(content)
  }
}

extension Event {
  /// Calls the method of `responder` that takes this event.
  @MainActor
  func deliver(to responder: Responder) {
    switch content {
    case .motion(let motion):
      switch motion.phase {
      case .began: responder.motionBegan(subtype, with: self)
      case .ended: responder.motionEnded(subtype, with: self)
      case .cancelled: responder.motionCancelled(subtype, with: self)
      case .recognised: responder.motionRecognised(subtype, with: self)
      }
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

    /// The device was shaken.
    public static let motionShake = EventSubtype(.shake)
  }
}
