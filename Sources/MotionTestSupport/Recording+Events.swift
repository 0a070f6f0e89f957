import MotionCore

extension Recording {
  /// What the detectors say about this recording from beginning to end.
  ///
  /// - Parameter shake: what counts as a shake
  /// - Returns: the events; a motion still open when the recording is over is cancelled
  public func events(detecting shake: ShakeConfiguration = ShakeConfiguration()) -> [MotionEvent] {
    var detectors = DetectorBank(shake: shake)
    var events: [MotionEvent] = []
    for reading in readings {
      detectors.process(reading) { events.append($0) }
    }
    detectors.interrupt { events.append($0) }
    return events
  }
}
