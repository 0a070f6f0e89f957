// SPDX-License-Identifier: Apache-2.0

/// One picture of the editor, as the terminal draws it.
struct Frame {
  /// The characters and sequences to send.
  let text: String

  private static let title = "ShakeEditor   ^T shake   ^Z undo   ^Y redo   ^E edit   ^Q quit"

  /// The picture of `editor` on a terminal of `size`, with `notice` at the bottom.
  @MainActor
  init(_ editor: Editor, size: Terminal.Size, notice: String) {
    let columns = max(size.columns, 2)
    let height = Editor.textHeight(size)
    let layout = Layout(editor.document, columns: columns)
    var rows = layout.visibleRows(height).map { "\($0)\u{1B}[K" }
    rows += Array(repeating: "\u{1B}[K", count: height - rows.count)
    let menu = editor.menuBar.drawing.map {
      "\u{1B}[\($0.row + 1);\($0.column + 1)H\u{1B}[7m\($0.text)\u{1B}[0m"
    }
    let status =
      editor.prompt?.title
      ?? (editor.window.isShaken ? "Shaking... stop within a second to undo." : notice)
    let lines = [Self.bar(Self.title, columns)] + rows + [Self.bar(status, columns)]
    let caret =
      editor.prompt == nil
      ? (layout.caretRow - layout.firstRow(height) + 2, layout.caretColumn + 1)
      : (height + 2, min(Cells.length(" \(status)") + 2, columns))
    // Rows are placed one by one: what ends a line with a newline would scroll the last one.
    text =
      lines.enumerated().map { "\u{1B}[\($0 + 1);1H\($1)" }.joined()
      + (menu ?? "") + "\u{1B}[\(caret.0);\(caret.1)H"
  }

  private static func bar(_ text: String, _ columns: Int) -> String {
    "\u{1B}[7m\(Cells.fit(" \(text)", in: columns))\u{1B}[0m"
  }
}
