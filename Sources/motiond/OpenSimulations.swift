import MotionCore

/// The events of a simulation among those of the accelerometer.
///
/// The accelerometer comes first: of a kind that lasts one motion is open at a time, and a real one ends a simulated
/// one. What comes out follows the grammar of `MotionEvent`.
struct OpenSimulations {
  /// The beginnings of simulated motions that are open.
  private var begun: [MotionConfiguration: MotionEvent] = [:]
  /// The time of the latest simulated event.
  private var latest = Timestamp(nanoseconds: 0)

  /// Takes a simulated event.
  ///
  /// - Parameters:
  ///   - event: the event
  ///   - configuration: of its detector
  ///   - isOpen: true if a motion of the accelerometer is open there
  /// - Returns: true if it is to be told
  mutating func tells(
    _ event: MotionEvent, of configuration: MotionConfiguration, whileReal isOpen: Bool
  ) -> Bool {
    latest = event.timestamp
    switch event.phase {
    case .began:
      guard !isOpen else { return false }
      begun[configuration] = event
      return true
    case .ended, .cancelled: return begun.removeValue(forKey: configuration) != nil
    case .recognized: return true
    }
  }

  /// The cancellation of a simulated motion that is to be told before `event` of the accelerometer; nil for none.
  mutating func cancellation(
    before event: MotionEvent, of configuration: MotionConfiguration
  ) -> MotionEvent? {
    guard case .began = event.phase, let begun = begun.removeValue(forKey: configuration) else {
      return nil
    }
    return begun.interrupted(at: latest)
  }
}
