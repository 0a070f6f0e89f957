// SPDX-License-Identifier: Apache-2.0

/// An event of a motion: it began, ended or was cancelled, or it was recognized as a whole.
///
/// Whatever the input, the events of a kind that lasts follow the grammar
/// `(began (ended | cancelled))*`; a kind without a duration has `recognized` events only.
/// Timestamps never decrease within one epoch of the stream's clock. The first three phases are
/// UIKit's (`motionBegan`, `motionEnded`, `motionCancelled`).
public struct MotionEvent: Hashable, Sendable {
  /// The kind of the motion.
  public var kind: MotionKind

  /// The time of the reading that proved the motion; for an interruption, the moment when the
  /// detector gave the stream up.
  ///
  /// - Clock: the readings' clock.
  public var timestamp: Timestamp

  /// The phase that the motion reached.
  public var phase: Phase

  /// Gravity and acceleration at that moment; nil for a cancellation.
  public var surroundings: Surroundings?

  /// Measurements of the motion, where its kind has some in this phase.
  public var measurements: MotionMeasurements?

  /// How sure a beginning is, from 0 to 1: of the beginnings in recordings of other people that had
  /// about this value, this share was of shakes.
  ///
  /// Nil in another phase, and of a kind that does not tell. An app that shows something at the
  /// beginning may wait for the end below a value of its own, such as 0.4.
  public var confidence: Double?

  /// The recognizer of the motion.
  public var detector = Detector.readings

  /// A Boolean value that indicates whether the motion was simulated, to try an app without a
  /// device.
  public var isSimulated = false

  /// The age of the reading that proved the motion, when the daemon told it, if that was more than
  /// ``longestDelay``: a phone's readings may wait for its network.
  ///
  /// An end that came in time after a beginning that was late has the beginning's.
  ///
  /// Nil in a recording, and where the daemon told the motion in time.
  public var lateness: Duration?

  /// The longest time from the reading that proves a motion to the daemon's event, 1.5 s: later, a
  /// person does something else, and an app must not undo that.
  public static var longestDelay: Duration { ArrivalOffset.longestDelay }

  /// This event as whoever acts on motions takes it: an end that comes too late is a cancellation,
  /// and a motion without a duration is nil then.
  ///
  /// See ``lateness``. `ShakeToUndo`, `Application` and motiond's own programs act on this.
  public var timely: MotionEvent? {
    guard isTooLate else { return self }
    guard phase == .ended else { return nil }
    var event = interrupted()
    event.lateness = lateness
    return event
  }

  /// A Boolean value that indicates whether nobody acts on this end, as it came too late.
  package var isTooLate: Bool { lateness != nil && (phase == .ended || phase == .recognized) }

  /// An event of a motion.
  ///
  /// - Parameters:
  ///   - kind: the kind of the motion
  ///   - phase: the phase that it reached
  ///   - timestamp: the time of the reading that proved it
  ///   - surroundings: gravity and acceleration at that moment
  ///   - measurements: measurements of the motion
  public init(
    _ kind: MotionKind, _ phase: Phase, at timestamp: Timestamp, surroundings: Surroundings? = nil,
    measurements: MotionMeasurements? = nil
  ) {
    self.kind = kind
    self.timestamp = timestamp
    self.phase = phase
    self.surroundings = surroundings
    self.measurements = measurements
  }

  /// The phases of a motion.
  public enum Phase: Hashable, Sendable {
    /// The evidence sufficed: a motion is under way.
    case began
    /// The motion stopped as its kind demands. For a shake this is what triggers undo.
    case ended
    /// The motion is void: apps take back their reaction to its beginning.
    case cancelled(CancellationReason)
    /// A motion without a duration happened: there is nothing to end.
    case recognized

    /// The phase's name in events.
    public var name: String {
      switch self {
      case .began: "began"
      case .ended: "ended"
      case .cancelled: "cancelled"
      case .recognized: "recognized"
      }
    }
  }

  /// The recognizers of motions.
  public enum Detector: String, Hashable, Sendable {
    /// MotionCore, from readings.
    case readings
    /// The sensor's chip, by a rule and thresholds of its own; such an event has no measurements.
    case chip
  }

  /// Gravity and acceleration at the moment of an event.
  public struct Surroundings: Hashable, Sendable {
    /// The estimate of gravity in m/s², pointing up, in the device's axes.
    public var gravity: Acceleration {
      get { plainGravity.simd }
      set { plainGravity = PlainVector(newValue) }
    }
    /// The reading at that moment in m/s², gravity included.
    public var acceleration: Acceleration {
      get { plainAcceleration.simd }
      set { plainAcceleration = PlainVector(newValue) }
    }

    private var plainGravity, plainAcceleration: PlainVector

    /// Surroundings of estimated `gravity` and measured `acceleration`.
    public init(gravity: Acceleration, acceleration: Acceleration) {
      plainGravity = PlainVector(gravity)
      plainAcceleration = PlainVector(acceleration)
    }
  }

  /// The cancellation of a motion that began with this event, and has no end.
  ///
  /// - Parameter time: the moment of the interruption; the motion's beginning, if that is later or
  ///   `time` is nil
  /// - Returns: an event with the reason ``CancellationReason/interrupted``
  public func interrupted(at time: Timestamp? = nil) -> MotionEvent {
    var event = MotionEvent(
      kind, .cancelled(.interrupted), at: max(timestamp, time ?? timestamp))
    event.isSimulated = isSimulated
    return event
  }
}

/// The reason why a motion that began did not end.
public enum CancellationReason: String, Hashable, Sendable, CaseIterable {
  /// The motion went on for longer than its kind allows.
  case tooLong
  /// Seen whole, the motion was something else.
  case notAShake
  /// Readings stopped coming: a gap, a lost device, the end of the stream, a reset.
  case interrupted
}

extension CancellationReason: CustomStringConvertible {
  /// The reason in a few words, for people.
  public var description: String {
    switch self {
    case .tooLong: "it went on for too long"
    case .notAShake: "seen whole, it was not a shake"
    case .interrupted: "the readings broke off"
    }
  }
}
