// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import ShakeUndo

/// The question "Undo Typing?", the first responder until it is answered.
final class Question: Responder {
  /// What a shake could do.
  let shake: EditQuestion

  /// Takes the answer; the view calls it when a button is pressed.
  let answer: @MainActor (EditQuestion.Answer) -> Void

  /// A question about `shake`, whose answer goes to `answer`.
  init(
    _ shake: EditQuestion, next: Responder,
    answer: @escaping @MainActor (EditQuestion.Answer) -> Void
  ) {
    self.shake = shake
    self.answer = answer
    super.init()
    self.next = next
  }

  /// The text to show.
  var title: String { "\(shake.undo?.title ?? shake.redo?.title ?? "")?" }

  /// The answers that can be given, with the titles of their buttons.
  var choices: [(title: String, answer: EditQuestion.Answer)] {
    let undo = shake.undo.map { _ in ("Undo", EditQuestion.Answer.undo) }
    let redo = shake.redo.map { ($0.title, EditQuestion.Answer.redo) }
    return [("Cancel", .neither), redo, undo].compactMap { $0 }
  }

  override var canBecomeFirstResponder: Bool { true }

  override var keyCommands: [KeyCommand]? {
    [KeyCommand(input: KeyCommand.inputEscape, action: .cancelQuestion)]
  }

  override func method(for action: Action) -> Action.Method? {
    switch action {
    case .cancelQuestion: { _, _ in self.answer(.neither) }
    default: super.method(for: action)
    }
  }
}
