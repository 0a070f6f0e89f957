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
    Decision(survey, ignoring: ignoring, keying: keying)
  }

  private func way(_ decision: Decision) -> Way? {
    if case .undo(let target) = decision { target.offer.way } else { nil }
  }

  @Test(arguments: [
    "XTerm", "org.gnome.Terminal", "org.kde.konsole", "kitty", "org.gnome.Ptyxis", "foot",
    "Gnome-terminal", "com.mitchellh.ghostty",
  ]) func noTerminalIsTouched(_ id: String) {
    #expect(decide(survey(id, .text, [Self.action])) == .leave(.terminal))
    #expect(decide(survey(id), keying: [id]) == .leave(.terminal))
  }

  @Test func noKeyIsForAProgramThatHangs() {
    var survey = survey("krita")
    #expect(way(decide(survey)) == .key(.controlZ, focus: nil))
    survey.isHung = true
    #expect(decide(survey) == .leave(.hangs))
  }

  @Test func aTerminalWithinAProgramIsNotTouched() {
    #expect(decide(survey("code", .terminal, [Self.action])) == .leave(.terminal))
  }

  @Test func aPasswordIsNotTouched() {
    #expect(decide(survey("gedit", .password, [Self.action])) == .leave(.password))
  }

  @Test(arguments: ["org.gnome.Nautilus", "konqueror"])
  func aFileManagerIsTouchedOnlyIfTheUserSaysSo(_ id: String) {
    let manager = survey(id, nil, [Self.action])
    #expect(decide(manager) == .leave(.fileManager))
    #expect(way(decide(manager, keying: [id])) == Self.action.way)
  }

  @Test func theUsersListALockAndAClaimComeFirst() {
    var locked = survey("gedit", .text, [Self.action])
    #expect(decide(locked, ignoring: ["org.gnome.gedit"]) == .leave(.ignored("gedit")))
    #expect(decide(locked, ignoring: ["kate"]) != .leave(.ignored("gedit")))
    #expect(decide(locked, ignoring: ["Gedit"]) == .leave(.ignored("gedit")))
    locked.claimsShakes = true
    #expect(decide(locked) == .leave(.claimsShakes))
    locked.lock = .locked
    #expect(decide(locked) == .leave(.locked))
    #expect(decide(Survey()) == .leave(.noWindow))
  }

  @Test func theProgramsOwnUndoIsBest() {
    #expect(way(decide(survey("gedit", .text, [Self.action]))) == Self.action.way)
    // It needs no focus that is known: a canvas counts.
    #expect(way(decide(survey("org.inkscape.Inkscape", nil, [Self.action]))) == Self.action.way)
    #expect(way(decide(survey("unknown", .other, [Self.action]))) == Self.action.way)
  }

  @Test func withNothingToUndoNobodyIsAsked() {
    var nothing = Self.action
    nothing.readiness = .nothingToUndo
    #expect(decide(survey("gedit", .text, [nothing])) == .leave(.nothingToUndo))
  }

  @Test func aSearchFieldIsNotTheDocument() {
    // Ctrl+Z in it would be the document's undo: the program has one.
    #expect(decide(survey("gedit", .singleLine, [Self.action])) == .leave(.field))
    #expect(way(decide(survey("firefox", .singleLine))) == .key(.undoKey, focus: nil))
    // In a field of GTK 3 the key is the window's; one of Qt takes it before the window.
    for (toolkit, offers, acts) in [
      ("gtk", [], false), ("gtk", [Self.action], false), ("GTK", [], true),
      ("GTK", [Self.action], false), ("Qt", [], true), ("Qt", [Self.action], true),
    ] as [(String, [Offer], Bool)] {
      var field = survey("kwrite", .singleLine, offers)
      field.toolkit = Toolkit(name: toolkit, version: "")
      #expect(way(decide(field)) == (acts ? .key(.controlZ, focus: nil) : nil))
      #expect(acts || decide(field) == .leave(.field))
      // The document's undo is its own in all of them.
      field.focus?.kind = .text
      #expect(way(decide(field)) == (offers.first?.way ?? .key(.controlZ, focus: nil)))
    }
  }

  @Test func whatComesLateIsNo() {
    var late = survey("krita", .unknown, [Self.action])
    #expect(decide(late, keying: ["krita"]) == .leave(.focusLate))
    late = survey("gedit", .text, [Self.action])
    late.claimsShakes = nil
    #expect(decide(late) == .leave(.claimsLate))
    late.lock = .late
    #expect(decide(late) == .leave(.lockLate))
    late.claimsShakes = false
    late.lock = .untold
    #expect(way(decide(late)) == Self.action.way)
  }

  @Test func keysThatGoElsewhereAreNotSent() {
    var elsewhere = survey("gedit", .text, [Self.action])
    elsewhere.window?.keyboard = .grabbed
    #expect(decide(elsewhere) == .leave(.grabbed))
    elsewhere.window?.keyboard = .elsewhere
    #expect(decide(elsewhere) == .leave(.keysElsewhere))
  }

  @Test(arguments: ["chromium", "code", "vscodium", "obsidian", "drawpile", "emacs"])
  func aProgramWithPagesOrPasswordsIsNoCanvas(_ id: String) {
    let isPage = !["drawpile", "emacs"].contains(id)
    let reason =
      isPage ? Reason.page(startedWith: "--force-renderer-accessibility") : .notEdited
    #expect(decide(survey(id)) == .leave(reason))
    #expect(decide(survey(id, .other)) == .leave(reason))
    #expect(way(decide(survey(id, .text))) == .key(Programs.undoStroke(id), focus: nil))
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

  @Test func keysGoOnlyWhereTextIsEditedOrAListSaysSo() {
    #expect(way(decide(survey("some", .text))) == .key(.controlZ, focus: nil))
    #expect(decide(survey("some", .other)) == .leave(.notEdited))
    #expect(decide(survey("some")) == .leave(.notEdited))
    #expect(way(decide(survey("some"), keying: ["some"])) == .key(.controlZ, focus: nil))
  }

  @Test(arguments: ["AbiWord", "krita", "TuxPaint.TuxPaint"]) func aCanvasGetsAKey(_ id: String) {
    #expect(way(decide(survey(id))) == .key(.controlZ, focus: nil))
    #expect(way(decide(survey(id, .other))) == .key(.controlZ, focus: nil))
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

  @Test(arguments: [
    "firefox-esr", "libreoffice-writer", "libreoffice-startcenter", "Emacs",
    "org.mozilla.Thunderbird",
  ])
  func programsThatObeyTheKeyUndoGetIt(_ id: String) {
    #expect(way(decide(survey(id, .text))) == .key(.undoKey, focus: nil))
  }

  @Test func namesAreShownWithoutTheirDomain() {
    #expect(Programs.shownName("org.gnome.gedit") == "gedit")
    #expect(Programs.shownName("gimp-2.10") == "gimp-2.10")
    #expect(Programs.shownName("TuxPaint.TuxPaint") == "TuxPaint")
    #expect(Programs.shownName("...") == "...")
    #expect(Programs.shownName("Mousepad") == "Mousepad")
    #expect(Programs.shownName("libreoffice-startcenter") == "LibreOffice")
    #expect(Programs.shownName("") == nil)
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
  private let text = AccessibleObject(busName: ":1.2", path: "/text")
  private let item = Offer(
    way: .menuItem(AccessibleObject(busName: ":1.2", path: "/item")), readiness: .ready,
    label: "Undo: Typing")

  private func survey(_ window: String, _ focus: String, _ offers: [Offer]) -> Survey {
    Survey(
      window: ActiveWindow(identity: window, applicationID: "notes"),
      focus: Focus(kind: .text, object: AccessibleObject(busName: ":1.2", path: focus)),
      offers: offers)
  }

  private func holds(_ target: Target, _ survey: Survey) -> Bool {
    Decision(survey, ignoring: [], keying: []).allows(.undo, of: target, in: survey)
  }

  @Test func anItemHoldsWhileItSaysTheSame() {
    let target = Target(window: "1", program: nil, offer: item)
    #expect(holds(target, survey("1", "/text", [item])))
    #expect(!holds(target, survey("2", "/text", [item])))
    #expect(!holds(target, survey("1", "/text", [])))
    var other = item
    other.label = "Undo: Insert"
    #expect(!holds(target, survey("1", "/text", [other])))
    other = item
    other.readiness = .nothingToUndo
    #expect(!holds(target, survey("1", "/text", [other])))
    var field = survey("1", "/field", [item])
    field.focus?.kind = .singleLine
    #expect(!holds(target, field))
  }

  @Test func aKeyHoldsWhileTheFocusDoesWhateverElseIsFound() {
    let target = Target(
      window: "1", program: nil,
      offer: Offer(way: .key(.controlZ, focus: text), readiness: .unknown))
    #expect(holds(target, survey("1", "/text", [item])))
    #expect(!holds(target, survey("1", "/other", [])))
    #expect(!holds(target, survey("2", "/text", [])))
    var locked = survey("1", "/text", [])
    locked.lock = .locked
    #expect(!holds(target, locked))
    var password = survey("1", "/text", [])
    password.focus?.kind = .password
    #expect(!holds(target, password))
  }

  @Test func anotherDocumentInTheSameWindowIsNotUndone() {
    func titled(_ title: String, _ offers: [Offer]) -> Survey {
      var survey = survey("1", "/text", offers)
      survey.window?.title = title
      return survey
    }
    guard
      case .undo(let target) = Decision(
        titled("*a.txt – Notes", [item]), ignoring: [], keying: [])
    else {
      Issue.record("nothing is undone")
      return
    }
    #expect(holds(target, titled("*a.txt – Notes", [item])))
    // Saved meanwhile.
    #expect(holds(target, titled("a.txt – Notes", [item])))
    #expect(!holds(target, titled("b.txt – Notes", [item])))
  }

  @Test func anActionHoldsWhileTheFocusDoes() {
    let action = Offer(
      way: .exportedAction(
        ExportedAction(interface: .gtk, busName: ":1.1", path: "/w", name: "undo")),
      readiness: .ready)
    guard
      case .undo(let target) = Decision(survey("1", "/text", [action]), ignoring: [], keying: [])
    else {
      Issue.record("nothing is undone")
      return
    }
    #expect(holds(target, survey("1", "/text", [action])))
    #expect(!holds(target, survey("1", "/other", [action])))
  }

  @Test func aFocusThatWasUnknownAtTheQuestionMustStayUnknown() {
    let target = Target(
      window: "1", program: nil,
      offer: Offer(way: .key(.controlZ, focus: nil), readiness: .unknown))
    var canvas = survey("1", "/text", [])
    #expect(!holds(target, canvas))
    canvas.focus = nil
    #expect(holds(target, canvas))
  }

  @Test func aRedoByKeyGoesToTheSameFocusAlone() {
    let field = AccessibleObject(busName: ":1.1", path: "/field")
    let other = AccessibleObject(busName: ":1.1", path: "/other")
    let target = Target(
      window: "1",
      offer: Offer(
        way: .key(.controlZ, focus: field), readiness: .unknown,
        redo: .key(.controlY, focus: field)))
    func allows(_ survey: Survey) -> Bool {
      Decision(survey, ignoring: [], keying: []).allows(.redo, of: target, in: survey)
    }
    var present = Survey(window: ActiveWindow(identity: "1", applicationID: "gedit"))
    present.focus = Focus(kind: .text, object: field)
    #expect(allows(present))
    present.focus = Focus(kind: .text, object: other)
    #expect(!allows(present))
    present.focus = Focus(kind: .password, object: field)
    #expect(!allows(present))
    present.focus = Focus(kind: .text, object: field)
    present.window?.identity = "2"
    #expect(!allows(present))
  }

  @Test func aRedoByAnItemGoesToTheSameFocusOrWhereNoneIsShown() {
    let paths = ["/field", "/other", "/undo", "/redo", "/paste"]
    let objects = paths.map { AccessibleObject(busName: ":1.1", path: $0) }
    let offer = Offer(way: .menuItem(objects[2]), readiness: .ready, redo: .menuItem(objects[3]))
    let target = Target(window: "1", focus: objects[0], offer: offer)
    func allows(_ object: AccessibleObject?, _ offer: Offer) -> Bool {
      let window = ActiveWindow(identity: "1", applicationID: "notes")
      let kind = object == nil ? Focus.Kind.other : .text
      let present = Survey(
        window: window, focus: Focus(kind: kind, object: object), offers: [offer])
      return Decision(present, ignoring: [], keying: []).allows(.redo, of: target, in: present)
    }
    #expect(allows(objects[0], offer))
    #expect(allows(nil, offer))
    #expect(!allows(objects[1], offer))
    var other = offer
    other.redo = .menuItem(objects[4])
    #expect(!allows(objects[0], other))
  }

  @Test func writersUndoIsAKeyWithTheWordsOfItsItem() {
    let text = AccessibleObject(busName: ":1.1", path: "/text")
    let item = AccessibleObject(busName: ":1.1", path: "/item")
    var present = Survey(
      window: ActiveWindow(identity: "1", applicationID: "libreoffice-writer"),
      focus: Focus(kind: .text, object: text),
      offers: [Offer(way: .menuItem(item), readiness: .ready, label: "Undo: Typing")])
    guard case .undo(let target) = Decision(present, ignoring: [], keying: []) else {
      Issue.record("nothing is undone")
      return
    }
    #expect(target.offer.way == .key(.undoKey, focus: text))
    #expect(target.offer.label == "Undo: Typing")
    #expect(holds(target, present))
    present.offers[0].label = "Undo: Delete"
    #expect(!holds(target, present))
    present.offers[0].readiness = .nothingToUndo
    #expect(Decision(present, ignoring: [], keying: []) == .leave(.nothingToUndo))
  }
}
