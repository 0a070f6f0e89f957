// SPDX-License-Identifier: Apache-2.0

extension String {
  /// Ctrl with the letter `letter`, as a terminal sends it.
  static func control(_ letter: UnicodeScalar) -> String {
    String(UnicodeScalar(UInt8(letter.value & 0x1F)))
  }

  /// Ctrl with the letter `letter`, as a terminal with Kitty's protocol sends it.
  static func kittyControl(_ letter: UnicodeScalar) -> String {
    "\u{1B}[\(letter.value | 0x20);5u"
  }

  /// Shift and Ctrl with the letter `letter`, as a terminal with Kitty's protocol sends it.
  static func shiftControl(_ letter: UnicodeScalar) -> String {
    "\u{1B}[\(letter.value | 0x20);6u"
  }

  static let escape = "\u{1B}"
  static let backspace = "\u{7F}"
  static let left = "\u{1B}[D"
  static let right = "\u{1B}[C"
  static let shiftLeft = "\u{1B}[1;2D"
  static let shiftRight = "\u{1B}[1;2C"
}
