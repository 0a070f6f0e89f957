// SPDX-License-Identifier: Apache-2.0

/// Makes keys of the bytes that a terminal sends: UTF-8, control characters, escape sequences.
struct KeyDecoder {
  private var state = State.ground

  private enum State {
    case ground
    /// Within a scalar in UTF-8: its bytes so far, and how many there will be.
    case scalar([UInt8], length: Int)
    case escape
    /// After `ESC [` or `ESC O`, until the letter that ends the sequence: its parameters so far.
    case sequence([UInt8])
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
      state = .sequence([])
    case (.escape, _):
      keys.append(.escape)
      state = .ground
      start(byte, &keys)
    case (.sequence(let parameters), 0x40...0x7E):
      state = .ground
      if let key = key(parameters, byte) { keys.append(key) }
    case (.sequence(let parameters), _):
      // Longer than any key's: what follows is not kept.
      state = .sequence(parameters.count < 32 ? parameters + [byte] : parameters)
    }
  }

  /// The key of a sequence with `parameters` that `final` ends.
  private func key(_ parameters: [UInt8], _ final: UInt8) -> Key? {
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)) ?? 1 }
    let modifiers = numbers.count > 1 ? numbers[1] : 1
    switch (UnicodeScalar(final), numbers.count) {
    case ("I", 1) where parameters.isEmpty: return .focus(true)
    case ("O", 1) where parameters.isEmpty: return .focus(false)
    case ("C", _): return modifiers == 2 ? .shiftRight : .right
    case ("D", _): return modifiers == 2 ? .shiftLeft : .left
    // Where Kitty's protocol is known, `code ; modifiers u`; xterm has `27 ; modifiers ; code ~`.
    case ("u", 1...): return key(numbers[0], modifiers)
    case ("~", 3) where numbers[0] == 27: return key(numbers[2], modifiers)
    default: return nil
    }
  }

  /// The key with the Unicode scalar `code`; `modifiers` is 1 and Shift 1, Alt 2, Ctrl 4.
  private func key(_ code: Int, _ modifiers: Int) -> Key? {
    if code == 0x1B, modifiers == 1 { return .escape }
    guard let byte = UInt8(exactly: code), Character(UnicodeScalar(byte)).isASCII,
      Character(UnicodeScalar(byte)).isLetter
    else { return nil }
    let letter = Character(UnicodeScalar(byte & 0x5F))
    switch modifiers {
    case 5: return .control(letter)
    case 6: return .shiftControl(letter)
    default: return nil
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
