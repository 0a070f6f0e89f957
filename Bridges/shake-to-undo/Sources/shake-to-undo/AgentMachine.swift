// SPDX-License-Identifier: Apache-2.0

import MotionCore

/// A shake from its begin to its end, and what it would do: pure.
enum ShakeMachine: Hashable {
  case rest
  case underWay(Decision)

  enum Input: Hashable {
    /// A shake began, with what it would do.
    case began(Decision)
    /// More was learned of the program while the shake was under way.
    case learned(Decision)
    case ended
    case cancelled(tooLong: Bool)
    /// The agent is switched off, or paused.
    case stopped
  }

  enum Outcome: Hashable {
    case nothing
    /// For `--explain`.
    case explained(String)
    /// It ended, and asks for an undo.
    case shaken(Target)
    /// It would have asked for one, but for its length.
    case tooLong(Target)
  }

  /// Processes `input`.
  mutating func process(_ input: Input) -> Outcome {
    switch (self, input) {
    case (.rest, .began(let decision)), (.underWay, .began(let decision)):
      self = .underWay(decision)
      return .explained("a shake began: " + decision.text)
    case (.underWay, .learned(let decision)):
      self = .underWay(decision)
      return .explained("a second look: " + decision.text)
    case (.underWay(.undo(let target)), .ended):
      self = .rest
      return .shaken(target)
    case (.underWay(.undo(let target)), .cancelled(tooLong: true)):
      self = .rest
      return .tooLong(target)
    case (.underWay(.leave), .ended), (.underWay(.leave), .cancelled),
      (.underWay(.undo), .cancelled(tooLong: false)), (.underWay, .stopped):
      self = .rest
      return .nothing
    case (.rest, .learned), (.rest, .ended), (.rest, .cancelled), (.rest, .stopped):
      return .nothing
    }
  }
}

/// The rule for events that come late: where the focus is now, nobody shook.
enum Freshness {
  /// True if `event` counts at `now`, on `CLOCK_BOOTTIME`: neither motiond had it late, nor has the
  /// agent.
  static func isFresh(_ event: MotionEvent, at now: Timestamp) -> Bool {
    event.lateness == nil
      && now.nanoseconds(since: event.timestamp) <= MotionEvent.longestDelay.nanoseconds
  }
}

/// The rule for calls of Now: many of them at once are one press of a key, such as one held down.
struct NowGate {
  /// The time without a call after which the next one counts.
  static let pause = Duration.milliseconds(300)

  private enum State {
    case rest(lastCall: Timestamp?)
    /// A call counted, and what it asks for is being done.
    case underWay
  }

  private var state = State.rest(lastCall: nil)

  /// True if the call at `time` counts; then ``finished(at:)`` follows.
  mutating func admits(at time: Timestamp) -> Bool {
    guard case .rest(let last) = state else { return false }
    if let last, time.nanoseconds(since: last) < Self.pause.nanoseconds {
      state = .rest(lastCall: time)
      return false
    }
    state = .underWay
    return true
  }

  /// Notes that the call's task is done; calls that came meanwhile are heard from `time` on, and do
  /// not count.
  mutating func finished(at time: Timestamp) { state = .rest(lastCall: time) }
}

/// The two machines of the agent; the first hands over to the second.
struct AgentMachine {
  enum Input: Hashable {
    case shake(ShakeMachine.Input)
    /// A key binding or a button asks for what a shake does.
    case now(Decision)
    case question(QuestionMachine.Input)
    /// The agent is switched off, or paused.
    case stopped
  }

  private var shake = ShakeMachine.rest
  var question: QuestionMachine

  init(_ rules: QuestionMachine.Rules) { question = QuestionMachine(rules) }

  var rules: QuestionMachine.Rules {
    get { question.rules }
    set { question.rules = newValue }
  }

  /// The time of the next `time` input, on the clock of the inputs; nil if none is due.
  var deadline: Timestamp? { question.deadline }

  /// True if no shake is under way, and nothing is shown, or about to be.
  var isIdle: Bool { shake == .rest && question.isIdle }

  /// Processes `input`, at `time` on one clock that never goes back.
  mutating func process(_ input: Input, at time: Timestamp) -> [QuestionMachine.Action] {
    switch input {
    case .shake(let input):
      switch shake.process(input) {
      case .nothing: return []
      case .explained(let text): return [.explain(text)]
      case .shaken(let target): return question.process(.shaken(target), at: time)
      case .tooLong(let target): return question.process(.tooLong(target), at: time)
      }
    case .now(let decision):
      let explanation = QuestionMachine.Action.explain("asked for: " + decision.text)
      guard case .undo(let target) = decision else { return [explanation] }
      return [explanation] + question.process(.now(target), at: time)
    case .question(let input): return question.process(input, at: time)
    case .stopped:
      _ = shake.process(.stopped)
      return question.process(.stopped, at: time)
    }
  }
}

/// The tasks that wait, shared with the handlers of the buses.
final class Inbox {
  enum Task {
    case process(AgentMachine.Input)
    case motion(MotionEvent)
    /// Do what a shake does.
    case now
    case nowIsDone
    case updateClaim
    /// An answer of a person, and its card.
    case answer(QuestionMachine.Answer, card: Int)
  }

  var tasks: [Task] = []

  func append(_ input: AgentMachine.Input) { tasks.append(.process(input)) }

  /// Puts what came of actions before all that came meanwhile: an answer comes after its question.
  func prepend(_ inputs: [QuestionMachine.Input]) {
    tasks.insert(contentsOf: inputs.map { .process(.question($0)) }, at: 0)
  }
}

extension QuestionMachine.Answer {
  /// The answer of the button with this key.
  init(key: String) {
    switch key {
    case "undo": self = .undo
    case "redo": self = .redo
    default: self = .no
    }
  }
}
