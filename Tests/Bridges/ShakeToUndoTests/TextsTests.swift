// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import TestTraits
import Testing

@testable import shake_to_undo

/// The texts in two languages.
///
/// What the C library translates into is the process's: each test has one of its own.
@Suite(.waits) struct TextsTests {
  @Test("without a catalog the texts are English, and arguments stay as they are", .exits)
  func english() async {
    await #expect(processExitsWith: .success) {
      setenv("LC_ALL", "C.UTF-8", 1)
      setenv("LANGUAGE", "de", 1)
      Texts.useLanguage("/nonexistent")
      precondition(Texts.undo == "Undo")
      precondition(Texts.undoQuestion(label: nil, program: "Notes") == "Undo in Notes?")
      precondition(Texts.undoQuestion(label: "Undo: a", program: nil) == "Undo: a?")
      // What programs say is no format.
      let label = "%1$s%2$s%n%%<b>"
      precondition(
        Texts.undoQuestion(label: label, program: "%s%9$s") == "\(label) in %s%9$s?")
    }
  }

  @Test("a text that is not translated is read while its bytes are there")
  func bytes() {
    let texts = (0..<1000).map { _ in Texts.tryAgain }
    #expect(Set(texts) == ["The program did nothing. Try again, or undo by hand."])
  }

  @Test("German, from the catalog in the tree", .exits)
  func german() async {
    await #expect(processExitsWith: .success) {
      let folder = FileManager.default.temporaryDirectory.appending(path: "po-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: folder) }
      let catalogs = folder.appending(path: "de/LC_MESSAGES")
      try FileManager.default.createDirectory(at: catalogs, withIntermediateDirectories: true)
      let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
      let compiler = Process()
      compiler.executableURL = URL(filePath: "/usr/bin/env")
      compiler.arguments = [
        "msgfmt", root.appending(path: "Bridges/shake-to-undo/po/de.po").path,
        "--output-file=\(catalogs.appending(path: "shake-to-undo.mo").path)",
      ]
      try compiler.start()
      compiler.waitUntilExit()
      // Without gettext's tools there is nothing to see here.
      guard compiler.terminationStatus == 0 else { return }
      // In C.UTF-8 itself a C library of 2026 translates nothing; it has another name here.
      let locales = folder.appending(path: "locales")
      try FileManager.default.createDirectory(at: locales, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: locales.appending(path: "de_DE.UTF-8"),
        withDestinationURL: URL(filePath: "/usr/lib/locale/C.utf8"))
      setenv("LOCPATH", locales.path, 1)
      setenv("LC_ALL", "de_DE.UTF-8", 1)
      setenv("LANGUAGE", "de", 1)
      Texts.useLanguage(folder.path)
      precondition(Texts.undo == "Rückgängig")
      precondition(
        Texts.undoQuestion(label: nil, program: "%1$s") == "In %1$s rückgängig machen?")
      precondition(Texts.shakeBrieflyTitle == "Kurz schütteln")
      precondition(FailureReason(.heldKey("Strg")).shown.hasPrefix("Strg ist gedrückt."))
    }
  }
}
