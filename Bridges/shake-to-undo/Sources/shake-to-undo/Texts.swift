// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The texts that a user sees in notifications, in the language of the session, by gettext.
///
/// They are plain: whoever puts them where markup counts escapes them.
enum Texts {
  /// The name of the catalogs, `shake-to-undo.mo`.
  private static let domain = "shake-to-undo"

  /// Translates from now on, by the variables `LANGUAGE`, `LC_ALL`, `LC_MESSAGES` and `LANG`.
  ///
  /// Called once, before there are other threads. Without a catalog the texts are English.
  ///
  /// - Parameter folder: the folder of catalogs; by default the one beside this program's
  static func useLanguage(_ folder: String? = nil) {
    setlocale(LC_MESSAGES, "")
    setlocale(LC_CTYPE, "")
    if let folder = folder ?? installed { _ = bindtextdomain(domain, folder) }
    // Whatever the session's own is: D-Bus takes nothing else.
    _ = bind_textdomain_codeset(domain, "UTF-8")
  }

  /// `share/locale` beside the `bin` that this program is in; nil if that cannot be read.
  private static var installed: String? {
    guard let program = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(program) }
    let parts = String(cString: program).split(separator: "/", omittingEmptySubsequences: false)
    return (parts.dropLast(2) + ["share", "locale"]).joined(separator: "/")
  }

  /// The entry of the catalog `domain` for `text`; nil without one.
  static func entry(for text: String, in domain: String) -> String? {
    // Without one it returns the very bytes that it was given, which are gone after the call.
    text.withCString { bytes in
      dgettext(domain, bytes).flatMap { $0 == bytes ? nil : String(cString: $0) }
    }
  }

  /// The translation of `text`, where `%1$s`, `%2$s`, … stand for `arguments`.
  ///
  /// The C library never sees the arguments, which come from other programs.
  static func translated(_ text: String, _ arguments: String...) -> String {
    var parts = (entry(for: text, in: domain) ?? text).split(
      separator: "%", omittingEmptySubsequences: false)
    for index in parts.indices.dropFirst() {
      let part = parts[index]
      if let number = part.first?.wholeNumberValue, arguments.indices.contains(number - 1),
        part.dropFirst().hasPrefix("$s")
      {
        parts[index] = arguments[number - 1] + part.dropFirst(3)
      } else {
        parts[index] = "%" + part
      }
    }
    return parts.joined()
  }

  // MARK: The question

  /// The question of an undo.
  ///
  /// - Parameters:
  ///   - label: what the program calls the undo, such as `Undo: Typing`; nil if it says nothing
  ///   - program: the program's name; nil if it is not known
  /// - Returns: the question
  static func undoQuestion(label: String?, program: String?) -> String {
    switch (label, program) {
    // Translators: %1$s is what a program calls the undo, such as "Undo: Typing"; %2$s the program.
    case (let label?, let program?): translated("%1$s in %2$s?", label, program)
    case (let label?, nil): "\(label)?"
    // Translators: %1$s is the name of a program.
    case (nil, let program?): translated("Undo in %1$s?", program)
    case (nil, nil): translated("Undo?")
    }
  }

  /// The button that undoes.
  static var undo: String { translated("Undo") }
  /// The button that redoes.
  static var redo: String { translated("Redo") }
  /// The button that does nothing.
  static var cancel: String { translated("Cancel") }
  /// The hint at a tap that undoes, where there are no buttons.
  static var tapToUndo: String { translated("Tap here to undo.") }
  /// The hint at a tap that redoes, where there are no buttons.
  static var tapToRedo: String { translated("Tap here to redo.") }
  /// The hint at a second shake that undoes.
  static var again: String { translated("Shake again to undo.") }

  /// Returns the notice of an undo that was done.
  ///
  /// - Parameter program: the program's name; nil if it is not known
  /// - Returns: a sentence without a period
  static func undone(program: String?) -> String {
    program.map { translated("Undone in %1$s", $0) } ?? translated("Undone")
  }

  /// Returns the notice of an undo that shows nowhere whether it was done.
  ///
  /// - Parameters:
  ///   - sent: what was sent, such as Ctrl+Z
  ///   - program: the program's name; nil if it is not known
  /// - Returns: a sentence without a period
  static func sent(_ sent: String, program: String?) -> String {
    // Translators: %1$s is a key such as Ctrl+Z; %2$s is the name of a program.
    program.map { translated("%1$s sent to %2$s", sent, $0) } ?? translated("%1$s sent", sent)
  }

  // MARK: What else is said

  /// After an undo that did not work.
  ///
  /// - Parameter program: the program's name; nil if it is not known
  /// - Returns: a sentence without a period
  static func failed(program: String?) -> String {
    program.map { translated("Could not undo in %1$s", $0) } ?? translated("Could not undo")
  }

  /// After questions without an answer.
  static var quietTitle: String { translated("No questions for an hour") }
  /// The reason, and what ends it.
  static var quietBody: String {
    translated("Three questions had no answer. 'shake-to-undo now' still undoes.")
  }

  /// After a shake that was too long.
  static var shakeBrieflyTitle: String { translated("Shake briefly") }
  /// The reason.
  static var shakeBrieflyBody: String {
    translated("That shake was too long to count. Two or three swings are enough.")
  }

  /// After a shake that did nothing, as programs show nothing of themselves.
  static var accessibilityTitle: String { translated("Shake to undo needs accessibility") }
  /// The way to switch it on, and what it costs.
  static var accessibilityOff: String {
    // Translators: %1$s is a command.
    translated(
      "It is off, so that only few programs can be undone. '%1$s' switches it on, for programs that start later. It makes some of them slower, browsers most.",
      AccessibilitySwitch.command)
  }

  /// The same where no program has started it.
  static var accessibilityMissing: String {
    // Translators: %1$s is a command, %2$s the name of a package.
    translated(
      "It is not there, so that only few programs can be undone. Install %2$s if it is missing; '%1$s' switches it on, from the next login. It makes some programs slower, browsers most.",
      AccessibilitySwitch.command, "at-spi2-core")
  }

  // MARK: Reasons of an undo that did not work

  /// The advice for a person in any case.
  static var tryAgain: String {
    translated("The program did nothing. Try again, or undo by hand.")
  }
  /// Without a way to send keys.
  static var noKeys: String {
    translated("No key can be sent here. 'shake-to-undo doctor' says why, and what helps.")
  }
  /// A display server or a portal that does not answer.
  static var desktopIsLate: String {
    translated("The desktop did not answer in time. Try again.")
  }
  /// A key that would change the meaning.
  static func held(_ key: String) -> String {
    // Translators: %1$s is a key, such as Shift.
    translated("%1$s is held down. Release it, and try again.", key)
  }

  // MARK: Servers whose cards a finger cannot answer

  /// The hint for dunst, which closes a card at a tap.
  static func middleClick(redoes: Bool, setting: String, file: String) -> String {
    redoes
      // Translators: %1$s is a line of the file %2$s.
      ? translated(
        "A click with the middle button redoes. For taps, write %1$s into %2$s.", setting, file)
      : translated(
        "A click with the middle button undoes. For taps, write %1$s into %2$s.", setting, file)
  }
  /// The hint for mako, which closes a card at a tap.
  static func leftClick(redoes: Bool, setting: String, file: String) -> String {
    redoes
      ? translated(
        "A click with the left button redoes. For taps, write %1$s into %2$s.", setting, file)
      : translated(
        "A click with the left button undoes. For taps, write %1$s into %2$s.", setting, file)
  }
}
