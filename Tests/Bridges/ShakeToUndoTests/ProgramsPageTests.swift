// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Foundation
import Testing

@testable import shake_to_undo

/// That the page of programs in `docs/` says what `programs.conf` says.
///
/// With `MOTION_RECORD_SAMPLES=1` it is written anew, as samples are.
@Suite struct ProgramsPageTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../docs/shake-to-undo-programs.md")

  @Test("docs/shake-to-undo-programs.md is what programs.conf says")
  func page() throws {
    if ProcessInfo.processInfo.environment["MOTION_RECORD_SAMPLES"] != nil {
      try Self.text.write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(try String(contentsOf: Self.page, encoding: .utf8) == Self.text)
    }
  }

  private static var text: String {
    let groups = Dictionary(grouping: Programs.builtIn.rows) { $0.value }
      .map { row, members in (row: row, names: members.map(\.key).sorted()) }
      .sorted { $0.names.lexicographicallyPrecedes($1.names) }
    let sections = Programs.Kind.allCases.map { kind in
      let rows = groups.filter { ($0.row.kind ?? .editor) == kind }
      return """
        ## \(heading(of: kind))

        \(table(of: rows, sends: kind <= .page))
        """
    }
    return """
      # Programs that shake-to-undo knows by name

      For people, and for packagers who add programs: every row of `programs.conf`. A program without a row is an editor.
      A row is about the application id of a window, in any case, also without its domain (`org.gnome.gedit`, `gedit`).
      [What it knows of programs](shake-to-undo-how.md#what-it-knows-of-programs) says how files and settings add to
      these rows, and which rules come before them. Without a key to redo, the agent does not offer it. `make samples`
      writes this page from `programs.conf`.

      \(sections.joined(separator: "\n\n"))

      Next: [Shake to undo, measured](shake-to-undo-measured.md).

      """
  }

  private static func heading(of kind: Programs.Kind) -> String {
    switch kind {
    case .canvas: "Canvases: the key also where nothing shows that something is edited"
    case .editor: "Editors: the key where accessibility shows that something is edited"
    case .page: "Browsers: the key where a page shows that something is edited"
    case .files: "File managers: nothing, as their undo moves and deletes files"
    case .terminal: "Terminals: nothing, as Ctrl+Z stops what runs in them"
    case .shell: "Parts of a desktop: nothing"
    }
  }

  private static func table(
    of rows: [(row: Programs.Row, names: [String])], sends: Bool
  ) -> String {
    var lines = sends ? ["| undo | redo | programs |", "|---|---|---|"] : []
    for (row, names) in rows {
      let programs = names.map { "`\($0)`" }.joined(separator: ", ")
      let undo = row.undo?.name ?? "Ctrl+Z"
      lines.append(sends ? "| \(undo) | \(row.redo?.name ?? "") | \(programs) |" : programs)
    }
    return lines.joined(separator: "\n")
  }
}
