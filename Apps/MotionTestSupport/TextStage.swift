// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import UndoKit

/// An application that undoes at a shake, with one text in its key window.
///
/// ```swift
/// let stage = TextStage("Dear Ada")
/// stage.type("!")
/// stage.application.play(.shake)
/// #expect(stage.text.text == "Dear Ada")
/// ```
@MainActor
public struct TextStage {
  /// The application.
  public let application = Application()
  /// The key window.
  public let window: Window
  /// The text, which is first responder.
  public let text: TextResponder

  /// A text with the caret at its end.
  public init(_ text: String = "") {
    self.init(TextResponder(text))
  }

  /// A text of the app's own class.
  public init(_ text: TextResponder) {
    window = Window(application: application)
    self.text = text
    text.next = window
    application.keyWindow = window
    application.onShake = .undo
    text.becomeFirstResponder()
  }

  /// Types each character of `string` as an event of its own.
  public func type(_ string: String) {
    for character in string {
      text.insertText(String(character))
      UndoManager.endEventGroups()
    }
  }
}
