import MotionCore

extension MotionEvent {
  /// How a motion that began with this event comes out for who hears no more of it.
  ///
  /// - Parameter time: when; not before its beginning
  /// - Returns: its cancellation
  func interrupted(at time: Timestamp) -> MotionEvent {
    var event = self
    event.timestamp = max(timestamp, time)
    event.phase = .cancelled(.interrupted)
    return event
  }
}
