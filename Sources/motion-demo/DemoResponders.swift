import ResponderKit

/// What the demo's responders write into as a motion passes through them.
@MainActor
final class MotionTrace {
  private(set) var names: [String] = []

  /// Writes down that the responder `name` received the motion.
  func pass(_ name: String) {
    names.append(name)
  }

  /// What has been written since the last call.
  func take() -> [String] {
    defer { names = [] }
    return names
  }
}

/// Some part of an interface: it lets every motion pass.
final class DemoView: Responder {
  private let name: String
  private let trace: MotionTrace

  init(_ name: String, next: Responder, _ trace: MotionTrace) {
    self.name = name
    self.trace = trace
    super.init()
    self.next = next
  }

  override var canBecomeFirstResponder: Bool { true }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    trace.pass(name)
    super.motionBegan(motion, with: event)
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    trace.pass(name)
    super.motionEnded(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    trace.pass(name)
    super.motionCancelled(motion, with: event)
  }
}

/// The window, which has the undo manager and keeps a hint while a shake is under way.
///
/// It handles the beginning and the cancelling of a motion itself.
final class DemoWindow: Window {
  private let trace: MotionTrace
  private(set) var hint: String?

  init(application: Application, _ trace: MotionTrace) {
    self.trace = trace
    super.init(application: application)
  }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    trace.pass("window")
    hint = "stop shaking to undo"
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    trace.pass("window")
    hint = nil
    super.motionEnded(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    trace.pass("window")
    hint = nil
  }
}

/// The application, where a shake that nobody handled becomes an undo.
final class DemoApplication: Application {
  private let trace: MotionTrace

  init(_ trace: MotionTrace) {
    self.trace = trace
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    trace.pass("application")
    super.motionEnded(motion, with: event)
  }
}
