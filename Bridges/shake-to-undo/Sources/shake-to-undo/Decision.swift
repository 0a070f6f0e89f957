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
  /// The program's name for a person.
  var program: String?
  var offer: Offer
}

/// The reason why a shake does nothing.
enum Reason: Hashable, Sendable {
  case locked
  case noWindow
  case ignored(String)
  case terminal
  case password
  case fileManager
  case claimsShakes
  case hangs
  case nothingToUndo
  case notEdited

  /// The reason, for `--explain`.
  var text: String {
    switch self {
    case .locked: "the screen is locked"
    case .noWindow: "no active window is known; see 'shake-to-undo doctor'"
    case .ignored(let name): "the settings ignore \(name)"
    case .terminal: "a terminal has the focus, where Ctrl+Z stops programs"
    case .password: "a password field has the focus"
    case .fileManager:
      "a file manager has the focus, whose undo moves files; 'shake-to-undo set keys=NAME' allows it"
    case .claimsShakes: "the program claims shakes by itself, and undoes by itself"
    case .hangs: "the program does not answer: a key would reach it when nobody expects it"
    case .nothingToUndo: "the program says that there is nothing to undo"
    case .notEdited:
      "nothing shows that something is edited there; 'shake-to-undo set keys=NAME' allows keys for "
        + "a program"
    }
  }
}

extension Decision {
  /// The effect of a shake in the program of `survey`.
  ///
  /// - Parameters:
  ///   - survey: what is known of the program
  ///   - ignored: programs that the user excludes
  ///   - keyed: programs to which the user allows keys
  init(_ survey: Survey, ignoring ignored: [String], keying keyed: [String]) {
    self =
      Self.refusal(survey, ignored, keyed).map { .leave($0) }
      ?? Self.undo(survey, keyed)
  }

  /// True if what was asked about is still there, and is still the same.
  ///
  /// - Parameters:
  ///   - target: what was asked about
  ///   - survey: what is known now
  ///   - ignored: programs that the user excludes
  ///   - keyed: programs to which the user allows keys
  /// - Returns: false if nothing must be done
  static func holds(
    _ target: Target, in survey: Survey, ignoring ignored: [String], keying keyed: [String]
  ) -> Bool {
    guard refusal(survey, ignored, keyed) == nil, survey.window?.identity == target.window else {
      return false
    }
    switch target.offer.way {
    case .exportedAction, .menuItem:
      return survey.focus?.kind != .singleLine && survey.offers.contains(target.offer)
    case .key(_, let focus):
      // An edit that the question named is the one that is undone.
      let label = target.offer.label
      return (focus == nil || survey.focus?.object == focus)
        && (label == nil || survey.offers.contains { $0.label == label })
    }
  }

  /// `offer` in a program that obeys the key Undo, by that key where a text has the focus: after a
  /// click on its item the menu bar of LibreOffice keeps the focus, and what is typed is lost.
  private static func typing(_ offer: Offer, _ id: String?, _ focus: Focus?) -> Offer {
    guard case .menuItem = offer.way, focus?.kind == .text, let object = focus?.object,
      Programs.undoStroke(id) == .undoKey
    else { return offer }
    var offer = offer
    offer.way = .key(.undoKey, focus: object)
    offer.redo = Programs.redoStroke(id).map { .key($0, focus: object) }
    return offer
  }

  /// True if the undo of `target` can be taken back: the window is the same and, for a key, what
  /// has the focus.
  ///
  /// After its only undo a program has nothing to undo, and all to redo.
  ///
  /// - Parameters:
  ///   - target: what was undone
  ///   - survey: what is known now
  ///   - ignored: programs that the user excludes
  ///   - keyed: programs to which the user allows keys
  /// - Returns: false if nothing must be done
  static func allowsRedo(
    of target: Target, in survey: Survey, ignoring ignored: [String], keying keyed: [String]
  ) -> Bool {
    guard let redo = target.offer.redo, refusal(survey, ignored, keyed) == nil,
      survey.window?.identity == target.window
    else { return false }
    switch redo {
    case .exportedAction, .menuItem: return true
    case .key(_, let focus): return focus == nil || survey.focus?.object == focus
    }
  }

  private static func refusal(
    _ survey: Survey, _ ignored: [String], _ keyed: [String]
  ) -> Reason? {
    guard !survey.isLocked else { return .locked }
    guard let window = survey.window else { return .noWindow }
    let id = window.applicationID
    if Programs.matches(id, ignored) { return .ignored(id ?? "") }
    if survey.claimsShakes { return .claimsShakes }
    if survey.isHung { return .hangs }
    if Programs.isTerminal(id) || survey.focus?.kind == .terminal { return .terminal }
    if survey.focus?.kind == .password { return .password }
    if Programs.isFileManager(id), !Programs.matches(id, keyed) { return .fileManager }
    return nil
  }

  private static func undo(_ survey: Survey, _ keyed: [String]) -> Decision {
    guard let window = survey.window else { return .leave(.noWindow) }
    let id = window.applicationID
    func target(_ offer: Offer) -> Decision {
      .undo(
        Target(window: window.identity, program: Programs.shownName(id), offer: offer))
    }
    // The window's own undo is that of the document, not of a field that has the focus.
    if survey.focus?.kind != .singleLine, let offer = survey.offers.first {
      let offer = typing(offer, id, survey.focus)
      switch offer.readiness {
      case .ready, .unknown: return target(offer)
      case .nothingToUndo: return .leave(.nothingToUndo)
      }
    }
    switch survey.focus?.kind {
    case .singleLine, .text: break
    case .other, nil:
      guard !survey.isDialog, Programs.isCanvas(id) || Programs.matches(id, keyed) else {
        return .leave(.notEdited)
      }
    case .terminal: return .leave(.terminal)
    case .password: return .leave(.password)
    case .unknown: return .leave(.notEdited)
    }
    let focus = survey.focus?.object
    return target(
      Offer(
        way: .key(Programs.undoStroke(id), focus: focus), readiness: .unknown,
        redo: Programs.redoStroke(id).map { .key($0, focus: focus) }))
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
