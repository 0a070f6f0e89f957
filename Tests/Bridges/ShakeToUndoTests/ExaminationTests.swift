// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import shake_to_undo

/// The parts of a program that are edited, as each toolkit shows them.
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

  /// Roles, states and meanings as seen in programs of Debian 12: in an editor, in a field, and in
  /// what is neither.
  @Test("a field, an editor and the rest, by what each toolkit shows")
  func kinds() {
    let (text, spin) = (AccessibleRole.text, AccessibleRole.spinButton)
    let (combo, entry) = (AccessibleRole.comboBox, AccessibleRole.entry)
    let (section, paragraph) = (AccessibleRole(number: 85), AccessibleRole(number: 73))
    for (toolkits, seen) in [
      (["gtk 3.24.38", "gtk 2.24.33"], [(text, "em", .text), (text, "es", .singleLine)]),
      (["gtk 3.24.38"], [(spin, "es", .singleLine), (.password, "es", .password)]),
      // LibreOffice's page is text in all its windows, and its find bar a field.
      (
        ["gtk 3.24.38", "VCL ", "Qt 5.15.8"], [(paragraph, "em", .text), (text, "es", .singleLine)]
      ),
      (["GTK 4.8.3", "gtk 4.14"], [(text, "em", .text), (text, "e", .singleLine)]),
      (["GTK 4.8.3"], [(entry, "e", .singleLine), (spin, "e", .singleLine)]),
      (["Qt 5.15.8", "Qt 6.4.2"], [(text, "em", .text), (text, "e", .singleLine)]),
      (["Qt 5.15.8", "Qt 6.4.2"], [(spin, "", .singleLine), (combo, "", .other)]),
      (["Qt 5.15.8"], [(.password, "e", .password), (section, "em", .text)]),
      (["Chromium 156", "Gecko 153"], [(entry, "em", .text), (entry, "es", .singleLine)]),
      (["Chromium 156", "Gecko 153"], [(section, "em", .text), (.password, "es", .password)]),
      (["Qt 5.15.8", "Chromium 156", "Gecko 153"], [(.documentWeb, "", .page)]),
      ([" "], [(text, "em", .text), (text, "e", .text), (entry, "e", .singleLine)]),
      (["gtk 3.24.38", " "], [(spin, "", .other), (.terminal, "", .terminal)]),
    ] as [([String], [(AccessibleRole, String, Focus.Kind)])] {
      for name in toolkits {
        let words = name.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for (role, letters, kind) in seen {
          let bits: [Character: AccessibleStates.Bit] = [
            "e": .editable, "m": .multiLine, "s": .singleLine,
          ]
          let part = AccessiblePart(
            object: .init(busName: ":1.1", path: "/"), role: role,
            states: AccessibleStates(letters.compactMap { bits[$0] } + [.focused]), count: 0)
          let found = Toolkit(name: words[0], version: words[1]).kind(of: part)
          #expect(found == kind, "\(name) \(role) \(letters)")
        }
      }
    }
  }

  @Test("what else a toolkit decides: the undo of fields, keys, whether there may be a page")
  func toolkits() {
    for (name, version, undo, isWeb, hasStrokes) in [
      ("gtk", "3.24.38", .none, false, false), ("gtk", "2.24.33", .none, false, false),
      ("gtk", "4", .unclear, false, false), ("GTK", "4.8.3", .unclear, false, false),
      ("Qt", "5.15", .own, true, false), ("Gecko", "", .unclear, true, true),
      ("Chromium", "", .unclear, true, false), ("WebKitGTK", "", .unclear, true, false),
      ("VCL", "", .unclear, false, false),
    ] as [(String, String, FieldUndo, Bool, Bool)] {
      let toolkit = Toolkit(name: name, version: version)
      #expect(toolkit.fieldUndo == undo && toolkit.mayBeWeb == isWeb, "\(name)")
      #expect((toolkit.strokes?.undo == .undoKey) == hasStrokes, "\(name)")
    }
  }
}
