/// Something a detector says about a motion: it began, it ended, or it was cancelled.
///
/// For every input whatsoever the events of one motion kind follow the grammar
/// `(began (ended | cancelled))*`, and their timestamps never decrease within one epoch of the
/// stream's clock. The phases are UIKit's (`motionBegan`, `motionEnded`, `motionCancelled`).
public struct MotionEvent: Hashable, Sendable {
  /// Which motion.
  public var motion: MotionKind

  /// The reading that proved it; for an interruption the moment the stream was given up.
  ///
  /// - Clock: that of the readings.
  public var timestamp: Timestamp

  /// What happened, with what is known about it.
  public var phase: Phase

  /// Whether somebody asked for it, to try an app without shaking a device.
  public var isSimulated = false

  /// An event of `motion` that reached `phase` at `timestamp`.
  public init(motion: MotionKind, timestamp: Timestamp, phase: Phase) {
    self.motion = motion
    self.timestamp = timestamp
    self.phase = phase
  }

  /// The phases of a motion and what each of them knows.
  public enum Phase: Hashable, Sendable {
    /// The evidence sufficed: a motion is under way.
    case began(Surroundings)
    /// The motion stopped within its window. For a shake this is what triggers undo.
    case ended(Surroundings, Measurements)
    /// The motion came to nothing; whoever reacted to its beginning takes that back.
    case cancelled(CancellationReason)
  }

  /// What the device felt at the moment of an event.
  public struct Surroundings: Hashable, Sendable {
    /// The gravity estimate in m/s², pointing up, in the device's axes.
    public var gravity: SIMD3<Double>
    /// The reading at that moment in m/s², gravity included.
    public var acceleration: SIMD3<Double>

    /// Surroundings of estimated `gravity` and measured `acceleration`, both in m/s².
    public init(gravity: SIMD3<Double>, acceleration: SIMD3<Double>) {
      self.gravity = gravity
      self.acceleration = acceleration
    }
  }
}

/// Why a motion that began did not end.
public enum CancellationReason: String, Hashable, Sendable, CaseIterable {
  /// It went on for longer than the window.
  case tooLong
  /// Seen whole, it was something else.
  case notAShake
  /// Readings stopped coming: a gap, a lost device, the end of the stream, a reset.
  case interrupted
}
