// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The word for Undo or for Redo, as far as it is known, in the languages that a program may speak.
struct UndoWords: Hashable, Sendable {
  /// The beginnings of words, in lower case; empty if the word is not known.
  private let stems: Set<String>

  /// The words `texts`, such as `_Undo` or `Отменить`, in any language.
  init(_ texts: [String]) {
    stems = Set(texts.compactMap { Self.words($0).first.map(Self.stem) })
  }

  /// Undo in the session's language.
  static let undo = session("Undo", Texts.undo)
  /// Redo in the session's language.
  static let redo = session("Redo", Texts.redo)

  /// The words of the session's language, by the catalogs of this program and of GTK, and English.
  ///
  /// Empty in a language without a catalog: there the agent does not refuse an item for its words.
  private static func session(_ english: String, _ own: String) -> Self {
    let catalogs = [("gtk30", "Stock label\u{4}_\(english)"), ("gtk40", "_\(english)")]
    let foreign = catalogs.compactMap { domain, text -> String? in
      _ = bind_textdomain_codeset(domain, "UTF-8")
      return Texts.entry(for: text, in: domain).flatMap { $0 == text ? nil : $0 }
    }
    let texts = [own] + foreign
    guard texts == [english], !isEnglish else { return Self([english] + texts) }
    return Self([])
  }

  /// True if the session's language is English.
  private static var isEnglish: Bool {
    let name = setlocale(LC_MESSAGES, nil).map { String(cString: $0) } ?? "C"
    return ["en", "C", "POSIX"].contains(String(name.prefix { $0.isLetter }))
  }

  /// True if `name` has the word, or if the word is not known.
  ///
  /// Languages bend words, and programs add to them: `Rückgängig: Eingabe`, `Отмена`, `Can't Undo`.
  func areIn(_ name: String) -> Bool {
    guard !stems.isEmpty else { return true }
    let words = Self.words(name)
    return stems.contains { stem in
      // Where no blanks are between words, the word may be anywhere.
      words.contains {
        stem.allSatisfy(\.isASCII) || stem.count > 3 ? $0.hasPrefix(stem) : $0.contains(stem)
      }
    }
  }

  /// True if the shortcut of a binding is Ctrl+Z.
  static func isUndo(_ binding: String) -> Bool { keys(binding) == ["control", "z"] }

  /// True if the shortcut of a binding is Ctrl+Shift+Z or Ctrl+Y.
  static func isRedo(_ binding: String) -> Bool {
    [["control", "shift", "z"], ["control", "y"]].contains(keys(binding))
  }

  /// The keys of the third part of a binding, the shortcut: `u;<Alt>e:u;<Control>z`.
  private static func keys(_ binding: String) -> Set<String> {
    let shortcut = binding.prefix(200).split(separator: ";", omittingEmptySubsequences: false).last
    let keys = (shortcut ?? "").lowercased().split { "<>+".contains($0) }.map(String.init)
    // Qt writes Ctrl+Z, and translates the names of keys.
    let names = ["primary": "control", "ctrl": "control", "strg": "control", "umschalt": "shift"]
    return Set(keys.map { names[$0] ?? $0 })
  }

  private static func words(_ text: String) -> [String] {
    text.prefix(200).filter { $0 != "_" && $0 != "&" }.lowercased()
      .split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Two thirds of a word: `Отмен`, `Rückgä`; of a short one all.
  private static func stem(_ word: String) -> String {
    String(word.prefix(max(4, word.count * 2 / 3)))
  }
}
