// SPDX-License-Identifier: Apache-2.0

import DesktopInput

/// The titles of windows, as far as they name a document: an autosave takes the mark of change
/// away, and the document is the same.
enum Title {
  /// The marks of change, at the beginning or the end of a word: `*notes.txt`, `• notes.txt`.
  private static let marks: Set<Character> = ["*", "•", "●", "∗", "◦", "⦁"]
  /// The same in words: `notes.txt [modified]`, `notes.txt — Edited`.
  private static let words: Set = [
    "modified", "changed", "edited", "unsaved", "geändert", "bearbeitet", "modifié", "modifiée",
    "modificado", "modificato", "gewijzigd", "изменён", "изменен", "изменено",
  ]
  private static let dashes: Set = ["-", "–", "—"]

  /// The title of `window` without marks of change, counters of news such as `(3) Inbox`, and sizes
  /// such as Krita's `(5.3 MiB)`; nil if it has no title.
  static func document(_ window: ActiveWindow?) -> String? { window?.title.map(document) }

  /// The title without these.
  static func document(_ title: String) -> String {
    var parts = title.split(whereSeparator: \.isWhitespace).map(trimmed).filter { !$0.isEmpty }
    if let first = parts.first, isBracketed(first, where: \.isNumber) { parts.removeFirst() }
    parts = withoutSizes(parts).filter { !isWord($0, inBrackets: true) }
    // Without brackets it counts behind a dash alone: a document may be called so.
    if let last = parts.last, parts.count > 2, isWord(last, inBrackets: false),
      dashes.contains(parts[parts.count - 2])
    {
      parts.removeLast(2)
    }
    return parts.joined(separator: " ")
  }

  /// The word without marks at its ends.
  private static func trimmed(_ word: Substring) -> String {
    var word = word.drop(while: marks.contains)
    while let last = word.last, marks.contains(last) { word.removeLast() }
    return String(word)
  }

  private static func isBracketed(_ word: String, where holds: (Character) -> Bool) -> Bool {
    guard word.count > 2, word.hasPrefix("("), word.hasSuffix(")") else { return false }
    return word.dropFirst().dropLast().allSatisfy(holds)
  }

  private static func isWord(_ word: String, inBrackets: Bool) -> Bool {
    let isInside =
      word.hasPrefix("[") && word.hasSuffix("]") || word.hasPrefix("(") && word.hasSuffix(")")
    guard isInside == inBrackets else { return false }
    return words.contains((isInside ? String(word.dropFirst().dropLast()) : word).lowercased())
  }

  /// The words without pairs such as `(5.3` and `MiB)`.
  private static func withoutSizes(_ words: [String]) -> [String] {
    var rest: [String] = []
    for word in words {
      if word.hasSuffix("B)"), word.count <= 5, let number = rest.last, number.hasPrefix("("),
        number.count > 1, number.dropFirst().allSatisfy({ $0.isNumber || ".,".contains($0) })
      {
        rest.removeLast()
      } else {
        rest.append(word)
      }
    }
    return rest
  }
}
