// SPDX-License-Identifier: Apache-2.0

import ResponderKit

/// A list of the responders that received a motion.
@MainActor
final class MotionTrace {
  var names: [String] = []
}

/// The text of the document, which handles no motion.
final class DemoText: TextResponder {
  private let name: String
  private let trace: MotionTrace

  init(_ name: String, next: Responder, _ trace: MotionTrace) {
    self.name = name
    self.trace = trace
    super.init("", next: next)
  }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append(name)
    super.motionBegan(motion, with: event)
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append(name)
    super.motionEnded(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append(name)
    super.motionCancelled(motion, with: event)
  }

  override func motionRecognized(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append(name)
    super.motionRecognized(motion, with: event)
  }
}

/// A part of an interface, which handles no motion.
final class DemoView: Responder {
  private let name: String
  private let trace: MotionTrace

  init(_ name: String, next: Responder, _ trace: MotionTrace) {
    self.name = name
    self.trace = trace
    super.init()
    self.next = next
  }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append(name)
    super.motionBegan(motion, with: event)
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append(name)
    super.motionEnded(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append(name)
    super.motionCancelled(motion, with: event)
  }

  override func motionRecognized(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append(name)
    super.motionRecognized(motion, with: event)
  }
}

/// The window, which has the undo manager and keeps a hint while a shake is under way.
///
/// It handles the beginning and the cancelling of a shake itself.
final class DemoWindow: Window {
  private let trace: MotionTrace
  private(set) var hint: String?

  init(application: Application, _ trace: MotionTrace) {
    self.trace = trace
    super.init(application: application)
  }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append("window")
    guard motion == .motionShake else { return super.motionBegan(motion, with: event) }
    hint = "stop shaking to undo"
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append("window")
    if motion == .motionShake { hint = nil }
    super.motionEnded(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append("window")
    guard motion == .motionShake else { return super.motionCancelled(motion, with: event) }
    hint = nil
  }

  override func motionRecognized(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append("window")
    super.motionRecognized(motion, with: event)
  }
}

/// The application, where an unhandled shake becomes an undo.
final class DemoApplication: Application {
  private let trace: MotionTrace

  init(_ trace: MotionTrace) {
    self.trace = trace
  }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append("application")
    super.motionBegan(motion, with: event)
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append("application")
    super.motionEnded(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append("application")
    super.motionCancelled(motion, with: event)
  }

  override func motionRecognized(_ motion: Event.EventSubtype, with event: Event?) {
    trace.names.append("application")
    super.motionRecognized(motion, with: event)
  }
}
