import MotionCore

extension MotionEvent {
  static func began(at nanoseconds: Int64, simulated: Bool = false) -> MotionEvent {
    make(nanoseconds, simulated, .began(.sample))
  }

  static func ended(at nanoseconds: Int64, simulated: Bool = false) -> MotionEvent {
    let measurements = Measurements(
      lastSwing: Timestamp(nanoseconds: max(0, nanoseconds - 7)), duration: 870_000_000, swings: 6,
      peak: 31.4, direction: [0.6, 0.8, 0])
    return make(nanoseconds, simulated, .ended(.sample, measurements))
  }

  static func cancelled(
    at nanoseconds: Int64, _ reason: CancellationReason = .tooLong, simulated: Bool = false
  ) -> MotionEvent {
    make(nanoseconds, simulated, .cancelled(reason))
  }

  private static func make(_ time: Int64, _ simulated: Bool, _ phase: Phase) -> MotionEvent {
    var event = MotionEvent(motion: .shake, timestamp: Timestamp(nanoseconds: time), phase: phase)
    event.isSimulated = simulated
    return event
  }

  var isBeginning: Bool {
    if case .began = phase { true } else { false }
  }

  /// Whether it says that the motion was interrupted, whenever that was.
  var isInterruption: Bool { phase == .cancelled(.interrupted) }
}

extension MotionEvent.Surroundings {
  static let sample = Self(gravity: [0.1, 0.2, 9.8], acceleration: [21, 0.4, 9.1])
}
