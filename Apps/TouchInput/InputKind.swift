import CInput

/// The purpose for which a device of evdev may be opened.
///
/// It is decided before the device is opened: a program that reads touches must not see passwords typed.
enum InputKind: Hashable, Sendable {
  /// A touchscreen.
  case touchscreen
  /// A device with media keys and without letters.
  case mediaKeys

  /// The purpose of a device; nil for one that stays closed.
  ///
  /// - Parameters:
  ///   - properties: of udev's database, such as `ID_INPUT_TOUCHSCREEN`: those that are `1`
  ///   - keys: what sysfs has as `capabilities/key`: hexadecimal words, the highest first
  init?(properties: Set<String>, keys: String) {
    if properties.contains("ID_INPUT_TOUCHSCREEN") {
      self = .touchscreen
      return
    }
    let codes = Self.codes(of: keys)
    guard properties.contains("ID_INPUT_KEY"), !properties.contains("ID_INPUT_KEYBOARD"),
      !codes.isDisjoint(with: MediaKey.codes), codes.isDisjoint(with: Self.letters)
    else { return nil }
    self = .mediaKeys
  }

  private static let letters = Set(
    [KEY_Q...KEY_P, KEY_A...KEY_L, KEY_Z...KEY_M].flatMap { $0 }.map { UInt16($0) })

  /// The numbers of the bits that are set.
  ///
  /// The kernel writes words of the size that a `long` of this process has.
  private static func codes(of words: String) -> Set<UInt16> {
    var codes: Set<UInt16> = []
    for (index, word) in words.split(whereSeparator: \.isWhitespace).reversed().enumerated() {
      let bits = UInt(word, radix: 16) ?? 0
      for bit in 0..<UInt.bitWidth where bits >> bit & 1 == 1 {
        codes.insert(UInt16(clamping: index * UInt.bitWidth + bit))
      }
    }
    return codes
  }
}
