// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import UndoKit

/// The reaction of an app to a shake: it undoes, it asks first, or it does nothing.
public struct ShakeReaction: Sendable {
  enum Kind {
    case undo
    case ask(@MainActor (EditQuestion) -> Void)
    case nothing
  }

  let kind: Kind

  /// Undo the last edit at once, and never redo; nothing if that edit is in a text off the screen.
  ///
  /// If the second of two shakes redid what the first had undone, a user who goes on shaking would
  /// get nowhere.
  public static let undo = ShakeReaction(kind: .undo)

  /// Do nothing.
  public static let nothing = ShakeReaction(kind: .nothing)

  /// Ask the user: `question` is answered at once, or kept and answered later.
  public static func ask(_ ask: @escaping @MainActor (EditQuestion) -> Void) -> ShakeReaction {
    ShakeReaction(kind: .ask(ask))
  }

  /// Ask the user in a task.
  ///
  /// It needs a main queue that somebody drains: without one the task never begins, and no shake
  /// does anything any more. Call ``EditQuestion/dialogHasFocus()`` once the dialog has the focus,
  /// or give the focus back before the answer.
  public static func ask(
    _ ask: @escaping @MainActor (EditQuestion) async -> EditQuestion.Answer
  ) -> ShakeReaction {
    .ask { question in
      Task { question.answer(await ask(question)) }
    }
  }

  /// A Boolean value that indicates whether a shake does nothing.
  package var isNothing: Bool {
    switch kind {
    case .nothing: true
    case .undo, .ask: false
    }
  }
}

/// Shake to undo for an app that has a toolkit of its own, with its windows, texts and histories.
///
/// ```swift
/// let shakes = ShakeToUndo(.ask { question in
///   showDialog(question.choices) { question.answer($0) }
/// }) { focusedDocument?.history }
/// Task { await shakes.run(MotionSession()) }
/// ```
///
/// A shake undoes if the same history has the focus from its beginning to its end. Set ``isActive``
/// by the focus of your windows, or a shake for another app undoes in yours, too. An app whose
/// main queue nobody runs has no tasks; it calls ``send(_:)`` with each motion.
///
/// Events are delivered while a question is open. All of it belongs to the main actor.
@MainActor
public final class ShakeToUndo {
  /// The reaction to a shake.
  public var reaction: ShakeReaction
  /// A Boolean value that indicates whether the app has the user's focus; at first true.
  ///
  /// Without the focus a shake does nothing. Set it whenever your toolkit moves the focus. While it
  /// is false, the `MotionSource` of
  /// ``run(_:)`` rests, unless others want its motions; an open question waits.
  public var isActive = true {
    didSet {
      if !isActive, case .shaking = state { state = .away }
      for wish in wishes { wish.isOn = isActive }
    }
  }
  /// Called with the reason whenever a shake, or the answer to a question, does nothing.
  ///
  /// While it is nil, debug builds write each reason once to standard error.
  public var onIgnored: ((IgnoredReason) -> Void)?
  private var written: Set<IgnoredReason> = []
  private var wishes: [any MotionWish] = []
  private let current: () -> (any EditHistory)?
  private var state = State.idle
  private weak var question: EditQuestion?

  private enum State {
    case idle
    /// The history at the beginning; nil if there was none.
    case shaking(WeakHistory?)
    /// It began, or went on, without the focus.
    case away
  }

  /// Undoes by shakes in what has the focus.
  ///
  /// - Parameters:
  ///   - reaction: what a shake does
  ///   - history: returns the history of what has the focus, the same object for the same document;
  ///     nil if a shake is to undo nothing now
  public init(
    _ reaction: ShakeReaction, history: @escaping @MainActor () -> (any EditHistory)?
  ) {
    self.reaction = reaction
    current = history
    // Without it no task begins, and so no ``run(_:)``, also where no undo manager is used.
    MainQueueWatch.begin()
  }

  /// Takes the next event of a detector; events of other motions than shakes do nothing.
  ///
  /// The event groups of all undo managers are closed before: what was edited until then is not
  /// part of the step that comes.
  public func send(_ event: MotionEvent) {
    guard event.kind == .shake, let timely = event.timely else { return }
    guard isActive else {
      if event.phase == .ended { ignore(.notActive) }
      state = timely.phase == .began ? .away : .idle
      return
    }
    UndoManager.endEvent()
    defer { UndoManager.endEvent() }
    if event.isTooLate { ignore(.tooLate) }
    switch (timely.phase, state) {
    case (.began, .idle), (.began, .shaking), (.began, .away):
      state = .shaking(current().map { WeakHistory(history: $0) })
    case (.ended, .shaking(let beginning)):
      state = .idle
      guard !reaction.isNothing else { return }
      guard let beginning, let history = current() else { return ignore(.noHistory) }
      guard beginning.history === history else {
        return ignore(current() === history ? .focusElsewhere : .historyMadeAnew)
      }
      react(reaction, in: history)
    case (.ended, .away):
      state = .idle
      ignore(.notActive)
    case (.cancelled, .idle), (.cancelled, .shaking), (.cancelled, .away): state = .idle
    case (.ended, .idle), (.recognized, .idle), (.recognized, .shaking), (.recognized, .away): break
    }
  }

  /// Sends each of `motions`, until they end, one throws, or the task is cancelled.
  ///
  /// A `MotionSource` rests while ``isActive`` is false, and afterwards.
  ///
  /// - Parameter motions: such as a `MotionSession` with motiond, or `AccelerometerMotions`
  /// - Throws: what the sequence throws
  public func run<Motions: AsyncSequence>(_ motions: Motions) async throws(Motions.Failure)
  where Motions.Element == MotionEvent {
    var (iterator, wish) = motions.beginLoop(isWished: isActive)
    if let wish { wishes.append(wish) }
    defer {
      state = .idle
      wishes.removeAll { $0 === wish }
    }
    while let event = try await iterator.next(isolation: #isolation) { send(event) }
  }

  /// Called when a question opens or closes.
  package var whenAskingChanges: () -> Void = {}

  /// A Boolean value that indicates whether a question is open.
  package var isAsking: Bool { question?.isOpen ?? false }

  /// Reacts as to a shake that ended in `history`.
  ///
  /// - Returns: true if something was undone or asked, or a question is still open
  @discardableResult
  package func react(_ reaction: ShakeReaction, in history: any EditHistory) -> Bool {
    if isAsking {
      ignore(.questionIsOpen)
      return true
    }
    guard !reaction.isNothing else { return false }
    guard history.isBetweenEdits else {
      ignore(.editUnderWay)
      return false
    }
    guard let question = EditQuestion(about: history, current: current) else {
      ignore(.nothingToUndo)
      return false
    }
    if case .undo = reaction.kind, question.isUndoOffScreen {
      ignore(.offScreen)
      return false
    }
    self.question = question
    question.whenIgnored = { [weak self] in self?.ignore($0) }
    switch reaction.kind {
    case .nothing: break
    case .undo: question.answer(.undo)
    case .ask(let ask): ask(question)
    }
    question.wasAsked()
    question.whenClosed { [weak self] in self?.whenAskingChanges() }
    whenAskingChanges()
    return true
  }

  private func ignore(_ reason: IgnoredReason) {
    if let onIgnored { return onIgnored(reason) }
    #if DEBUG
      guard written.insert(reason).inserted else { return }
      FileHandle.standardError.write(Data("ShakeUndo: a shake did nothing: \(reason)\n".utf8))
    #endif
  }
}

extension ShakeToUndo {
  /// The reason why a shake, or the answer to a question, did nothing.
  public enum IgnoredReason: Hashable, Sendable, CaseIterable {
    /// The app's closure returned no history at the beginning or the end of the shake.
    case noHistory
    /// The app's closure returns another object each time.
    case historyMadeAnew
    /// Another history has the focus than at the beginning of the shake, or in the question.
    case focusElsewhere
    /// ``ShakeToUndo/isActive`` is false, or was during the shake.
    case notActive
    /// The shake came too late: see `MotionEvent.lateness`.
    case tooLate
    /// The history has nothing to undo, nor, if the app asks, to redo.
    case nothingToUndo
    /// The last edit is in a text off the screen, and the reaction is to undo without a question.
    case offScreen
    /// An edit, undo or redo is under way, or the client has a group open.
    case editUnderWay
    /// An earlier question is open.
    case questionIsOpen
    /// The question was answered before.
    case answerTooLate
    /// Another edit is the last now.
    case editChanged
  }
}

extension ShakeToUndo.IgnoredReason: CustomStringConvertible {
  /// The reason, and where there is one, the remedy.
  public var description: String {
    switch self {
    case .noHistory: "nothing with a history has the focus"
    case .historyMadeAnew:
      "the closure makes another history each time; return the same object for the same document"
    case .focusElsewhere:
      "the focus went to another document; a dialog that takes it late calls dialogHasFocus()"
    case .notActive: "isActive is false, or was during the shake: the app does not have the focus"
    case .tooLate: "the shake came too late, as its readings were held up on their way"
    case .nothingToUndo: "there is nothing to undo"
    case .offScreen: "the last edit is in a text off the screen; with .ask the question names it"
    case .editUnderWay: "an edit is under way; close each group of edits"
    case .questionIsOpen: "a question is open; answer it however its dialog closes"
    case .answerTooLate: "the question was answered before"
    case .editChanged: "another edit came after the question"
    }
  }
}
