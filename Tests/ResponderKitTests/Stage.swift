import MotionCore
import MotionTestSupport
import ResponderKit

/// An application with a key window, in which a view follows a panel.
@MainActor
final class Stage {
  let journal = Journal()
  let application: WitnessApplication
  let window: WitnessWindow
  let panel: Witness
  let view: Witness

  init() {
    application = WitnessApplication(journal)
    window = WitnessWindow(journal, application)
    panel = Witness("panel", journal)
    view = Witness("view", journal)
    panel.next = window
    view.next = panel
    application.keyWindow = window
  }

  /// Sends the application an event of a shake.
  func send(_ phase: MotionEvent.Phase) {
    application.sendEvent(Event(MotionEvent(motion: .shake, timestamp: .zero, phase: phase)))
  }

  /// Shakes the device.
  func shake() {
    application.play(.shake)
  }
}

extension Timestamp {
  static let zero = Timestamp(nanoseconds: 0)
}

extension MotionEvent.Phase {
  static let begun = Self.began(.atRest)
  static let done = Self.ended(
    .atRest,
    Measurements(
      lastSwing: .zero, duration: 800_000_000, swings: 6, peak: 30, direction: [1, 0, 0]))
  static let tooLong = Self.cancelled(.tooLong)
}

extension MotionEvent.Surroundings {
  static let atRest = Self(gravity: [0, 0, 9.8], acceleration: [0, 0, 9.8])
}
