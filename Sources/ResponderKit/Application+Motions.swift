import MotionCore

extension Application {
  /// Sends each of `motions` as an event, until there are no more or the task is cancelled.
  ///
  /// A motion that is open then is cancelled. With MotionBus this is all that an app needs:
  /// `await Application.shared.sendEvents(from: MotionSession())`.
  ///
  /// - Parameter motions: what a detector says, such as a session with the daemon
  public func sendEvents<Motions: AsyncSequence>(
    from motions: Motions
  ) async where Motions.Element == MotionEvent, Motions.Failure == Never {
    var last: [MotionKind: MotionEvent] = [:]
    for await motion in motions {
      last[motion.motion] = motion
      sendEvent(Event(motion))
    }
    for motion in last.values {
      guard case .began = motion.phase else { continue }
      var cancellation = motion
      cancellation.phase = .cancelled(.interrupted)
      sendEvent(Event(cancellation))
    }
  }
}
