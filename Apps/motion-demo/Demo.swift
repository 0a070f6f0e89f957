// SPDX-License-Identifier: Apache-2.0

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

  private let trace = MotionTrace()
  private let application: DemoApplication
  private let window: DemoWindow
  private let page: DemoView
  private let textView: DemoText
  /// The title of what the application undid for the event under way.
  private var undone: String?

  /// The outcome of an event.
  struct Outcome: Hashable, Sendable {
    /// The responders that received it, first responder first.
    var receivers: [String]
    /// The responder that handled it; nil if none did.
    var handler: String?
    /// The action, such as `Undo Typing`; nil if there was none.
    var action: String?
  }

  /// An application with an empty document.
  init() {
    application = DemoApplication(trace)
    window = DemoWindow(application: application, trace)
    page = DemoView("page", next: window, trace)
    textView = DemoText("text view", next: page, trace)
    application.keyWindow = window
    textView.becomeFirstResponder()
    application.shakeToEdit = { [weak self] question in
      if case .undo = question.defaultAnswer { self?.undone = question.undo?.title }
      question.answer(question.defaultAnswer)
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
    trace.names = []
    application.sendEvent(Event(event))
    let receivers = trace.names
    let handled = undone != nil || receivers.last == "window"
    return Outcome(
      receivers: receivers, handler: handled ? receivers.last : nil,
      action: undone ?? window.hint.map { "hint: \($0)" })
  }
}
