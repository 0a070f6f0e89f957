// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// What the agent does after what: pure.
///
/// A shake is under way or not; beside it a notification is shown or not. What a question was about
/// is what is undone, or nothing is.
struct AgentMachine {
  /// The part of the settings that counts here.
  struct Rules: Hashable {
    /// False to undo at once.
    var asks = true
    /// True if a second shake answers the question with yes.
    var secondShakeAnswers = false
    /// The time for which a question stays.
    var questionTime = Duration.seconds(10)
    /// The time for which Redo is offered after an undo; zero for never.
    var redoTime = Duration.seconds(6)
  }

  /// An answer to a notification.
  enum Answer: Hashable {
    case undo
    case redo
    /// Cancel, or the notification was dismissed.
    case no
    /// The server withdrew it, and no person did.
    case expired
  }

  /// What became of an undo or a redo.
  enum Outcome: Hashable {
    case done
    /// The window, the action or the item is not what the question was about.
    case changed
    case failed(String)
  }

  enum Input: Hashable {
    /// A shake began, with what it would do.
    case began(Decision)
    /// More was learned of the program while the shake was under way.
    case learned(Decision)
    case ended
    case cancelled(tooLong: Bool)
    /// A key binding or a button asks for what a shake does.
    case now(Decision)
    case answered(Answer)
    case finished(Step, Target, Outcome)
    case time
    case rules(Rules)
    /// The agent is switched off, or paused.
    case stopped
  }

  /// A step that a program is asked for.
  enum Step: Hashable { case undo, redo }

  enum Action: Hashable {
    /// Ask about this, in the place of any other notification.
    case ask(Target)
    /// Offer Redo, in the place of any other notification.
    case offerRedo(Target)
    case withdraw
    /// Do it if it is still the same, and report the outcome.
    case perform(Step, Target)
    /// Say once that questions are not answered, and that it is quiet for an hour.
    case sayQuiet
    /// Say that the shake was too long.
    case sayBriefly
    /// Say why something did not work.
    case sayFailure(Target, String)
    /// For `--explain`.
    case explain(String)
  }

  private enum Shake: Hashable {
    case none
    case underWay(Decision)
  }

  private enum Card: Hashable {
    case none
    case question(Target, until: Timestamp)
    case redo(Target, until: Timestamp)
  }

  private var rules: Rules
  private var shake = Shake.none
  private var card = Card.none
  /// The times of questions that nobody answered, of the last ten minutes.
  private var unanswered: [Timestamp] = []
  private var quietUntil: Timestamp?
  private var lastHint: Timestamp?

  /// So many questions without an answer in so much time make it quiet for so long.
  static let mostUnanswered = 3
  static let unansweredTime = Duration.seconds(600)
  static let quietTime = Duration.seconds(3600)
  /// The shortest time between two hints that a shake was too long.
  static let hintTime = Duration.seconds(14_400)

  init(_ rules: Rules) { self.rules = rules }

  /// The time of the next `time` input, on the clock of the inputs; nil if none is due.
  var deadline: Timestamp? {
    switch card {
    case .none: nil
    case .question(_, let end), .redo(_, let end): end
    }
  }

  /// True if no shake is under way, and nothing is asked.
  var isIdle: Bool { shake == .none && card == .none }

  /// Processes `input`, at `time` on one clock that never goes back.
  mutating func process(_ input: Input, at time: Timestamp) -> [Action] {
    switch input {
    case .began(let decision):
      shake = .underWay(decision)
      return [.explain("a shake began: " + decision.text)]
    case .learned(let decision):
      guard case .underWay = shake else { return [] }
      shake = .underWay(decision)
      return [.explain("a second look: " + decision.text)]
    case .ended:
      guard case .underWay(let decision) = shake else { return [] }
      shake = .none
      return act(on: decision, isShake: true, time)
    case .cancelled(let isTooLong):
      guard case .underWay(let decision) = shake else { return [] }
      shake = .none
      return hint(decision, isTooLong, time)
    case .now(let decision):
      return [.explain("asked for: " + decision.text)] + act(on: decision, isShake: false, time)
    case .answered(let answer): return process(answer, time)
    case .finished(let step, let target, let outcome):
      return process(step, target, outcome, time)
    case .time: return processTime(time)
    case .rules(let rules):
      self.rules = rules
      return []
    case .stopped:
      shake = .none
      return close()
    }
  }

  private mutating func act(
    on decision: Decision, isShake: Bool, _ time: Timestamp
  ) -> [Action] {
    guard case .undo(let target) = decision else { return [] }
    if isShake, let end = quietUntil {
      guard time >= end else { return [.explain("quiet, as questions were not answered")] }
      quietUntil = nil
    }
    if isShake, rules.secondShakeAnswers, case .question(target, _) = card {
      card = .none
      unanswered = []
      return [.withdraw, .perform(.undo, target)]
    }
    guard rules.asks else { return close() + [.perform(.undo, target)] }
    var actions: [Action] = []
    // A question that is replaced had no answer.
    if case .question = card { actions = miss(time) }
    guard quietUntil == nil || !isShake else { return close() + actions }
    card = .question(target, until: time.advanced(byNanoseconds: rules.questionTime.nanoseconds))
    return actions + [.ask(target)]
  }

  private mutating func hint(
    _ decision: Decision, _ isTooLong: Bool, _ time: Timestamp
  ) -> [Action] {
    guard isTooLong, case .undo = decision, quietUntil.map({ time >= $0 }) ?? true,
      lastHint.map({ time >= $0.advanced(byNanoseconds: Self.hintTime.nanoseconds) }) ?? true,
      card == .none
    else { return [] }
    lastHint = time
    return [.sayBriefly]
  }

  private mutating func process(_ answer: Answer, _ time: Timestamp) -> [Action] {
    switch (card, answer) {
    case (.none, _): return []
    case (.question(let target, _), .undo):
      (card, unanswered) = (.none, [])
      return [.withdraw, .perform(.undo, target)]
    case (.question(let target, _), .redo), (.redo(let target, _), .redo):
      (card, unanswered) = (.none, [])
      return [.withdraw, .perform(.redo, target)]
    case (.question, .no):
      (card, unanswered) = (.none, [])
      return [.withdraw]
    case (.question, .expired):
      card = .none
      return miss(time)
    case (.redo, .undo), (.redo, .no), (.redo, .expired):
      card = .none
      return [.withdraw]
    }
  }

  private mutating func process(
    _ step: Step, _ target: Target, _ outcome: Outcome, _ time: Timestamp
  ) -> [Action] {
    switch (outcome, step) {
    case (.done, .undo):
      let explanation = Action.explain("undone")
      guard rules.redoTime > .zero, target.offer.redo != nil, card == .none else {
        return [explanation]
      }
      card = .redo(target, until: time.advanced(byNanoseconds: rules.redoTime.nanoseconds))
      return [explanation, .offerRedo(target)]
    case (.done, .redo): return [.explain("redone")]
    case (.changed, _):
      return [.explain("nothing is done: it is not what the question was about any more")]
    case (.failed(let reason), _): return [.sayFailure(target, reason)]
    }
  }

  private mutating func processTime(_ time: Timestamp) -> [Action] {
    switch card {
    case .none: return []
    case .question(_, let end):
      guard time >= end else { return [] }
      return close() + miss(time)
    case .redo(_, let end):
      return time >= end ? close() : []
    }
  }

  /// A question had no answer.
  private mutating func miss(_ time: Timestamp) -> [Action] {
    let start = time.advanced(byNanoseconds: -Self.unansweredTime.nanoseconds)
    unanswered = unanswered.filter { $0 > start } + [time]
    guard unanswered.count >= Self.mostUnanswered else { return [] }
    unanswered = []
    quietUntil = time.advanced(byNanoseconds: Self.quietTime.nanoseconds)
    return [.sayQuiet]
  }

  private mutating func close() -> [Action] {
    guard card != .none else { return [] }
    card = .none
    return [.withdraw]
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

extension Way {
  /// The way, for `--explain` and `doctor`.
  var text: String {
    switch self {
    case .exportedAction(let action): "its exported action \(action.name)"
    case .menuItem: "its menu item"
    case .key(let stroke, _):
      switch stroke {
      case .undoKey: "the key Undo"
      case .controlZ: "Ctrl+Z"
      case .redoKey: "the key Redo"
      case .controlShiftZ: "Ctrl+Shift+Z"
      case .controlY: "Ctrl+Y"
      }
    }
  }
}
