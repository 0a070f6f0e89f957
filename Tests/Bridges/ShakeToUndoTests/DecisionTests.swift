// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import Testing

@testable import shake_to_undo

/// What a shake does in which program.
@Suite struct DecisionTests {
  private static let action = Offer(
    way: .exportedAction(
      ExportedAction(interface: .gtk, busName: ":1.1", path: "/window/1", name: "undo")),
    readiness: .ready)

  private func survey(
    _ id: String?, _ focus: Focus.Kind? = nil, _ offers: [Offer] = []
  ) -> Survey {
    Survey(
      window: ActiveWindow(identity: "1", applicationID: id),
      focus: focus.map { Focus(kind: $0, object: nil) }, offers: offers)
  }

  private func decide(
    _ survey: Survey, ignoring: [String] = [], keying: [String] = []
  ) -> Decision {
    var programs = Programs.builtIn
    (programs.ignored, programs.keyed) = (ignoring, keying)
    return Decision(survey, programs)
  }

  private func way(_ decision: Decision) -> Way? {
    if case .undo(let target) = decision { target.offer.way } else { nil }
  }

  /// What a row of a table expects.
  private enum Expected {
    case action
    case key(KeyStroke)
    case leave(Reason)
  }

  private func check(_ decision: Decision, _ expected: Expected, _ row: String) {
    switch expected {
    case .action: #expect(way(decision) == Self.action.way, "\(row)")
    case .key(let stroke): #expect(way(decision) == .key(stroke, focus: nil), "\(row)")
    case .leave(let reason): #expect(decision == .leave(reason), "\(row)")
    }
  }

  @Test("by the program and the part with the focus, where nothing else is in the way")
  func programs() {
    let page = Expected.leave(.page(startedWith: "--force-renderer-accessibility"))
    for (ids, kinds, hasAction, expected) in [
      // No terminal is touched, as a window or within one; nor is a password.
      (
        ["XTerm", "org.gnome.Terminal", "foot", "com.mitchellh.ghostty"], [.text, .other, nil],
        true, .leave(.terminal)
      ),
      (["code", "gedit"], [.terminal], true, .leave(.terminal)),
      (["gedit"], [.password], true, .leave(.password)),
      (["org.gnome.Nautilus", "konqueror"], [nil, .text], true, .leave(.fileManager)),
      (
        ["phosh", "org.gnome.Shell.Mutter", "org.kde.plasmashell"], [.text], true, .leave(.shell)
      ),
      // The program's own undo is best, and needs no focus that is known: a canvas counts.
      (
        ["gedit", "org.inkscape.Inkscape", "unknown", nil, "", "phosh-mobile-settings"],
        [.text, .other, nil], true, .action
      ),
      (["gedit", "krita"], [.unknown], true, .leave(.focusLate)),
      (["gedit", "firefox"], [.singleLine], true, .leave(.field)),
      (["some", "chromium", "drawpile"], [.text, .singleLine], false, .key(.controlZ)),
      (["some", "drawpile", "emacs"], [.other, nil], false, .leave(.notEdited)),
      (["AbiWord", "krita", "TuxPaint.TuxPaint"], [.other, nil], false, .key(.controlZ)),
      // Programs with pages or passwords are no canvas.
      (["chromium", "code", "vscodium", "obsidian"], [.other, nil], false, page),
      (
        ["firefox-esr", "libreoffice-writer", "Emacs", "org.mozilla.Thunderbird"], [.text], false,
        .key(.undoKey)
      ),
    ] as [([String?], [Focus.Kind?], Bool, Expected)] {
      for id in ids {
        for kind in kinds {
          let survey = survey(id, kind, hasAction ? [Self.action] : [])
          check(decide(survey), expected, "\(id ?? "nil") \(String(describing: kind))")
        }
      }
    }
  }

  @Test("what the settings say, and what comes before them")
  func settings() {
    let editor = survey("gedit", .text, [Self.action])
    for (ignored, isIgnored) in [("org.gnome.gedit", true), ("Gedit", true), ("kate", false)] {
      let decision = decide(editor, ignoring: [ignored], keying: ["gedit"])
      #expect((decision == .leave(.ignored("gedit"))) == isIgnored)
    }
    check(decide(survey("some"), keying: ["some"]), .key(.controlZ), "keyed")
    check(decide(survey("xterm"), keying: ["xterm"]), .leave(.terminal), "a terminal")
    let manager = survey("konqueror", nil, [Self.action])
    check(decide(manager, keying: ["konqueror"]), .action, "a file manager")
    // From what counts last to what counts first.
    var worse = survey("krita", .text)
    for (change, reason) in [
      ({ $0.isHung = true }, .hangs), ({ $0.claimsShakes = true }, .claimsShakes),
      ({ $0.claimsShakes = nil }, .claimsLate),
      ({ $0.window?.keyboard = .elsewhere }, .keysElsewhere),
      ({ $0.window?.keyboard = .grabbed }, .grabbed), ({ $0.window = nil }, .noWindow),
      ({ $0.lock = .late }, .lockLate), ({ $0.lock = .locked }, .locked),
    ] as [((inout Survey) -> Void, Reason)] {
      change(&worse)
      check(decide(worse, keying: ["krita"]), .leave(reason), "\(reason)")
    }
    var untold = editor
    untold.lock = .untold
    check(decide(untold), .action, "untold")
    var nothing = Self.action
    nothing.readiness = .nothingToUndo
    check(decide(survey("gedit", .text, [nothing])), .leave(.nothingToUndo), "nothing to undo")
  }

  @Test("a field of one line, by its toolkit, and whether the window has an undo")
  func fields() {
    for (toolkit, hasAction, acts) in [
      ("gtk", false, false), ("gtk", true, false), ("GTK", false, true), ("GTK", true, false),
      ("Qt", false, true), ("Qt", true, true),
    ] {
      var field = survey("kwrite", .singleLine, hasAction ? [Self.action] : [])
      field.toolkit = Toolkit(name: toolkit, version: "")
      check(decide(field), acts ? .key(.controlZ) : .leave(.field), toolkit)
      // The document's undo is its own in all of them.
      field.focus?.kind = .text
      check(decide(field), hasAction ? .action : .key(.controlZ), toolkit)
    }
  }

  @Test("no browser is told to be given keys, and its item is not taken for what a page shows not")
  func browsers() {
    let entry = DesktopEntry(
      text: "[Desktop Entry]\nName=Web\nCategories=GNOME;WebBrowser;\n", locale: "")
    for (toolkit, kind, start) in [
      ("Qt", Focus.Kind.page, "QTWEBENGINE_CHROMIUM_FLAGS=--force-renderer-accessibility"),
      ("Gecko", .page, nil), ("WebKitGTK", .page, nil), ("gtk", .other, nil), ("gtk", nil, nil),
    ] as [(String, Focus.Kind?, String?)] {
      var browser = survey("some", kind, kind == .page ? [Self.action] : [])
      (browser.toolkit, browser.entry) = (Toolkit(name: toolkit, version: "1"), entry)
      let reason = Reason.page(startedWith: start)
      #expect(decide(browser) == .leave(reason), "\(toolkit)")
      #expect(!reason.text.contains("keys="))
      #expect(way(decide(browser, keying: ["some"])) != nil)
    }
    // Firefox by another name obeys the key Undo, which is nothing to a terminal.
    var fork = survey("librewolf", .text)
    fork.toolkit = Toolkit(name: "Gecko", version: "153")
    #expect(way(decide(fork)) == .key(.undoKey, focus: nil))
  }

  @Test("a dialog of a canvas gets no key", arguments: ["AbiWord", "krita"])
  func dialogs(_ id: String) {
    // Dialogs ask for passwords. A display server guesses, and accessibility knows.
    for (isDialog, mayBeDialog, focus, acts) in [
      (true, false, nil, false), (true, true, .other, false), (false, true, nil, false),
      (false, true, .other, true),
    ] as [(Bool, Bool, Focus.Kind?, Bool)] {
      var dialog = survey(id, focus)
      dialog.isDialog = isDialog
      dialog.window?.mayBeDialog = mayBeDialog
      for keyed in [[], [id]] {
        let decision = decide(dialog, keying: keyed)
        #expect(decision == .leave(.dialog) || acts && way(decision) != nil)
      }
    }
  }

  @Test(
    arguments: [
      (
        "0::/user.slice/user-1000.slice/user@1000.service/app.slice/app-flatpak-org.a.B-12.scope\n",
        "org.a.B"
      ),
      ("0::/app.slice/app-gnome-org.gnome.gedit-77.scope\n", "org.gnome.gedit"),
      ("0::/app.slice/app-org.kde.kate@1f.service\n", "org.kde.kate"),
      ("0::/app.slice/app-gnome-firefox\\x2desr-77.scope\n", "firefox-esr"),
      ("0::/user.slice/session-2.scope\n", nil),
      ("", nil),
    ] as [(String, String?)])
  func theGroupOfAProcessNamesItsProgram(_ group: String, _ id: String?) {
    #expect(Sandbox.applicationID(inGroup: group) == id)
  }
}

/// Whether what a question was about is still there.
@Suite struct HoldingTests {
  private static let text = AccessibleObject(busName: ":1.2", path: "/text")
  private static let redo = Way.menuItem(AccessibleObject(busName: ":1.2", path: "/redo"))
  private static let item = Offer(
    way: .menuItem(AccessibleObject(busName: ":1.2", path: "/item")), readiness: .ready,
    label: "Undo: Typing", redo: redo)
  private static let key = Offer(
    way: .key(.controlZ, focus: text), readiness: .unknown, redo: .key(.controlY, focus: text))

  private func holds(_ target: Target, _ survey: Survey) -> Bool {
    Decision(survey, .builtIn).allows(.undo, of: target, in: survey)
  }

  /// What still holds after a change: I an undo by the item, K by the key, i and k their redo.
  @Test func whatHoldsAfterWhichChange() throws {
    let other = AccessibleObject(busName: ":1.2", path: "/other")
    let asked = Survey(
      window: ActiveWindow(identity: "1", applicationID: "notes", title: "*a.txt – Notes"),
      focus: Focus(kind: .text, object: Self.text), offers: [Self.item])
    guard case .undo(let byItem) = Decision(asked, .builtIn) else {
      Issue.record("nothing is undone")
      return
    }
    #expect(byItem.offer == Self.item && byItem.focus == Self.text)
    var byKey = byItem
    (byKey.offer, byKey.focus) = (Self.key, nil)
    for (name, expected, change) in [
      ("the same", "IKik", { _ in }), ("saved", "IKik", { $0.window?.title = "a.txt – Notes" }),
      ("another document", "", { $0.window?.title = "*b.txt – Notes" }),
      ("another window", "", { $0.window?.identity = "2" }),
      ("another focus", "", { $0.focus?.object = other }),
      // After a click on its item a program may show none.
      ("no focus", "i", { $0.focus = Focus(kind: .other, object: nil) }),
      ("a field", "Kk", { $0.focus?.kind = .singleLine }),
      ("a password", "", { $0.focus?.kind = .password }), ("a lock", "", { $0.lock = .locked }),
      ("it hangs", "", { $0.isHung = true }), ("no item", "Kk", { $0.offers = [] }),
      ("another edit", "Kik", { $0.offers[0].label = "Undo: Insert" }),
      ("nothing to undo", "Kik", { $0.offers[0].readiness = .nothingToUndo }),
      ("another redo", "IKk", { $0.offers[0].redo = .menuItem(other) }),
    ] as [(String, String, (inout Survey) -> Void)] {
      var survey = asked
      change(&survey)
      let decision = Decision(survey, .builtIn)
      let found = [
        ("I", byItem, QuestionMachine.Step.undo), ("K", byKey, .undo), ("i", byItem, .redo),
        ("k", byKey, .redo),
      ].filter { decision.allows($0.2, of: $0.1, in: survey) }.map(\.0).joined()
      #expect(found == expected, "\(name)")
    }
    // A focus that was unknown at the question must stay unknown.
    byKey.offer.way = .key(.controlZ, focus: nil)
    var canvas = asked
    #expect(!holds(byKey, canvas))
    canvas.focus = nil
    #expect(holds(byKey, canvas))
  }

  @Test func writersUndoIsAKeyWithTheWordsOfItsItem() {
    let text = AccessibleObject(busName: ":1.1", path: "/text")
    let item = AccessibleObject(busName: ":1.1", path: "/item")
    var present = Survey(
      window: ActiveWindow(identity: "1", applicationID: "libreoffice-writer"),
      focus: Focus(kind: .text, object: text),
      offers: [Offer(way: .menuItem(item), readiness: .ready, label: "Undo: Typing")])
    guard case .undo(let target) = Decision(present, .builtIn) else {
      Issue.record("nothing is undone")
      return
    }
    #expect(target.offer.way == .key(.undoKey, focus: text))
    #expect(target.offer.label == "Undo: Typing")
    #expect(holds(target, present))
    present.offers[0].label = "Undo: Delete"
    #expect(!holds(target, present))
    present.offers[0].readiness = .nothingToUndo
    #expect(Decision(present, .builtIn) == .leave(.nothingToUndo))
  }
}
