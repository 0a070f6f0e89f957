// SPDX-License-Identifier: Apache-2.0

import DesktopInput

/// The effect of a shake.
enum Decision: Hashable, Sendable {
  /// Nothing, for a reason.
  case leave(Reason)
  /// An undo in `target`, after a question.
  case undo(Target)
}

/// The target of an undo: everything that must still be the same when the answer comes.
struct Target: Hashable, Sendable {
  /// The identity of the window.
  var window: String
  /// Its title, without marks of change.
  var title: String?
  /// The object that had the focus, for an undo without a key; nil if it was not known.
  var focus: AccessibleObject?
  /// The program's name for a person.
  var program: String?
  var offer: Offer
}

/// The reason why a shake does nothing.
enum Reason: Hashable, Sendable {
  case locked
  case lockLate
  case noWindow
  case grabbed
  case keysElsewhere
  case ignored(String)
  case terminal
  case password
  case fileManager
  case claimsShakes
  case claimsLate
  case focusLate
  case field
  case hangs
  case nothingToUndo
  /// With what the browser shows more, if that is known.
  case page(startedWith: String?)
  case notEdited
  case dialog
  case noAccessibility
  case noAccessibilityBus
  case shell

  /// True if it is about the program as a whole, or about what nobody must touch.
  var isRefusal: Bool {
    switch self {
    case .locked, .lockLate, .noWindow, .grabbed, .keysElsewhere, .ignored, .terminal, .password,
      .fileManager, .claimsShakes, .claimsLate, .focusLate, .hangs, .shell:
      true
    case .field, .nothingToUndo, .page, .notEdited, .dialog, .noAccessibility, .noAccessibilityBus:
      false
    }
  }

  /// True if it may be another in a moment, as somebody did not answer in time.
  var mayPass: Bool {
    switch self {
    case .lockLate, .claimsLate, .focusLate, .hangs, .nothingToUndo, .page, .notEdited, .dialog:
      true
    case .locked, .noWindow, .grabbed, .keysElsewhere, .ignored, .terminal, .password,
      .fileManager, .claimsShakes, .shell, .field, .noAccessibility, .noAccessibilityBus:
      false
    }
  }

  /// The reason, for `--explain`.
  var text: String {
    switch self {
    case .locked: "the screen is locked"
    case .lockLate: "what knows whether the screen is locked did not answer in time"
    case .grabbed: "another program has the keyboard, such as a lock screen or an open menu"
    case .keysElsewhere: "the keys go to another window than the active one"
    case .noWindow: "no active window is known; see 'shake-to-undo doctor'"
    case .ignored(let name): "the settings ignore \(name)"
    case .terminal: "a terminal has the focus, where Ctrl+Z stops programs"
    case .password: "a password field has the focus"
    case .fileManager:
      "a file manager has the focus, whose undo moves files; 'shake-to-undo set keys=NAME' allows it"
    case .claimsShakes: "the program claims shakes by itself, and undoes by itself"
    case .claimsLate: "motiond did not say in time which programs claim shakes"
    case .focusLate: "the program did not say in time what has the focus"
    case .field: "a field of one line has the focus, and the undo would be the document's"
    case .hangs: "the program does not answer: a key would reach it when nobody expects it"
    case .nothingToUndo: "the program says that there is nothing to undo"
    case .page(let start):
      "nothing shows that something is edited in its page, which may have a terminal or a password"
        + (start.map { "; started with \($0), the program shows more" } ?? "")
    case .notEdited:
      "nothing shows that something is edited there; 'shake-to-undo set keys=NAME' allows keys for "
        + "a program"
    case .dialog: "a dialog may have the focus, and nothing shows that text is edited there"
    case .shell: "the desktop itself has the focus"
    case .noAccessibility:
      "accessibility is off, so that this program shows nothing of itself; switch it on by "
        + "'\(AccessibilitySwitch.command)', and start the program again"
    case .noAccessibilityBus:
      "no program has started accessibility here (org.a11y.Bus), so that this one shows nothing of "
        + "itself; install at-spi2-core if it is missing, switch accessibility on by "
        + "'\(AccessibilitySwitch.command)', and log in again"
    }
  }
}

extension Decision {
  /// The effect of a shake in the program of `survey`.
  ///
  /// - Parameters:
  ///   - survey: what is seen of the program
  ///   - programs: what is known of programs by their names
  init(_ survey: Survey, _ programs: Programs) {
    self = Self.refusal(survey, programs).map { .leave($0) } ?? Self.undo(survey, programs)
  }

  /// True if `step` of `target` may be taken: the window and its document, the focus and the way
  /// are the same.
  ///
  /// After its only undo a program has nothing to undo, and all to redo. After a click on its item,
  /// mousepad on Wayland shows no focus.
  ///
  /// - Parameters:
  ///   - step: what a person asked for
  ///   - target: what the question was about
  ///   - survey: what this decision is by
  /// - Returns: false if nothing must be done
  func allows(_ step: QuestionMachine.Step, of target: Target, in survey: Survey) -> Bool {
    if case .leave(let reason) = self, reason.isRefusal { return false }
    let (isUndo, offer) = (step == .undo, target.offer)
    guard Self.isSame(target, in: survey), let way = isUndo ? offer.way : offer.redo else {
      return false
    }
    let focus = survey.focus?.object
    switch way {
    case .exportedAction, .menuItem:
      return survey.focus?.kind != .singleLine
        && survey.offers.contains { isUndo ? $0.isSameUndo(as: offer) : $0.redo == way }
        && (target.focus == nil || focus == target.focus || !isUndo && focus == nil)
    case .key(_, let keyed):
      // An edit that the question named is the one that is undone.
      let isNamed = !isUndo || offer.label == nil
      return focus == keyed && (isNamed || survey.offers.contains { $0.label == offer.label })
    }
  }

  /// True if the window is the same, with the same document in it.
  private static func isSame(_ target: Target, in survey: Survey) -> Bool {
    survey.window?.identity == target.window && Title.document(survey.window) == target.title
  }

  /// `offer` in a program that obeys the key Undo, by that key where a text has the focus: after a
  /// click on its item the menu bar of LibreOffice keeps the focus, and what is typed is lost.
  private static func typing(_ offer: Offer, _ survey: Survey, _ row: Programs.Row) -> Offer {
    guard case .menuItem = offer.way, survey.focus?.kind == .text, survey.focus?.object != nil
    else { return offer }
    let key = key(for: survey, row)
    guard case .key(.undoKey, _) = key.way else { return offer }
    var offer = offer
    (offer.way, offer.redo) = (key.way, key.redo)
    return offer
  }

  /// The key that undoes in the program of `survey`: the toolkit's, or the program's own.
  private static func key(for survey: Survey, _ row: Programs.Row) -> Offer {
    let (strokes, focus) = (survey.toolkit?.strokes, survey.focus?.object)
    return Offer(
      way: .key(strokes?.undo ?? row.undo ?? .controlZ, focus: focus), readiness: .unknown,
      redo: (strokes?.redo ?? row.redo).map { .key($0, focus: focus) })
  }

  private static func refusal(_ survey: Survey, _ programs: Programs) -> Reason? {
    switch survey.lock {
    case .locked: return .locked
    case .late: return .lockLate
    case .open, .untold: break
    }
    guard let window = survey.window else { return .noWindow }
    switch window.keyboard {
    case .grabbed: return .grabbed
    case .elsewhere: return .keysElsewhere
    case .here: break
    }
    let id = window.applicationID
    let (kind, entry) = (programs.row(of: id).kind, survey.entry)
    if kind == .shell { return .shell }
    if programs.isIgnored(id) { return .ignored(id ?? "") }
    guard let claimsShakes = survey.claimsShakes else { return .claimsLate }
    if claimsShakes { return .claimsShakes }
    if survey.isHung { return .hangs }
    if kind == .terminal || entry?.isTerminal ?? false { return .terminal }
    switch survey.focus?.kind {
    case .terminal: return .terminal
    case .password: return .password
    // What came late may be either.
    case .unknown: return .focusLate
    case .singleLine, .text, .page, .other, nil: break
    }
    let isFileManager = kind == .files || entry?.isFileManager ?? false
    if isFileManager, !programs.isKeyed(id) { return .fileManager }
    return nil
  }

  private static func undo(_ survey: Survey, _ programs: Programs) -> Decision {
    guard let window = survey.window else { return .leave(.noWindow) }
    let id = window.applicationID
    let row = programs.row(of: id)
    func target(_ offer: Offer) -> Decision {
      var target = Target(
        window: window.identity, title: Title.document(window),
        program: survey.entry?.name ?? Programs.shownName(id),
        offer: offer)
      if case .key = offer.way {} else { target.focus = survey.focus?.object }
      return .undo(target)
    }
    let isKeyed = programs.isKeyed(id)
    switch survey.focus?.kind {
    case .singleLine:
      switch survey.toolkit?.fieldUndo ?? .unclear {
      // The window's own undo is the document's undo, and its shortcut may be stronger than the
      // field's.
      case .unclear where !survey.offers.isEmpty, .none: return .leave(.field)
      case .own, .unclear: return target(key(for: survey, row))
      }
    // Its item may be that of the page.
    case .page where !isKeyed: return .leave(.page(startedWith: pageSwitch(survey, row)))
    case .terminal, .password, .unknown, .text, .page, .other, nil: break
    }
    if let offer = survey.offers.first {
      switch offer.readiness {
      case .ready, .unknown: return target(typing(offer, survey, row))
      case .nothingToUndo: return .leave(.nothingToUndo)
      }
    }
    switch survey.focus?.kind {
    case .singleLine, .text: break
    case .page, .other, nil:
      guard row.kind == .canvas || isKeyed else {
        let isBrowser = row.kind == .page || survey.entry?.isBrowser ?? false
        return .leave(
          isBrowser ? .page(startedWith: pageSwitch(survey, row)) : .notEdited)
      }
      // A display server's guess counts where accessibility shows nothing.
      guard !survey.isDialog, survey.focus != nil || !window.mayBeDialog else {
        return .leave(.dialog)
      }
    case .terminal: return .leave(.terminal)
    case .password: return .leave(.password)
    case .unknown: return .leave(.focusLate)
    }
    return target(key(for: survey, row))
  }

  /// The option that the browser of `survey` is started with to show more.
  private static func pageSwitch(_ survey: Survey, _ row: Programs.Row) -> String? {
    survey.toolkit?.pageSwitch ?? row.pageSwitch
  }
}

extension Decision {
  /// The decision, for `--explain`.
  var text: String {
    switch self {
    case .leave(let reason): "nothing, as \(reason.text)"
    case .undo(let target): "\(target.offer.way.text) in \(target.program ?? "the program")"
    }
  }
}
