// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import shake_to_undo

/// Fields that take keys for something else than text.
@Suite struct ExaminationTests {
  @Test(arguments: [
    (0, 0, ""), (1, 1, "noVNC_keyboardinput"), (9, 17, "xterm-helper-textarea"),
    (400, 300, "xterm-helper-textarea"), (600, 1, ""),
  ])
  func whatIsNotSeenIsATerminal(_ width: Int32, _ height: Int32, _ classes: String) {
    #expect(WebField.isTerminal(width: width, height: height, classes: classes))
  }

  @Test(arguments: [
    (300, 40, ""), (1, 19, "inputarea monaco-mouse-cursor-text"), (1, 1, "native-edit-context"),
    (500, 20, "cm-content"),
  ])
  func editorsAreText(_ width: Int32, _ height: Int32, _ classes: String) {
    #expect(!WebField.isTerminal(width: width, height: height, classes: classes))
  }

  @Test func fieldsHaveTheUndoOfTheirToolkit() {
    for (name, version, undo) in [
      ("gtk", "3.24.38", .none), ("gtk", "2.24.33", .none), ("gtk", "4", .unclear),
      ("GTK", "4.8.3", .unclear), ("Qt", "5.15", .own), ("Gecko", "", .unclear),
    ] as [(String, String, FieldUndo)] {
      #expect(Toolkit(name: name, version: version).fieldUndo == undo)
    }
    #expect(Toolkit(name: "Chromium", version: "").isWeb)
    #expect(!Toolkit(name: "Gecko", version: "").isWeb)
  }
}
