// SPDX-License-Identifier: Apache-2.0

import LinuxSupport

/// A program as its desktop file describes it: pure.
///
/// The specification of freedesktop.org, 1.5.
struct DesktopEntry: Hashable, Sendable {
  /// The name for people, in their language.
  var name: String
  var categories: Set<String> = []
  /// The class of its windows, where that is not the name of the file.
  var windowClass: String?
  /// The program that it starts, without its folder.
  var program: String?

  /// A terminal, where Ctrl+Z stops programs.
  var isTerminal: Bool { categories.contains("TerminalEmulator") }
  /// A file manager, whose undo moves files.
  var isFileManager: Bool { categories.contains("FileManager") }

  /// A browser, whose pages may have terminals and passwords.
  var isBrowser: Bool { categories.contains("WebBrowser") }

  /// The entry in the text of a file; nil if it has no name, or was removed by its user (`Hidden`).
  ///
  /// - Parameters:
  ///   - text: the text
  ///   - locale: the locale of the texts, such as `de_AT.UTF-8@euro`
  init?(text: String, locale: String) {
    // A machine has hundreds of entries, and most lines are in other languages.
    let nameKeys = Self.suffixes(of: locale).map { "Name\($0)" }
    let wanted = Set(nameKeys + ["Hidden", "Exec", "Categories", "StartupWMClass"])
    var values: [String: String] = [:]
    var isEntry = false
    for line in text.lines {
      let line = line.drop(while: \.isWhitespace)
      if line.utf8.first == UInt8(ascii: "[") {
        // Behind it are the actions.
        if isEntry { break }
        isEntry = line.trimmingBlanks == "[Desktop Entry]"
        continue
      }
      guard isEntry, let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let key = line[..<equals].trimmingBlanks
      // The first counts, as for GLib's readers a key stands there once.
      guard wanted.contains(key), values[key] == nil else { continue }
      values[key] = line[line.utf8.index(after: equals)...].trimmingBlanks
    }
    let names = nameKeys.lazy.compactMap { values[$0] }
    guard values["Hidden"] != "true", let name = names.first.map(Self.unescaped), !name.isEmpty
    else { return nil }
    let program = values["Exec"]?.split(separator: " ").first?.split(separator: "/").last
      .map(String.init)
    self.name = Self.short(name, of: program)
    categories = Set(values["Categories"]?.split(separator: ";").map(\.trimmingBlanks) ?? [])
    windowClass = values["StartupWMClass"].flatMap { $0.isEmpty ? nil : Self.unescaped($0) }
    self.program = program
  }

  /// Words that say of what kind a program is, which a question can spare.
  private static let kinds: Set = [
    "app", "application", "browser", "client", "code", "editor", "graphic", "graphics", "ide",
    "image", "mail", "music", "photo", "player", "program", "text", "video", "viewer", "web",
  ]

  /// `name` without the words of its kind, if the words before them are the program's own name:
  /// "JuffEd" for "JuffEd text editor", started by `juffed`.
  static func short(_ name: String, of program: String?) -> String {
    func letters(_ text: some StringProtocol) -> String {
      text.lowercased().filter { $0.isLetter || $0.isNumber }
    }
    let words = name.split(separator: " ")
    guard let program = program.map(letters), !program.isEmpty,
      let count = (1...max(1, words.count)).last(where: {
        letters(words.prefix($0).joined()) == program
      }), words.dropFirst(count).allSatisfy({ kinds.contains(letters($0)) })
    else { return name }
    return words.prefix(count).joined(separator: " ")
  }

  /// The suffixes of a key for `locale`, the best first: `lang_COUNTRY.ENCODING@MODIFIER`, where
  /// the encoding does not count.
  static func suffixes(of locale: String) -> [String] {
    let parts = locale.split(separator: "@", maxSplits: 1).map(String.init)
    let place = parts.first?.split(separator: ".").first.map(String.init) ?? ""
    guard !place.isEmpty, place != "C", place != "POSIX" else { return [""] }
    let language = place.split(separator: "_").first.map(String.init) ?? place
    let places = place == language ? [language] : [place, language]
    let modifier = parts.count > 1 ? parts[1] : nil
    return places.flatMap { place in
      (modifier.map { ["[\(place)@\($0)]"] } ?? []) + ["[\(place)]"]
    } + [""]
  }

  private static func unescaped(_ text: String) -> String {
    var (result, isEscape) = ("", false)
    for letter in text {
      switch (isEscape, letter) {
      case (false, "\\"): isEscape = true
      case (false, _): result.append(letter)
      case (true, "s"), (true, "n"), (true, "t"), (true, "r"):
        result.append(" ")
        isEscape = false
      case (true, _):
        result.append(letter)
        isEscape = false
      }
    }
    return result
  }
}
