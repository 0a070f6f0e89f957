// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import ShakeUndo

/// The question "Undo Typing?" on the screen: first responder until it is answered.
final class Prompt: Responder, KeyResponder {
  /// What a shake could do.
  let question: EditQuestion

  private let answered: (EditQuestion.Answer) -> Void

  /// A prompt for `question`, whose answer goes to `answered`.
  init(_ question: EditQuestion, next: Responder, answered: @escaping (EditQuestion.Answer) -> Void)
  {
    self.question = question
    self.answered = answered
    super.init()
    self.next = next
  }

  override var canBecomeFirstResponder: Bool { true }

  /// The question and the keys that answer it.
  var title: String {
    let title = question.undo?.title ?? question.redo?.title ?? ""
    let choices = [
      question.undo.map { _ in "u Undo" }, question.redo.map { "r \($0.title)" }, "Esc Cancel",
    ]
    return "\(title)?   " + choices.compactMap { $0 }.joined(separator: "   ")
  }

  func press(_ key: Key) -> Bool {
    switch key {
    case .text("u") where question.undo != nil:
      answered(.undo)
    case .text("r") where question.redo != nil:
      answered(.redo)
    case .escape:
      answered(.neither)
    case .control, .shiftControl:
      return false
    case .text, .newline, .backspace, .left, .right, .shiftLeft, .shiftRight, .focus:
      break
    }
    return true
  }

  // The question is asked already: another shake stops here.
  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {}
  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {}
  override func motionCancelled(_ motion: Event.EventSubtype, with event: Event?) {}
}
