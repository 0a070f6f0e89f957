// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MotionLabels

/// The rows of an index, with quotes, blanks and short rows.
struct IndexTableTests {
  @Test(
    "fields",
    arguments: [
      ("x,y", ["x", "y"]), ("x, y", ["x", "y"]), ("x", ["x", ""]), (",", ["", ""]),
      (#""x,1","y""#, ["x,1", "y"]), (#""say ""x""", y"#, [#"say "x""#, "y"]),
      ("\"x\n1\",y", ["x\n1", "y"]), (#"5" tall,y"#, [#"5" tall"#, "y"]),
      ("x y,z ", ["x y", "z "]),
    ])
  func fields(line: String, expected: [String]) throws {
    for end in ["", "\n", "\r\n"] {
      let table = try IndexTable(parsing: "a,b\(end.isEmpty ? "\n" : end)\(line)\(end)")
      #expect(table.header == ["a", "b"])
      #expect(table.rows == [["a": expected[0], "b": expected[1]]])
    }
  }

  @Test("text behind a quote is an error of its row")
  func behindQuote() {
    #expect(throws: IndexError(row: 3, problem: "'x' behind a quote")) {
      try IndexTable(parsing: "a,b\n1,2\n\"1\"x,2\n")
    }
  }
}
