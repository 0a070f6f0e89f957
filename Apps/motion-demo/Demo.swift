// SPDX-License-Identifier: Apache-2.0

import LinuxSupport
import MotionCore
import ResponderKit
import UndoKit

/// A small document in a small application, for motion events to act on.
///
/// The text is edited in a text view, which is the first responder; behind it come the page, the
/// window and the application. A shake that ended is handled by none of them, so the application
/// undoes the last edit.
@MainActor
final class Demo {
  /// The text of the document.
  var text: String { textView.text }

  private let application = Application()
  private let window: DemoWindow
  private let page = Responder()
  private let textView: TextResponder
  /// The edit that the application undid for the event under way.
  private var undone: (title: String, name: String)?

  /// The outcome of an event.
  struct Outcome: Hashable, Sendable {
    /// The responders that received it, first responder first.
    var receivers: [String]
    /// The responder that handled it; nil if none did.
    var handler: String?
    /// The action, such as `Undo Typing`; nil if there was none.
    var action: String?
    /// The effect of a shake that ended; nil for any other event.
    var effect: Effect?
  }

  /// The effect of a shake on the document.
  enum Effect: Hashable, Sendable {
    /// It undid the edit of this name.
    case undone(String)
    /// There was nothing to undo.
    case nothing

    /// As phone-accelerometer reads it, a JSON object.
    var line: String {
      switch self {
      case .undone(let name):
        jsonObject(["action": "undone".jsonString, "name": name.jsonString])
      case .nothing: jsonObject(["action": "nothing".jsonString])
      }
    }
  }

  /// An application with an empty document.
  init() {
    window = DemoWindow(application: application)
    page.next = window
    textView = TextResponder("", next: page)
    application.keyWindow = window
    textView.becomeFirstResponder()
    application.onShake = .ask { [weak self] question in
      self?.undone = question.undo.map { ($0.title, $0.actionName) }
      question.answer(question.undo == nil ? .neither : .undo)
    }
  }

  /// Changes the text as an edit of its own, which can be undone.
  ///
  /// - Parameters:
  ///   - newText: the text afterwards
  ///   - name: the name of the edit, such as `Typing`
  func edit(_ newText: String, named name: String) {
    textView.replace(text.startIndex..<text.endIndex, with: newText, actionName: name)
    // The edit is complete; no main loop runs here that would say so.
    UndoManager.endEventGroups()
  }

  /// Sends `event` up the responder chain.
  ///
  /// - Parameter event: from a detector
  /// - Returns: the responders that received it, and the action
  func receive(_ event: MotionEvent) -> Outcome {
    undone = nil
    window.hasHandled = false
    application.sendEvent(Event(event))
    let receivers = receivers
    let isShake = event.kind == .shake && event.phase == .ended
    return Outcome(
      receivers: receivers,
      handler: undone != nil || window.hasHandled ? receivers.last : nil,
      action: undone?.title ?? window.hint.map { "hint: \($0)" },
      effect: isShake ? undone.map { .undone($0.name) } ?? .nothing : nil)
  }

  /// The chain, as far as the window let the event under way go.
  private var receivers: [String] {
    var names: [String] = []
    for responder in sequence(first: textView as Responder, next: \.next) {
      switch responder {
      case is TextResponder: names.append("text view")
      case is Window: names.append("window")
      case is Application: names.append("application")
      default: names.append("page")
      }
      if responder === window && window.hasHandled { break }
    }
    return names
  }
}

/// The window, which has the undo manager and keeps a hint while a shake is under way.
///
/// It handles the beginning and the cancelling of a shake itself, and passes all else on.
private final class DemoWindow: Window {
  private(set) var hint: String?
  /// True if it kept an event to itself.
  var hasHandled = false

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    guard motion == .motionShake else { return super.motionBegan(motion, with: event) }
    hint = "stop shaking to undo"
    hasHandled = true
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    if motion == .motionShake { hint = nil }
    super.motionEnded(motion, with: event)
  }

  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {
    guard motion == .motionShake else { return super.motionCancelled(motion, with: event) }
    hint = nil
    hasHandled = true
  }
}
