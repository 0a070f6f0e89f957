// SPDX-License-Identifier: Apache-2.0

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

  /// Undo the last edit at once, and never redo.
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
      if !isActive { state = .idle }
      for wish in wishes { wish.isOn = isActive }
    }
  }
  private var wishes: [any MotionWish] = []
  private let current: () -> (any EditHistory)?
  private var state = State.idle
  private weak var question: EditQuestion?

  private enum State {
    case idle
    case shaking(WeakHistory)
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
  }

  /// Takes the next event of a detector; events of other motions than shakes do nothing.
  ///
  /// The event groups of all undo managers are closed before: what was edited until then is not
  /// part of the step that comes.
  public func send(_ event: MotionEvent) {
    guard event.kind == .shake, isActive, let event = event.timely else { return }
    UndoManager.endEventGroups()
    defer { UndoManager.endEventGroups() }
    switch (event.phase, state) {
    case (.began, .idle), (.began, .shaking):
      state = .shaking(WeakHistory(history: current()))
    case (.ended, .shaking(let beginning)):
      state = .idle
      guard let history = beginning.history, history === current() else { return }
      react(reaction, in: history)
    case (.cancelled, .idle), (.cancelled, .shaking): state = .idle
    case (.ended, .idle), (.recognized, .idle), (.recognized, .shaking): break
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
    if isAsking { return true }
    guard !reaction.isNothing, let question = EditQuestion(about: history, current: current) else {
      return false
    }
    self.question = question
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
}
