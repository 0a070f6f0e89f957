extension String {
  /// Ctrl with the letter `letter`, as a terminal sends it.
  static func control(_ letter: UnicodeScalar) -> String {
    String(UnicodeScalar(UInt8(letter.value & 0x1F)))
  }

  static let escape = "\u{1B}"
  static let backspace = "\u{7F}"
  static let left = "\u{1B}[D"
  static let right = "\u{1B}[C"
}
