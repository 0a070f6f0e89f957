// SPDX-License-Identifier: Apache-2.0

/// How much room text takes in a terminal.
enum Cells {
  /// The blocks of Unicode whose characters are two columns wide (East Asian Width).
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]

  /// How many columns `character` takes.
  static func width(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isWide =
      scalar.properties.isEmojiPresentation || wide.contains { $0.contains(scalar.value) }
    return isWide ? 2 : 1
  }

  /// How many columns `text` takes.
  static func length(_ text: String) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// As much of `text` as fits in `columns`, and spaces to fill them.
  static func fit(_ text: String, in columns: Int) -> String {
    var (line, used) = ("", 0)
    for character in text {
      let width = width(of: character)
      guard used + width <= columns else { break }
      line.append(character)
      used += width
    }
    return line + String(repeating: " ", count: columns - used)
  }
}
