/// Makes keys of the bytes that a terminal sends: UTF-8, control characters, escape sequences.
struct KeyDecoder {
  private var state = State.ground

  private enum State {
    case ground
    /// Within a scalar in UTF-8: its bytes so far, and how many there will be.
    case scalar([UInt8], length: Int)
    case escape
    /// After `ESC [` or `ESC O`, until the letter that ends the sequence.
    case sequence
  }

  /// Takes what was read at once.
  ///
  /// A terminal sends a sequence as a whole, so an escape that ends `bytes` is the key.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { take(byte, &keys) }
    if case .escape = state {
      state = .ground
      keys.append(.escape)
    }
    return keys
  }

  private mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
    switch (state, byte) {
    case (.ground, _):
      start(byte, &keys)
    case (.scalar(let bytes, let length), 0x80..<0xC0):
      let bytes = bytes + [byte]
      state = bytes.count == length ? .ground : .scalar(bytes, length: length)
      // Only what is valid is text: C1 controls and the like would confuse the screen.
      if bytes.count == length, let text = String(validating: bytes, as: UTF8.self),
        text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
      {
        keys.append(.text(text))
      }
    case (.scalar, _):
      state = .ground
      start(byte, &keys)
    case (.escape, UInt8(ascii: "[")), (.escape, UInt8(ascii: "O")):
      state = .sequence
    case (.escape, _):
      keys.append(.escape)
      state = .ground
      start(byte, &keys)
    case (.sequence, 0x40...0x7E):
      state = .ground
      if byte == UInt8(ascii: "C") { keys.append(.right) }
      if byte == UInt8(ascii: "D") { keys.append(.left) }
    case (.sequence, _):
      break
    }
  }

  private mutating func start(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x0D, 0x0A: keys.append(.newline)
    case 0x7F, 0x08: keys.append(.backspace)
    case 0x01...0x1A: keys.append(.control(Character(UnicodeScalar(byte + 0x40))))
    case 0x20..<0x7F: keys.append(.text(String(UnicodeScalar(byte))))
    case 0xC2...0xDF: state = .scalar([byte], length: 2)
    case 0xE0...0xEF: state = .scalar([byte], length: 3)
    case 0xF0...0xF4: state = .scalar([byte], length: 4)
    default: break
    }
  }
}
