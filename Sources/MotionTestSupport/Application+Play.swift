import MotionCore
import ResponderKit

extension Application {
  /// Shakes the device as `recording` says: all its events are sent before this returns.
  ///
  /// ```swift
  /// note.text = "Dear Ada"
  /// application.play(.shake)
  /// #expect(note.text == "")
  /// ```
  ///
  /// The readings go through the same detectors as those of a device, in no time: the events'
  /// clock is that of the recording. Each recording is a stream of its own, and a motion still open
  /// when it is over is cancelled.
  ///
  /// To look, or to change something, in the middle of a motion:
  ///
  /// ```swift
  /// application.play(.shake) { event in
  ///   if case .began = event.motionEvent.phase { application.keyWindow = nil }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - recording: of a file, synthesised, or one of `.shake`, `.cancelledShake`,
  ///     `.interruptedShake` and `.walk`
  ///   - shake: what counts as a shake
  ///   - afterEach: called whenever an event has been sent
  /// - Returns: what was sent
  @discardableResult
  public func play(
    _ recording: Recording, detecting shake: ShakeConfiguration = ShakeConfiguration(),
    afterEach: (Event) -> Void = { _ in }
  ) -> [Event] {
    let events = recording.events(detecting: shake).map(Event.init)
    for event in events {
      sendEvent(event)
      afterEach(event)
    }
    return events
  }
}
