// SPDX-License-Identifier: Apache-2.0

import SystemPackage
import Testing

@testable import LinuxSupport

@Suite struct TerminalTests {
  @Test("what a terminal would obey is a question mark")
  func printable() {
    #expect("a\u{1B}[31m\nb\u{202E}c\u{2028}é".printable == "a?[31m?b?c?é")
  }

  @Test("blanks and line ends around a text go")
  func blanks() {
    #expect(" \ta b\r\n".trimmingBlanks == "a b")
    #expect(" \n".trimmingBlanks == "")
  }

  @Test("columns are below each other, flush right where that is wanted, without blanks at the end")
  func table() {
    #expect(
      textTable([["name", "Hz", "way"], ["bmi160", "100"]], flushRight: 1)
        == ["name     Hz  way", "bmi160  100"])
    #expect(textTable([["a", "b"], ["ccc", ""]]) == ["a    b", "ccc"])
  }

  @Test("each line for the journal has its priority, and the journal is known by file, not by name")
  func journal() {
    #expect(Journal.lines("a\n\nb", .warning) == "<4>a\n<4>\n<4>b")
    #expect(Journal.isStream("8:17", device: 8, inode: 17))
    #expect(!Journal.isStream("8:17", device: 8, inode: 18))
    #expect(!Journal.isStream(nil, device: 8, inode: 17))
  }

  @Test("a failure to create says what to do, and has a status for what is not permitted")
  func failure() {
    #expect(
      Failure.creating("x", .fileExists).description
        == "cannot create x: File exists; remove it, or choose another name")
    #expect(Failure.creating("x", .permissionDenied).status == .notPermitted)
    #expect(Failure.creating("x", .noSpace).status == .failure)
  }
}
