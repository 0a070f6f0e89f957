// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// The question and the offer of Redo: what is shown, and what follows from an answer: pure.
///
/// What a question was about is what is undone, or nothing is.
struct QuestionMachine {
  /// The part of the settings that counts here.
  struct Rules: Hashable {
    /// False to undo at once.
    var asks = true
    /// True if a second shake answers the question with yes.
    var secondShakeAnswers = false
    /// The time that a question stays.
    var questionTime = Duration.seconds(10)
    /// The time that the agent offers Redo after an undo; zero for never.
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

  /// The outcome of an undo or a redo.
  enum Outcome: Hashable {
    /// Done, and seen.
    case done
    /// Sent, and nothing showed whether it was done.
    case sent
    /// The window, the action or the item is not what the question was about.
    case changed
    case failed(FailureReason)
  }

  /// A step that the agent asks a program for.
  enum Step: Hashable { case undo, redo }

  enum Input: Hashable {
    /// A shake asks for an undo.
    case shaken(Target)
    /// A shake was too long to ask for one.
    case tooLong(Target)
    /// A key binding or a button asks for an undo.
    case now(Target)
    case answered(Answer)
    /// The question is shown.
    case asked
    /// The question or the offer could not be shown, or nothing could follow from it.
    case notAsked
    case finished(Step, Target, Outcome)
    case time
    /// The agent is switched off, or paused.
    case stopped
  }

  enum Action: Hashable {
    /// Ask about this, in the place of any other notification.
    case ask(Target)
    /// Offer Redo, in the place of any other notification; the undo was seen, or was sent alone.
    case offerRedo(Target, isSeen: Bool = true)
    /// Say that the undo was sent, as nothing showed that it was done, and there is no Redo.
    case saySent(Target)
    case withdraw
    /// Do it if it is still the same, and report the outcome.
    case perform(Step, Target)
    /// Say once that questions are not answered, and that it is quiet for an hour.
    case sayQuiet
    /// Say that the shake was too long.
    case sayBriefly
    /// Say why something did not work.
    case sayFailure(Target, FailureReason)
    /// For `--explain`.
    case explain(String)
  }

  /// The notification that is shown, or is about to be.
  private enum Notice: Hashable {
    case none
    /// A question that waits for the keys of its answer, until it would come too late.
    case preparing(Target, until: Timestamp)
    case question(Target, until: Timestamp)
    case redo(Target, until: Timestamp)
  }

  var rules: Rules
  private var notice = Notice.none
  private var silence = Silence()
  private var lastHint: Timestamp?

  /// The shortest time between two hints that a shake was too long.
  static let hintTime = Duration.seconds(14_400)

  init(_ rules: Rules) { self.rules = rules }

  /// The time of the next `time` input, on the clock of the inputs; nil if none is due.
  var deadline: Timestamp? {
    switch notice {
    case .none: nil
    case .preparing(_, let end), .question(_, let end), .redo(_, let end): end
    }
  }

  /// True if nothing is shown, or about to be.
  var isIdle: Bool { notice == .none }

  /// True if a notification is shown that an answer could be to.
  var isOpen: Bool {
    switch notice {
    case .none, .preparing: false
    case .question, .redo: true
    }
  }

  /// The end of the time without questions; nil if there are questions.
  func quietEnd(at time: Timestamp) -> Timestamp? { silence.lasts(at: time) ? silence.end : nil }

  /// Ends the time without questions.
  mutating func endQuiet() { silence = Silence() }

  /// Processes `input`, at `time` on one clock that never goes back.
  mutating func process(_ input: Input, at time: Timestamp) -> [Action] {
    switch (notice, input) {
    case (.none, .shaken(let target)), (.preparing, .shaken(let target)),
      (.redo, .shaken(let target)):
      return silence.lasts(at: time) ? [Self.quiet] : ask(target, time)
    case (.question(let asked, _), .shaken(let target)):
      if silence.lasts(at: time) { return [Self.quiet] }
      if rules.secondShakeAnswers, target == asked { return accept(.undo, asked) }
      // A question that is replaced had no answer.
      if rules.asks, silence.begins(after: time) { return close() + [.sayQuiet] }
      return ask(target, time)

    case (.none, .now(let target)), (.preparing, .now(let target)), (.redo, .now(let target)):
      return ask(target, time)
    case (.question, .now(let target)):
      return (rules.asks ? miss(time) : []) + ask(target, time)

    case (.none, .tooLong): return hint(time)
    case (.preparing, .tooLong), (.question, .tooLong), (.redo, .tooLong): return []

    case (.none, .answered), (.preparing, .answered): return []
    case (.question(let target, _), .answered(.undo)): return accept(.undo, target)
    case (.redo(let target, _), .answered(.redo)): return accept(.redo, target)
    // A server may send what was not offered.
    case (.question, .answered(.redo)), (.redo, .answered(.undo)): return []
    case (.question, .answered(.no)):
      silence.forget()
      return close()
    case (.question, .answered(.expired)):
      notice = .none
      return miss(time)
    case (.redo, .answered(.no)), (.redo, .answered(.expired)):
      return close()

    case (.preparing(let target, _), .asked):
      notice = .question(
        target, until: time.advanced(byNanoseconds: rules.questionTime.nanoseconds))
      return []
    case (.none, .asked), (.question, .asked), (.redo, .asked): return []
    case (.none, .notAsked): return []
    case (.preparing, .notAsked), (.question, .notAsked), (.redo, .notAsked):
      notice = .none
      return []

    case (.none, .finished(.undo, let target, .done)):
      return [.explain("undone")] + offerRedo(target, isSeen: true, time)
    case (.none, .finished(.undo, let target, .sent)):
      return [.explain(Self.sent)] + offerRedo(target, isSeen: false, time)
    case (.preparing, .finished(_, _, .sent)), (.question, .finished(_, _, .sent)),
      (.redo, .finished(_, _, .sent)), (.none, .finished(.redo, _, .sent)):
      return [.explain(Self.sent)]
    case (.preparing, .finished(.undo, _, .done)), (.question, .finished(.undo, _, .done)),
      (.redo, .finished(.undo, _, .done)):
      return [.explain("undone")]
    case (.none, .finished(.redo, _, .done)), (.preparing, .finished(.redo, _, .done)),
      (.question, .finished(.redo, _, .done)), (.redo, .finished(.redo, _, .done)):
      return [.explain("redone")]
    case (.none, .finished(_, _, .changed)), (.preparing, .finished(_, _, .changed)),
      (.question, .finished(_, _, .changed)), (.redo, .finished(_, _, .changed)):
      return [.explain("the agent did nothing: it is not what the question was about any more")]
    case (.none, .finished(_, let target, .failed(let reason))),
      (.preparing, .finished(_, let target, .failed(let reason))),
      (.question, .finished(_, let target, .failed(let reason))),
      (.redo, .finished(_, let target, .failed(let reason))):
      return [.sayFailure(target, reason)]

    case (.none, .time): return []
    case (.preparing(let target, let end), .time):
      guard time >= end else { return [] }
      return close() + [
        .sayFailure(
          target, "no key could be sent in time; shake again once the desktop has started")
      ]
    case (.question(_, let end), .time): return time >= end ? close() + miss(time) : []
    case (.redo(_, let end), .time): return time >= end ? close() : []

    case (.none, .stopped), (.preparing, .stopped), (.question, .stopped), (.redo, .stopped):
      return close()
    }
  }

  private static let sent = "sent; nothing showed whether it was done"

  private mutating func offerRedo(
    _ target: Target, isSeen: Bool, _ time: Timestamp
  ) -> [Action] {
    guard rules.redoTime > .zero else { return [] }
    // What nobody sees is said.
    guard target.offer.redo != nil else { return isSeen ? [] : [.saySent(target)] }
    notice = .redo(target, until: time.advanced(byNanoseconds: rules.redoTime.nanoseconds))
    return [.offerRedo(target, isSeen: isSeen)]
  }

  private static let quiet = Action.explain("quiet, as questions were not answered")

  /// Asks about `target` in place of the notification that is shown, or undoes at once.
  private mutating func ask(_ target: Target, _ time: Timestamp) -> [Action] {
    guard rules.asks else { return close() + [.perform(.undo, target)] }
    notice = .preparing(
      target, until: time.advanced(byNanoseconds: rules.questionTime.nanoseconds))
    return [.ask(target)]
  }

  private mutating func accept(_ step: Step, _ target: Target) -> [Action] {
    silence.forget()
    return close() + [.perform(step, target)]
  }

  /// A question had no answer.
  private mutating func miss(_ time: Timestamp) -> [Action] {
    silence.begins(after: time) ? [.sayQuiet] : []
  }

  private mutating func hint(_ time: Timestamp) -> [Action] {
    let isEarly = lastHint.map { time < $0.advanced(byNanoseconds: Self.hintTime.nanoseconds) }
    guard isEarly != true, !silence.lasts(at: time) else { return [] }
    lastHint = time
    return [.sayBriefly]
  }

  private mutating func close() -> [Action] {
    guard notice != .none else { return [] }
    notice = .none
    return [.withdraw]
  }
}

/// Questions without an answer, and the hour without questions that follows three of them.
private struct Silence: Hashable {
  /// The times of questions without an answer, of the last ten minutes.
  private var unanswered: [Timestamp] = []
  private(set) var end: Timestamp?

  /// So many questions without an answer in so much time make it quiet for so long.
  static let mostUnanswered = 3
  static let unansweredTime = Duration.seconds(600)
  static let quietTime = Duration.seconds(3600)

  /// True if shakes lead to no question.
  func lasts(at time: Timestamp) -> Bool { end.map { time < $0 } ?? false }

  /// Counts a question without an answer at `time`; true if it is quiet from now on.
  mutating func begins(after time: Timestamp) -> Bool {
    let start = time.advanced(byNanoseconds: -Self.unansweredTime.nanoseconds)
    unanswered = unanswered.filter { $0 > start } + [time]
    guard unanswered.count >= Self.mostUnanswered else { return false }
    unanswered = []
    end = time.advanced(byNanoseconds: Self.quietTime.nanoseconds)
    return true
  }

  /// A question was answered.
  mutating func forget() { unanswered = [] }
}

extension QuestionMachine.Rules {
  /// The same, with a question before each undo, and a person to answer it.
  var withAnswers: Self {
    var rules = self
    (rules.asks, rules.secondShakeAnswers) = (true, false)
    return rules
  }
}
