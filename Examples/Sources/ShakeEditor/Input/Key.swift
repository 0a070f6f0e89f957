// SPDX-License-Identifier: Apache-2.0

import ResponderKit

/// A key as an editor sees it.
enum Key: Hashable {
  /// Text to insert: a Unicode scalar, as a terminal sends one at a time.
  case text(String)
  case newline
  case backspace
  case left
  case right
  /// The arrow with Shift.
  case shiftLeft
  /// The arrow with Shift.
  case shiftRight
  case escape
  /// A letter together with Ctrl.
  case control(Character)
  /// A letter together with Shift and Ctrl, which only some terminals distinguish from Ctrl.
  case shiftControl(Character)
  /// No key: the terminal has the user's focus, or has lost it.
  case focus(Bool)

  /// The press that key commands are about; nil for what only edits the text.
  var press: KeyPress? {
    switch self {
    case .control(let letter): KeyPress(String(letter), modifiers: .control)
    case .shiftControl(let letter): KeyPress(String(letter), modifiers: [.control, .shift])
    case .escape: KeyPress(KeyCommand.inputEscape)
    case .text, .newline, .backspace, .left, .right, .shiftLeft, .shiftRight, .focus: nil
    }
  }
}

/// A responder that takes keys; what it does not take goes to its `next`.
@MainActor
protocol KeyResponder {
  /// Takes `key`, if it has any use for it.
  ///
  /// - Returns: whether it has
  func press(_ key: Key) -> Bool
}
