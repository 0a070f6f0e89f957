// SPDX-License-Identifier: Apache-2.0

import UndoKit

/// The question whether a shake is to undo or redo, which the app answers at once or later.
///
/// It stands for the alert that UIKit shows ("Undo Typing", "Redo Typing", "Cancel"):
///
/// ```swift
/// let reaction = ShakeReaction.ask { question in
///   showDialog(question.choices) { answer in question.answer(answer) }
/// }
/// ```
///
/// While it is open, further shakes do nothing. It is open until it is answered or released; a
/// question that is released without an answer counts as ``Answer/neither``.
@MainActor
public final class EditQuestion {
  /// The history that the question is about.
  public let history: any EditHistory
  private let edits: (undo: Edit?, redo: Edit?)
  private var state: State

  /// Called once it is answered or released.
  private var closings: [() -> Void] = []
  /// Called with the reason why an answer did nothing.
  var whenIgnored: (ShakeToUndo.IgnoredReason) -> Void = { _ in }
  /// The questions that may be open.
  private static var all: [Weak] = []

  private enum State {
    /// The app is being asked: what becomes of the focus is the question's doing.
    case asking(current: () -> (any EditHistory)?)
    /// The question is open; the history of the focus as the question has left it.
    case asked(left: WeakHistory, current: () -> (any EditHistory)?)
    case closed
  }

  private struct Weak {
    weak var question: EditQuestion?
  }

  /// An edit that can be undone or redone, as it is shown to the user.
  public struct Change: Hashable, Sendable {
    /// The name given to the edit (`"Typing"`); empty if it was given none.
    public let actionName: String

    /// The text for a menu or a button (`"Undo Typing"`).
    public let title: String
  }

  /// An answer to the question.
  public enum Answer: Hashable, Sendable, CaseIterable {
    /// Undo the edit.
    case undo
    /// Redo what was undone last.
    case redo
    /// Leave everything as it is.
    case neither
  }

  /// The edit that can be undone; nil if there is nothing to undo.
  public var undo: Change? { edits.undo?.change }

  /// The edit that can be redone; nil if there is nothing to redo.
  public var redo: Change? { edits.redo?.change }

  /// A Boolean value that indicates whether the user would not see what is undone.
  var isUndoOffScreen: Bool { edits.undo?.isOffScreen ?? false }

  /// The answers that do something, each with the title of its button: one that undoes, one that
  /// redoes, or both in this order.
  ///
  /// Give each button its answer, not its title: a title may be translated, or have a mnemonic. The
  /// title of an edit in a text off the screen names that. Add a button for ``Answer/neither``.
  public var choices: [(answer: Answer, title: String)] {
    let undo = undo.map { (answer: Answer.undo, title: $0.title) }
    let redo = redo.map { (answer: Answer.redo, title: $0.title) }
    return [undo, redo].compactMap(\.self)
  }

  /// A Boolean value that indicates whether the question has not been answered yet.
  public var isOpen: Bool {
    switch state {
    case .asking, .asked: true
    case .closed: false
    }
  }

  /// The question about `history`; nil if there is nothing to undo or redo now.
  ///
  /// - Parameters:
  ///   - history: what the question is about
  ///   - current: the history of what has the focus, asked for again before anything is done
  init?(about history: any EditHistory, current: @escaping () -> (any EditHistory)?) {
    self.history = history
    // First this: asking for it posts a checkpoint, where clients register what was pending.
    let redo = Edit(.redo, in: history)
    edits = (Edit(.undo, in: history), redo)
    if edits.undo == nil && redo == nil { return nil }
    // What the user types from now on is not what the question is about.
    (history as? UndoManager)?.sealStep()
    state = .asking(current: current)
    Self.all.removeAll { $0.question?.isOpen != true }
    Self.all.append(Weak(question: self))
  }

  isolated deinit {
    if isOpen { close() }
  }

  /// Has `handler` called once it is answered or released.
  package func whenClosed(_ handler: @escaping () -> Void) {
    if isOpen { closings.append(handler) }
  }

  private func close() {
    state = .closed
    for handler in closings { handler() }
    closings = []
  }

  /// The open question about `history`; nil if there is none.
  package static func open(about history: any EditHistory) -> EditQuestion? {
    all.lazy.compactMap(\.question).first { $0.isOpen && $0.history === history }
  }

  /// Notes that the question is open, so that a later change of the focus is the user's.
  func wasAsked() {
    guard case .asking(let current) = state else { return }
    state = .asked(left: WeakHistory(history: current()), current: current)
  }

  /// Notes that a dialog of the question has the focus now.
  ///
  /// Call it if the dialog takes the focus after the closure of `.ask` has returned, as with the
  /// `async` one: otherwise the answer does nothing, because the user seems to have gone elsewhere.
  public func dialogHasFocus() {
    guard case .asked(_, let current) = state else { return }
    state = .asked(left: WeakHistory(history: current()), current: current)
  }

  /// Answers the question, and undoes or redoes if the question still holds; a second answer does
  /// nothing.
  ///
  /// The answer does nothing if the user has gone on editing, so that another edit is the last, if
  /// the focus went to another document, or in the middle of an edit.
  ///
  /// - Parameter answer: the answer; ``Answer/neither`` also if the user closed the dialog
  public func answer(_ answer: Answer) {
    guard isOpen else {
      if answer != .neither { whenIgnored(.answerTooLate) }
      return
    }
    let obstacle = obstacle
    // Before the change, which may send events.
    state = .closed
    defer { close() }
    guard answer != .neither else { return }
    if let obstacle { return whenIgnored(obstacle) }
    // As in the beginning: clients register what is pending.
    _ = history.canRedo
    switch answer {
    case .undo: perform(.undo, if: edits.undo)
    case .redo: perform(.redo, if: edits.redo)
    case .neither: break
    }
  }

  private func perform(_ direction: Edit.Direction, if asked: Edit?) {
    guard let asked else { return whenIgnored(.nothingToUndo) }
    guard let edit = Edit(direction, in: history), edit.isSame(as: asked) else {
      return whenIgnored(.editChanged)
    }
    edit.perform(in: history)
  }

  /// The reason why an answer does nothing now; nil if the focus is where the question began,
  /// nowhere, or where the question itself has put it, and no edit is under way.
  private var obstacle: ShakeToUndo.IgnoredReason? {
    if case .asked(let left, let current) = state, let now = current(), now !== history,
      now !== left.history
    {
      return current() === now ? .focusElsewhere : .historyMadeAnew
    }
    return history.isBetweenEdits ? nil : .editUnderWay
  }
}
