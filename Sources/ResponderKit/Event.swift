import MotionCore

/// Something that happened to the device, as a responder receives it.
///
/// UIKit's `UIEvent` as a value. Where `UIEvent` says only that there was a shake, this one carries
/// the ``motionEvent`` with all the detector knows, so that a responder can tell a long shake from
/// a short one, or a horizontal one from a vertical one.
///
/// A responder that calls `super` passes on the event it was given.
public struct Event: Sendable {
  /// What the detector said: which motion, which phase, when, and the measurements.
  public let motionEvent: MotionEvent

  /// The motion it is part of, once an application has sent it.
  let sequence: MotionSequence?

  /// The event of a detected motion.
  public init(_ motion: MotionEvent) {
    self.init(motion, in: nil)
  }

  init(_ motion: MotionEvent, in sequence: MotionSequence?) {
    motionEvent = motion
    self.sequence = sequence
  }

  /// The general kind of the event.
  public var type: EventType { .motion }

  /// The particular kind: which motion it is.
  public var subtype: EventSubtype { EventSubtype(motionEvent.motion) }

  /// When it happened.
  ///
  /// UIKit has seconds since the system started. Ours keeps the nanoseconds of the readings and
  /// their clock; `Timestamp.seconds(since:)` gives the seconds between two events.
  ///
  /// - Clock: that of the readings.
  public var timestamp: Timestamp { motionEvent.timestamp }
}

extension Event: Hashable {
  /// Whether both say the same of the same motion, whoever sent them.
  public static func == (left: Event, right: Event) -> Bool {
    left.motionEvent == right.motionEvent
  }

  /// Hashes what the detector said.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(motionEvent)
  }
}

extension Event {
  /// Calls the method of `responder` that takes this event's phase.
  @MainActor
  func deliver(to responder: Responder) {
    switch motionEvent.phase {
    case .began:
      responder.motionBegan(subtype, with: self)
    case .ended:
      responder.motionEnded(subtype, with: self)
    case .cancelled:
      responder.motionCancelled(subtype, with: self)
    }
  }
}
