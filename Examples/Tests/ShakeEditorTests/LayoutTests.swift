// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import Testing

@testable import ShakeEditor

@MainActor @Suite struct LayoutTests {
  private func layout(_ before: String, _ after: String = "") -> Layout {
    let text = TextResponder(before + after)
    text.moveCaret(by: -after.count)
    return Layout(text, columns: 4)
  }

  @Test("long lines are broken, and wide characters never across rows")
  func breaks() {
    #expect(layout("abcdef\ng").rows == ["abcd", "ef", "g"])
    #expect(layout("abc日本").rows == ["abc", "日本", ""])
    #expect(layout("").rows == [""])
  }

  @Test(
    "the caret stands where the next character will",
    arguments: [("", "", 0, 0), ("ab", "cd", 0, 2), ("abcd", "ef", 1, 0), ("ab\n", "", 1, 0)])
  func caret(before: String, after: String, row: Int, column: Int) {
    let layout = layout(before, after)
    #expect(layout.caretRow == row)
    #expect(layout.caretColumn == column)
  }

  @Test("what is shown has the caret in it")
  func visible() {
    #expect(layout("1\n2\n3\n4").visibleRows(2) == ["3", "4"])
    #expect(layout("1\n", "2\n3\n4").visibleRows(3) == ["1", "2", "3"])
    #expect(layout("1").visibleRows(3) == ["1"])
  }

  @Test("what is selected is inverse, and the caret is at its beginning or its end")
  func selection() {
    let text = TextResponder("abcde")
    text.moveCaret(by: -1)
    text.moveCaret(by: -1, extending: true)
    let leading = Layout(text, columns: 4)
    #expect(leading.rows == ["abc\u{1B}[7md\u{1B}[27m", "e"])
    #expect(leading.caretColumn == 3)
    text.selectAll()
    let all = Layout(text, columns: 4)
    #expect((all.caretRow, all.caretColumn) == (1, 1))
  }
}
