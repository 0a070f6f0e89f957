// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import shake_to_undo

/// Which titles of a window are of the same document.
@Suite struct TitleTests {
  @Test(arguments: [
    ("*notes.txt - Mousepad", "notes.txt - Mousepad"),
    ("● main.c - project - Visual Studio Code", "main.c - project - Visual Studio Code"),
    ("• notes.txt", "notes.txt"),
    ("notes.txt * — Kate", "notes.txt — Kate"),
    ("notes.txt [modified] — Kate", "notes.txt — Kate"),
    ("notes.txt [geändert] — KWrite", "notes.txt — KWrite"),
    ("drawing.kra (5.3 MiB) * – Krita", "drawing.kra (12,4 MiB) – Krita"),
    ("(3) Inbox – Mail", "(12) Inbox – Mail"),
    ("notes.txt — Edited", "notes.txt"),
    ("  notes.txt  ", "notes.txt"),
  ])
  func sameDocument(_ one: String, _ other: String) {
    #expect(Title.document(one) == Title.document(other))
  }

  @Test(arguments: [
    ("a.txt - Mousepad", "b.txt - Mousepad"),
    ("Untitled 1", "Untitled 2"),
    ("report (3) - gedit", "report (4) - gedit"),
    ("report (3).txt", "report (4).txt"),
    ("modified - gedit", "other - gedit"),
    ("a*b", "ab"),
    ("notes [1]", "notes [2]"),
    ("", "a"),
  ])
  func otherDocument(_ one: String, _ other: String) {
    #expect(Title.document(one) != Title.document(other))
  }
}
