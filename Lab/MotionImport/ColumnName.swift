// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The parsed name of a column: words, axis and unit.
struct ColumnName: Hashable {
  /// The name as it stands in the header.
  let text: String
  /// The words in lower case, without axis and unit.
  private(set) var words: [String]
  /// The axis, if the name has one: 0, 1 or 2.
  private(set) var axis: Int?
  /// The unit between brackets or at the end of the name; nil for a name without a unit.
  private(set) var unit: String?

  init(_ text: String) {
    self.text = text
    var name = Substring(text)
    if let open = name.lastIndex(where: { $0 == "(" || $0 == "[" }),
      let close = name[open...].firstIndex(where: { $0 == ")" || $0 == "]" })
    {
      unit = String(name[name.index(after: open)..<close])
      name = name[..<open] + name[name.index(after: close)...]
    }
    words = Self.words(in: name)
    if unit == nil, words.count > 1, let last = words.last, Self.units.contains(last) {
      unit = last
      words.removeLast()
    }
    guard let index = words.firstIndex(where: { Self.axes.contains($0) }) else {
      splitStem()
      return
    }
    axis = Self.axes.firstIndex(of: words[index])
    words.remove(at: index)
    words.removeAll { Self.fillers.contains($0) }
  }

  /// Removes the axis from a word such as `ax`, `accx` or `gfx`.
  private mutating func splitStem() {
    for (index, word) in words.enumerated() {
      guard let last = word.last, let axis = Self.axes.firstIndex(of: String(last)),
        Self.stems.contains(String(word.dropLast()))
          || word.count > 3 && Quantity.isAcceleration(String(word.dropLast()))
      else { continue }
      words[index] = String(word.dropLast())
      self.axis = axis
      return
    }
    // `gFx` was split into g and fx.
    if words.count == 2, words[0] == "g", words[1].count == 2, words[1].hasPrefix("f"),
      let axis = Self.axes.firstIndex(of: String(words[1].suffix(1)))
    {
      words = ["gf"]
      self.axis = axis
    }
  }

  /// The words of a name.
  ///
  /// They are separated by anything but letters and digits, or by a capital after a small letter.
  static func words(in name: some StringProtocol) -> [String] {
    var words: [String] = []
    var word = ""
    for character in name {
      let startsWord = character.isUppercase && word.last?.isLowercase == true
      if startsWord || !(character.isLetter || character.isNumber) {
        if !word.isEmpty { words.append(word.lowercased()) }
        word = ""
      }
      if character.isLetter || character.isNumber { word.append(character) }
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    return words
  }

  private static let axes = ["x", "y", "z"]
  /// Words beside an axis that say nothing more: axis and value.
  private static let fillers: Set = [
    "axis", "value", "values", "achse", "axe", "eje", "asse", "eixo", "as", "ось", "軸", "轴",
    "wert", "valeur", "valor", "valore", "waarde",
  ]
  private static let units: Set = [
    "s", "ms", "us", "ns", "sec", "millis", "nanos", "g", "mg", "ms2",
  ]
  private static let stems: Set = [
    "a", "ac", "acc", "accel", "acceleration", "accelerometer", "gf", "linacc", "lin", "linear",
    "useracc", "grav", "gravity", "w", "b", "gyro", "gyr", "mag", "rot", "rotation",
  ]
}
