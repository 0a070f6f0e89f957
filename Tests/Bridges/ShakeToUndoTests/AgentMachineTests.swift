// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import MotionCore
import Testing

@testable import shake_to_undo

/// What the tests write in short.
extension AgentMachine.Input {
  fileprivate static func began(_ decision: Decision) -> Self { .shake(.began(decision)) }
  fileprivate static func learned(_ decision: Decision) -> Self { .shake(.learned(decision)) }
  fileprivate static var ended: Self { .shake(.ended) }
  fileprivate static func cancelled(tooLong: Bool) -> Self {
    .shake(.cancelled(tooLong: tooLong))
  }
  fileprivate static func answered(_ answer: QuestionMachine.Answer) -> Self {
    .question(.answered(answer))
  }
  fileprivate static func finished(
    _ step: QuestionMachine.Step, _ target: Target, _ outcome: QuestionMachine.Outcome
  ) -> Self { .question(.finished(step, target, outcome)) }
  fileprivate static var time: Self { .question(.time) }
}

/// The agent's decisions along time, each input at its second.
@Suite struct AgentMachineTests {
  private static func target(
    _ window: String = "window 1", redo: Way? = .key(.controlY, focus: nil)
  ) -> Target {
    Target(
      window: window, program: "Notes",
      offer: Offer(way: .key(.controlZ, focus: nil), readiness: .unknown, redo: redo))
  }

  private let target = Self.target()

  /// Runs `inputs`, and returns what follows but for explanations.
  private func run(
    _ inputs: [(Int, AgentMachine.Input)], _ rules: QuestionMachine.Rules = .init()
  ) -> [QuestionMachine.Action] {
    var machine = AgentMachine(rules)
    return inputs.flatMap { second, input in
      machine.process(input, at: Timestamp(nanoseconds: Int64(second) * 1_000_000_000))
    }.filter { if case .explain = $0 { false } else { true } }
  }

  private func shake(_ second: Int, _ target: Target) -> [(Int, AgentMachine.Input)] {
    [(second, .began(.undo(target))), (second + 1, .ended)]
  }

  @Test func aShakeAsksAndTheAnswerUndoes() {
    let actions = run(shake(0, target) + [(2, .answered(.undo)), (2, .answered(.undo))])
    #expect(actions == [.ask(target), .withdraw, .perform(.undo, target)])
  }

  @Test func redoIsOfferedAfterAnUndoForSixSeconds() {
    let undone: [(Int, AgentMachine.Input)] =
      shake(0, target) + [(2, .answered(.undo)), (2, .finished(.undo, target, .done))]
    let start: [QuestionMachine.Action] = [
      .ask(target), .withdraw, .perform(.undo, target), .offerRedo(target),
    ]
    #expect(run(undone + [(7, .time)]) == start)
    #expect(run(undone + [(8, .time)]) == start + [.withdraw])
    #expect(
      run(undone + [(3, .answered(.redo))]) == start + [.withdraw, .perform(.redo, target)])
    let final = Self.target(redo: nil)
    #expect(
      run(
        shake(0, final) + [(2, .answered(.undo)), (2, .finished(.undo, final, .done))])
        == [.ask(final), .withdraw, .perform(.undo, final)])
  }

  @Test func anAnswerThatWasNotOfferedDoesNothing() {
    #expect(
      run(shake(0, target) + [(2, .answered(.redo)), (3, .answered(.undo))])
        == [.ask(target), .withdraw, .perform(.undo, target)])
    let undone: [(Int, AgentMachine.Input)] =
      shake(0, target) + [(2, .answered(.undo)), (2, .finished(.undo, target, .done))]
    #expect(
      run(undone + [(3, .answered(.undo)), (4, .answered(.redo))]).suffix(2)
        == [.withdraw, .perform(.redo, target)])
  }

  @Test func nothingHappensWithoutAnEnd() {
    #expect(run([(0, .began(.undo(target))), (1, .cancelled(tooLong: false))]) == [])
    #expect(run([(0, .ended), (1, .answered(.undo)), (2, .time)]) == [])
    #expect(run([(0, .began(.leave(.terminal))), (1, .ended)]) == [])
    #expect(run([(0, .began(.undo(target))), (1, .stopped), (2, .ended)]) == [])
  }

  @Test func aSecondLookReplacesTheFirst() {
    let better = Self.target(redo: nil)
    #expect(
      run([(0, .began(.leave(.notEdited))), (0, .learned(.undo(better))), (1, .ended)])
        == [.ask(better)])
    #expect(run([(0, .learned(.undo(better))), (1, .ended)]) == [])
  }

  @Test func aQuestionIsWithdrawnAfterItsTimeAndWhenTheAgentStops() {
    #expect(run(shake(0, target) + [(10, .time)]) == [.ask(target)])
    #expect(run(shake(0, target) + [(11, .time)]) == [.ask(target), .withdraw])
    #expect(run(shake(0, target) + [(3, .stopped)]) == [.ask(target), .withdraw])
  }

  @Test func aSecondShakeReplacesTheQuestion() {
    let other = Self.target("window 2")
    #expect(run(shake(0, target) + shake(2, other)) == [.ask(target), .ask(other)])
  }

  @Test func aSecondShakeAnswersIfTheUserWantsThat() {
    let rules = QuestionMachine.Rules(secondShakeAnswers: true)
    #expect(
      run(shake(0, target) + shake(2, target), rules)
        == [.ask(target), .withdraw, .perform(.undo, target)])
    // One in another window is no answer.
    let other = Self.target("window 2")
    #expect(run(shake(0, target) + shake(2, other), rules) == [.ask(target), .ask(other)])
  }

  @Test func threeQuestionsWithoutAnAnswerMakeItQuietForAnHour() {
    let three =
      shake(0, target) + [(11, .time)] + shake(60, target) + [(71, .time)]
      + shake(120, target) + [(131, .time)]
    let asked: [QuestionMachine.Action] = [
      .ask(target), .withdraw, .ask(target), .withdraw, .ask(target), .withdraw, .sayQuiet,
    ]
    #expect(run(three) == asked)
    #expect(run(three + shake(3700, target)) == asked)
    #expect(run(three + shake(3731, target)) == asked + [.ask(target)])
    // A key binding is not a shake, and works meanwhile.
    #expect(run(three + [(200, .now(.undo(target)))]) == asked + [.ask(target)])
  }

  @Test func anAnswerAndTimeLetQuestionsBeForgotten() {
    let cycle: (Int, AgentMachine.Input) -> [(Int, AgentMachine.Input)] = { second, input in
      self.shake(second, self.target) + [(second + 11, input)]
    }
    // A dismissal is an answer.
    #expect(
      !run(cycle(0, .time) + cycle(60, .time) + cycle(120, .answered(.no)) + cycle(180, .time))
        .contains(.sayQuiet))
    // The first was eleven minutes ago.
    #expect(!run(cycle(0, .time) + cycle(300, .time) + cycle(660, .time)).contains(.sayQuiet))
    // Servers that withdraw a question answer nothing; nor does one that replaces it.
    #expect(
      run(
        cycle(0, .answered(.expired)) + cycle(60, .answered(.expired)) + shake(120, target)
          + shake(125, target)
      ).contains(.sayQuiet))
  }

  @Test func withoutQuestionsItUndoesAtOnce() {
    #expect(run(shake(0, target), .init(asks: false)) == [.perform(.undo, target)])
  }

  @Test func aQuestionThatIsNotShownIsOver() {
    let unasked: [(Int, AgentMachine.Input)] = shake(0, target) + [(1, .question(.notAsked))]
    #expect(run(unasked + [(2, .answered(.undo)), (11, .time)]) == [.ask(target)])
    #expect(run([(0, .question(.notAsked))]) == [])
    let offered = shake(0, target) + [(2, .answered(.undo)), (2, .finished(.undo, target, .done))]
    #expect(run(offered + [(2, .question(.notAsked)), (8, .time)]) == run(offered))
  }

  @Test func whatIsNotSeenIsSaidToBeSent() {
    let final = Self.target(redo: nil)
    var silent = QuestionMachine.Rules()
    silent.redoTime = .zero
    for (target, outcome, rules, card) in [
      (target, .done, .init(), .offerRedo(target)),
      (target, .sent, .init(), .offerRedo(target, isSeen: false)),
      (final, .done, .init(), nil), (final, .sent, .init(), .saySent(final)),
      (target, .sent, silent, nil), (final, .sent, silent, nil),
    ] as [(Target, QuestionMachine.Outcome, QuestionMachine.Rules, QuestionMachine.Action?)] {
      let inputs =
        shake(0, target) + [(2, .answered(.undo)), (2, .finished(.undo, target, outcome))]
      #expect(
        run(inputs, rules)
          == [.ask(target), .withdraw, .perform(.undo, target)] + [card].compactMap(\.self))
    }
  }

  @Test func whatFailsIsSaidAndWhatChangedIsLeft() {
    let asked = shake(0, target) + [(2, .answered(.undo))]
    let start: [QuestionMachine.Action] = [.ask(target), .withdraw, .perform(.undo, target)]
    #expect(run(asked + [(2, .finished(.undo, target, .changed))]) == start)
    #expect(
      run(asked + [(2, .finished(.undo, target, .failed("no key")))])
        == start + [.sayFailure(target, "no key")])
  }

  @Test func aShakeThatIsTooLongIsExplainedOnceInFourHours() {
    let long: (Int) -> [(Int, AgentMachine.Input)] = {
      [($0, .began(.undo(self.target))), ($0 + 2, .cancelled(tooLong: true))]
    }
    #expect(run(long(0) + long(60) + long(14_000)) == [.sayBriefly])
    #expect(run(long(0) + long(14_402)) == [.sayBriefly, .sayBriefly])
    // Not where a shake does nothing.
    #expect(run([(0, .began(.leave(.terminal))), (2, .cancelled(tooLong: true))]) == [])
  }

  @Test func theDeadlineIsThatOfWhatIsShown() {
    var machine = AgentMachine(.init())
    #expect(machine.deadline == nil && machine.isIdle)
    _ = machine.process(.now(.undo(target)), at: Timestamp(nanoseconds: 5))
    #expect(machine.deadline == Timestamp(nanoseconds: 10_000_000_005) && !machine.isIdle)
    _ = machine.process(.answered(.no), at: Timestamp(nanoseconds: 6))
    #expect(machine.deadline == nil && machine.isIdle)
  }
}

/// Events and calls that come late, or all at once.
@Suite struct GateTests {
  private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func anEventOfMoreThanTwoSecondsAgoIsLate() {
    #expect(Freshness.isFresh(time(1000), at: time(3000)))
    #expect(!Freshness.isFresh(time(1000), at: time(3001)))
    #expect(Freshness.isFresh(time(5000), at: time(3000)))
    #expect(!Freshness.isFresh(Timestamp(nanoseconds: .min), at: time(3000)))
  }

  @Test func callsThatComeAtOnceAreOne() {
    var gate = NowGate()
    let first = gate.admits(at: time(0))
    // While it is done.
    let meanwhile = gate.admits(at: time(900))
    gate.finished(at: time(1000))
    // Those that waited for that, and a key that is held down and repeats.
    let late = [1000, 1299, 1598].map { gate.admits(at: time($0)) }
    let next = gate.admits(at: time(1898))
    #expect(first && !meanwhile && next)
    #expect(late == [false, false, false])
  }
}
