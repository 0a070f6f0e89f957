// SPDX-License-Identifier: Apache-2.0

import MotionCore

extension MotionEvent {
  static func began(at nanoseconds: Int64, simulated: Bool = false) -> MotionEvent {
    make(nanoseconds, simulated, .began, .sample)
  }

  static func ended(at nanoseconds: Int64, simulated: Bool = false) -> MotionEvent {
    let measurements = ShakeMeasurements(
      lastSwing: Timestamp(nanoseconds: max(0, nanoseconds - 7)), duration: .milliseconds(870),
      swings: 6, peak: 31.4, direction: [0.6, 0.8, 0])
    return make(nanoseconds, simulated, .ended, .sample, MotionMeasurements(measurements))
  }

  static func cancelled(
    at nanoseconds: Int64, _ reason: CancellationReason = .tooLong, simulated: Bool = false
  ) -> MotionEvent {
    make(nanoseconds, simulated, .cancelled(reason))
  }

  static func recognized(at nanoseconds: Int64, simulated: Bool = false) -> MotionEvent {
    make(nanoseconds, simulated, .recognized, .sample)
  }

  private static func make(
    _ time: Int64, _ simulated: Bool, _ phase: Phase, _ surroundings: Surroundings? = nil,
    _ measurements: MotionMeasurements? = nil
  ) -> MotionEvent {
    var event = MotionEvent(
      .shake, phase, at: Timestamp(nanoseconds: time), surroundings: surroundings,
      measurements: measurements)
    event.isSimulated = simulated
    return event
  }

  /// This event as one of another kind, without measurements.
  func of(_ kind: MotionKind) -> MotionEvent {
    var event = MotionEvent(kind, phase, at: timestamp, surroundings: surroundings)
    event.isSimulated = isSimulated
    return event
  }

  /// The phase in one word: `began`, `ended`, `recognized`, or the reason of the cancellation.
  var word: String {
    switch phase {
    case .began: "began"
    case .ended: "ended"
    case .cancelled(let reason): reason.rawValue
    case .recognized: "recognized"
    }
  }

  var isBeginning: Bool { phase == .began }

  /// A Boolean value that indicates whether it cancels an interrupted motion.
  var isInterruption: Bool { phase == .cancelled(.interrupted) }
}

extension MotionEvent.Surroundings {
  static let sample = Self(gravity: [0.1, 0.2, 9.8], acceleration: [21, 0.4, 9.1])
}

extension MotionConfiguration {
  /// A shake as a claim with these options asks for it.
  static func shake(_ sensitivity: Sensitivity = .medium, window: Duration) -> Self {
    .shake(ShakeConfiguration(sensitivity: sensitivity, window: window))
  }

  static func shake(_ sensitivity: Sensitivity) -> Self { shake(sensitivity, window: .seconds(1)) }
}
