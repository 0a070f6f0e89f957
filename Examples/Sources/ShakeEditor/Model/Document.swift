// SPDX-License-Identifier: Apache-2.0

import Foundation
import PasteboardKit
import ResponderKit

extension Pasteboard: @retroactive TextBoard {}

/// The text being edited, with the keys of a terminal.
final class Document: TextResponder, KeyResponder {
  override var keyCommands: [KeyCommand]? {
    [
      KeyCommand(input: "z", modifierFlags: .control, action: .undo),
      KeyCommand(input: "z", modifierFlags: [.control, .shift], action: .redo),
      KeyCommand(input: "y", modifierFlags: .control, action: .redo),
      KeyCommand(input: "x", modifierFlags: .control, action: .cut),
      KeyCommand(input: "c", modifierFlags: .control, action: .copy),
      KeyCommand(input: "v", modifierFlags: .control, action: .paste),
      KeyCommand(input: "a", modifierFlags: .control, action: .selectAll),
      KeyCommand(input: "f", modifierFlags: .control, action: .useSelectionForFind),
      KeyCommand(input: "g", modifierFlags: .control, action: .findNext),
    ]
  }

  func press(_ key: Key) -> Bool {
    switch key {
    case .text(let text): insertText(text)
    case .newline: insertText("\n")
    case .backspace: deleteBackward()
    case .left: moveCaret(by: -1)
    case .right: moveCaret(by: 1)
    case .shiftLeft: moveCaret(by: -1, extending: true)
    case .shiftRight: moveCaret(by: 1, extending: true)
    case .escape, .control, .shiftControl, .focus: return false
    }
    return true
  }

  /// Other programs copy what would confuse the screen, such as tabs and escape sequences.
  override func pasteText(_ text: String) {
    let lines = text.replacingOccurrences(of: "\r\n", with: "\n")
      .replacingOccurrences(of: "\t", with: "  ")
    let scalars = lines.unicodeScalars.filter {
      $0 == "\n" || $0.properties.generalCategory != .control
    }
    super.pasteText(String(String.UnicodeScalarView(scalars)))
  }

  /// The text begins in the second row of the screen, below the title.
  override func convertToWindow(_ rect: CGRect) -> CGRect {
    super.convertToWindow(rect.offsetBy(dx: 0, dy: 1))
  }
}
