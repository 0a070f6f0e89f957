// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Testing

@testable import shake_to_undo

/// What is known of programs by their names, and the files that add to it.
@Suite struct ProgramsTests {
  @Test("the rows of this program: kinds, keys, names without their domain and of suites")
  func builtIn() {
    let programs = Programs.builtIn
    for (id, kind) in [
      ("XTerm", .terminal), ("org.gnome.Ptyxis", .terminal), ("konqueror", .files),
      ("codium", .page), ("org.gnome.Epiphany", .page), ("TuxPaint.TuxPaint", .canvas),
      ("gimp-2.10", .canvas), ("org.kde.plasmashell", .shell), ("gedit", nil), ("emacs", nil),
      ("", nil), (nil, nil), ("...", nil),
    ] as [(String?, Programs.Kind?)] {
      #expect(programs.row(of: id).kind == kind, "\(id ?? "")")
    }
    for id in ["firefox-esr", "libreoffice-writer", "Emacs", "org.mozilla.Thunderbird"] {
      #expect(programs.row(of: id).undo == .undoKey, "\(id)")
    }
    #expect(programs.row(of: "org.gnome.gedit").redo == .controlShiftZ)
    for row in programs.rows.values { #expect(row.pageSwitch == nil || row.kind == .page) }
    for (id, name) in [
      ("org.gnome.gedit", "gedit"), ("gimp-2.10", "gimp-2.10"), ("TuxPaint.TuxPaint", "TuxPaint"),
      ("...", "..."), ("Mousepad", "Mousepad"), ("libreoffice-startcenter", "LibreOffice"),
    ] {
      #expect(Programs.shownName(id) == name)
    }
    #expect(Programs.shownName("") == nil)
  }

  @Test("a file adds programs, and keeps what it does not say; the settings come first")
  func addition() throws {
    var programs = Programs.builtIn
    let text = """
      # mine
      [LibreCAD, org.example.Paint]
        kind = canvas
      [chromium]
      redo=Ctrl+Y
      [gedit]
      kind=terminal
      """
    #expect(programs.add(text) == [])
    #expect(programs.row(of: "librecad").kind == .canvas)
    #expect(programs.row(of: "org.example.Paint").kind == .canvas)
    let chromium = programs.row(of: "chromium")
    #expect(chromium.kind == .page && chromium.redo == .controlY && chromium.pageSwitch != nil)
    let edited = Survey(
      window: ActiveWindow(identity: "1", applicationID: "gedit"),
      focus: Focus(kind: .text, object: nil))
    #expect(Decision(edited, programs) == .leave(.terminal))
    programs = programs.settling(try Settings(text: "ignore=librecad\nkeys=gedit"))
    #expect(programs.isIgnored("LibreCAD") && programs.isKeyed("gedit"))
    // A terminal stays one whatever the settings say.
    #expect(Decision(edited, programs) == .leave(.terminal))
  }

  @Test("no file gives keys to a terminal, a shell, a file manager or a browser")
  func strictness() {
    for (name, former) in Programs.builtIn.rows {
      for kind in Programs.Kind.allCases {
        var programs = Programs.builtIn
        let problems = programs.add("[\(name)]\nkind=\(kind.rawValue)\n")
        let isTaken = former.kind.map { $0 <= kind } ?? true
        #expect(problems.isEmpty == isTaken, "\(name) \(kind)")
      }
    }
    var programs = Programs.builtIn
    let problems = programs.add("[gedit, xterm, kitty]\nkind=canvas")
    #expect(problems.map(\.line) == [1, 1])
    #expect(programs.row(of: "xterm") == Programs.builtIn.row(of: "xterm"))
    #expect(programs.row(of: "gedit").kind == .canvas)
  }

  @Test("a line that cannot be taken is named, and the rest counts")
  func problems() {
    for (text, line, words) in [
      ("kind=canvas", 1, "[gedit] comes first"), ("[]\nkind=canvas", 1, "names of programs"),
      ("[a]\nkind=drawing", 2, "canvas, editor, page, files, terminal, shell"),
      ("[a]\n\nundo=Ctrl+C", 3, "Ctrl+Z or Undo"), ("[a]\nredo=Ctrl+Z", 2, "Ctrl+Y"),
      ("[a]\ncommand=rm", 2, "kind, undo, redo and switch"), ("[a]\nkind", 2, "KEY=VALUE"),
      ("# [a]\n[a", 2, "comes first"),
    ] {
      var programs = Programs.builtIn
      let problems = programs.add(text + "\n[b]\nkind=canvas\n")
      #expect(problems.count == 1 && problems[0].line == line, "\(text)")
      #expect(problems.first?.text.contains(words) ?? false, "\(text): \(problems)")
      #expect(programs.row(of: "b").kind == .canvas)
    }
  }

  @Test("whatever a file has in it: nothing that had no key gets one")
  func garbage() {
    var seed: UInt64 = 65
    func draw<Element>(_ all: [Element]) -> Element {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return all[Int(seed >> 33) % all.count]
    }
    let pieces = [
      "[xterm, code]", "[a]", "kind=canvas", "kind=page", "undo=Undo", "=", "]", "#", "",
    ]
    for _ in 0..<300 {
      var programs = Programs.builtIn
      let text = (0..<8).map { _ in draw(pieces) }
      _ = programs.add(text.joined(separator: "\n"))
      for (name, former) in Programs.builtIn.rows {
        guard let kind = former.kind else { continue }
        #expect((programs.rows[name]?.kind ?? .canvas) >= kind)
      }
    }
  }
}
