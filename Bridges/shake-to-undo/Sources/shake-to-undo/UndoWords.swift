// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The word for Undo, as far as it is known, in the languages that a program may speak.
struct UndoWords: Hashable, Sendable {
  /// The beginnings of words, in lower case; empty if the word is not known.
  private let stems: Set<String>

  /// The words `texts`, such as `_Undo` or `Отменить`, in any language.
  init(_ texts: [String]) {
    stems = Set(texts.compactMap { Self.words($0).first.map(Self.stem) })
  }

  /// The words of the session's language, by the catalogs of this program and of GTK, and English.
  ///
  /// Empty in a language for which there is none: an item is not refused for its words there.
  static let session: Self = {
    let catalogs = [("gtk30", "Stock label\u{4}_Undo"), ("gtk40", "_Undo")]
    let foreign = catalogs.compactMap { domain, text -> String? in
      _ = bind_textdomain_codeset(domain, "UTF-8")
      return dgettext(domain, text).map { String(cString: $0) }.flatMap { $0 == text ? nil : $0 }
    }
    let texts = [Texts.undo] + foreign
    guard texts == ["Undo"], !isEnglish else { return Self(["Undo"] + texts) }
    return Self([])
  }()

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

  /// True if the third part of a binding, the shortcut, is Ctrl+Z: `u;<Alt>e:u;<Control>z`.
  static func isShortcut(_ binding: String) -> Bool {
    guard let shortcut = binding.split(separator: ";", omittingEmptySubsequences: false).last
    else { return false }
    // Qt writes Ctrl+Z, and translates the name of the key.
    return ["<control>z", "<primary>z", "ctrl+z", "strg+z"].contains(shortcut.lowercased())
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
