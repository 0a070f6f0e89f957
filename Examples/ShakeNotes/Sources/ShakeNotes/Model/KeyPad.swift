// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import UndoKit

/// Keys on the screen, for a device without a keyboard: the input view of all texts.
final class KeyPad: View {
  /// A key of the pad.
  enum Key: Hashable {
    case letter(Character)
    case shift
    case delete
    case newline

    /// What is on it.
    var title: String {
      switch self {
      case .letter(" "): "Space"
      case .letter(let letter): String(letter)
      case .shift: "⇧"
      case .delete: "⌫"
      case .newline: "⏎"
      }
    }
  }

  /// A Boolean value that indicates whether the next letter is a capital.
  private(set) var isShifted = false {
    didSet { if isShifted != oldValue { onChange() } }
  }

  /// Called when the keys have other letters.
  var onChange: @MainActor () -> Void = {}

  private unowned let application: Application

  /// Keys for the texts of `application`.
  init(of application: Application) {
    self.application = application
    super.init(frame: .zero)
  }

  /// The keys from top to bottom.
  var rows: [[Key]] {
    let rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm,."].map { row in
      (isShifted ? row.uppercased() : row).map(Key.letter)
    }
    return [rows[0], rows[1], [.shift] + rows[2] + [.delete], [.letter(" "), .newline]]
  }

  /// Does what `key` says in the text that is first responder.
  func press(_ key: Key) {
    guard let text = application.inputViews.responder as? any KeyInput else { return }
    UndoManager.endEventGroups()
    defer { UndoManager.endEventGroups() }
    switch key {
    case .letter(let letter):
      isShifted = false
      text.insertText(String(letter))
    case .shift: isShifted.toggle()
    case .delete: text.deleteBackward()
    case .newline: text.insertText("\n")
    }
  }
}
