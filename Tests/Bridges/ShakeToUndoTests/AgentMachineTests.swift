// SPDX-License-Identifier: Apache-2.0

import DesktopInput
import MotionCore
import Testing

@testable import shake_to_undo

/// The agent's decisions along time: what comes at which second, and what follows.
///
/// `0 shake a` is a shake about the target a from second 0 to 1. The target b is another window,
/// and c has no redo.
@Suite struct AgentMachineTests {
  private static let targets = [
    "a": target("window 1", redo: true), "b": target("window 2", redo: true),
    "c": target("window 1", redo: false),
  ]

  private static func target(_ window: String, redo: Bool) -> Target {
    Target(
      window: window, program: "Notes",
      offer: Offer(
        way: .key(.controlZ, focus: nil), readiness: .unknown,
        redo: redo ? .key(.controlY, focus: nil) : nil))
  }

  /// The inputs that a line names, each with its second.
  private func inputs(_ line: String) throws -> [(Int, AgentMachine.Input)] {
    try line.split(separator: ",").flatMap { part -> [(Int, AgentMachine.Input)] in
      let words = part.split(separator: " ").map(String.init)
      let second = try #require(Int(words[0]))
      let target = try #require(Self.targets[words.count > 2 ? words[2] : "a"])
      func at(_ input: AgentMachine.Input) -> [(Int, AgentMachine.Input)] { [(second, input)] }
      func finished(_ outcome: QuestionMachine.Outcome) -> [(Int, AgentMachine.Input)] {
        at(.question(.finished(.undo, target, outcome)))
      }
      switch words[1] {
      case "shake":
        return [(second, .shake(.began(.undo(target)))), (second + 1, .shake(.ended))]
      case "began": return at(.shake(.began(.undo(target))))
      case "refused": return at(.shake(.began(.leave(.terminal))))
      case "learned": return at(.shake(.learned(.undo(target))))
      case "ended": return at(.shake(.ended))
      case "cancelled": return at(.shake(.cancelled(tooLong: false)))
      case "long": return at(.shake(.cancelled(tooLong: true)))
      case "stopped": return at(.stopped)
      case "now": return at(.now(.undo(target)))
      case "undo": return at(.question(.answered(.undo)))
      case "redo": return at(.question(.answered(.redo)))
      case "no": return at(.question(.answered(.no)))
      case "expired": return at(.question(.answered(.expired)))
      case "asked": return at(.question(.asked))
      case "unasked": return at(.question(.notAsked))
      case "time": return at(.question(.time))
      case "done": return finished(.done)
      case "sent": return finished(.sent)
      case "changed": return finished(.changed)
      case "failed": return finished(.failed("no key"))
      default:
        Issue.record("\(words[1]) is no input")
        return []
      }
    }
  }

  /// The action in short; nil for an explanation.
  private func text(_ action: QuestionMachine.Action) -> String? {
    func name(_ target: Target) -> String {
      Self.targets.first { $0.value == target }?.key ?? "?"
    }
    return switch action {
    case .ask(let target): "ask \(name(target))"
    case .offerRedo(let target, let isSeen): "offer \(name(target))\(isSeen ? "" : " unseen")"
    case .saySent(let target): "say sent \(name(target))"
    case .withdraw: "withdraw"
    case .perform(.undo, let target): "undo \(name(target))"
    case .perform(.redo, let target): "redo \(name(target))"
    case .sayQuiet: "quiet"
    case .sayBriefly: "briefly"
    case .sayFailure(let target, _): "failure \(name(target))"
    case .explain: nil
    }
  }

  /// The actions that follow; a question is shown at once unless it waits for keys.
  private func run(
    _ line: String, _ rules: QuestionMachine.Rules = .init(), waitsForKeys: Bool = false
  ) throws -> String {
    var machine = AgentMachine(rules)
    return try inputs(line).flatMap { second, input in
      let time = Timestamp(nanoseconds: Int64(second) * 1_000_000_000)
      var actions = machine.process(input, at: time)
      if !waitsForKeys, actions.contains(where: { if case .ask = $0 { true } else { false } }) {
        actions += machine.process(.question(.asked), at: time)
      }
      return actions
    }.compactMap(text).joined(separator: ", ")
  }

  private static let undone = "ask a, withdraw, undo a"
  private static let thrice = "ask a, withdraw, ask a, withdraw, ask a, withdraw"

  @Test(
    "a question that waits for keys is none for people, and one that came too late is not shown",
    arguments: [
      // It stands for ten seconds from when it is shown.
      ("0 shake, 5 asked, 14 time", "ask a"), ("0 shake, 5 asked, 15 time", "ask a, withdraw"),
      ("0 shake, 5 asked, 6 undo", undone), ("0 shake, 2 undo, 2 no, 2 expired, 5 asked", "ask a"),
      ("0 shake, 11 time, 12 asked, 13 undo", "ask a, withdraw, failure a"),
      ("0 shake, 3 unasked, 4 asked, 5 undo", "ask a"), ("0 shake, 3 stopped", "ask a, withdraw"),
      // A shake meanwhile is another question; none of them counts as unanswered.
      ("0 shake, 2 shake b, 5 asked, 6 undo", "ask a, ask b, withdraw, undo b"),
      ("0 shake, 2 now b, 5 asked, 6 long", "ask a, ask b"),
      (
        "0 shake, 11 time, 20 shake, 31 time, 40 shake, 51 time, 60 shake",
        String(repeating: "ask a, withdraw, failure a, ", count: 3) + "ask a"
      ),
      ("0 shake, 2 done, 3 sent, 4 changed, 5 failed", "ask a, failure a"),
    ] as [(String, String)])
  func waitingForKeys(_ line: String, _ actions: String) throws {
    let rules = QuestionMachine.Rules(secondShakeAnswers: line.contains("b,"))
    #expect(try run(line, rules, waitsForKeys: true) == actions)
  }

  @Test(
    arguments: [
      // A shake asks, and the first answer undoes; one that was not offered does nothing.
      ("0 shake, 2 undo, 2 undo", undone), ("0 shake, 2 redo, 3 undo", undone),
      // Redo is offered for six seconds.
      ("0 shake, 2 undo, 2 done, 7 time", "\(undone), offer a"),
      ("0 shake, 2 undo, 2 done, 8 time", "\(undone), offer a, withdraw"),
      ("0 shake, 2 undo, 2 done, 3 redo", "\(undone), offer a, withdraw, redo a"),
      ("0 shake, 2 undo, 2 done, 3 undo, 4 redo", "\(undone), offer a, withdraw, redo a"),
      ("0 shake c, 2 undo, 2 done c", "ask c, withdraw, undo c"),
      // What is not seen is said to be sent.
      ("0 shake, 2 undo, 2 sent", "\(undone), offer a unseen"),
      ("0 shake c, 2 undo, 2 sent c", "ask c, withdraw, undo c, say sent c"),
      ("0 shake, 2 undo, 2 changed", undone),
      ("0 shake, 2 undo, 2 failed", "\(undone), failure a"),
      // Nothing happens without an end.
      ("0 began, 1 cancelled", ""), ("0 ended, 1 undo, 2 time", ""), ("0 refused, 1 ended", ""),
      ("0 began, 1 stopped, 2 ended", ""),
      // A second look replaces the first.
      ("0 refused, 0 learned c, 1 ended", "ask c"), ("0 learned c, 1 ended", ""),
      // A question stands for ten seconds, and a second shake replaces it.
      ("0 shake, 10 time", "ask a"), ("0 shake, 11 time", "ask a, withdraw"),
      ("0 shake, 3 stopped", "ask a, withdraw"), ("0 shake, 2 shake b", "ask a, ask b"),
      // One that is not shown is over.
      ("0 shake, 1 unasked, 2 undo, 11 time", "ask a"), ("0 unasked", ""),
      ("0 shake, 2 undo, 2 done, 2 unasked, 8 time", "\(undone), offer a"),
      // Three without an answer make it quiet for an hour; a key binding is not a shake.
      (quiet, "\(thrice), quiet"), ("\(quiet), 3700 shake", "\(thrice), quiet"),
      ("\(quiet), 3731 shake", "\(thrice), quiet, ask a"),
      ("\(quiet), 200 now", "\(thrice), quiet, ask a"),
      // A dismissal is an answer, and the first of these was eleven minutes ago.
      (
        "0 shake, 11 time, 60 shake, 71 time, 120 shake, 131 no, 180 shake, 191 time",
        "\(thrice), ask a, withdraw"
      ),
      ("0 shake, 11 time, 300 shake, 311 time, 660 shake, 671 time", thrice),
      // Servers that withdraw a question answer nothing; nor does one that replaces it.
      (
        "0 shake, 11 expired, 60 shake, 71 expired, 120 shake, 125 shake",
        "ask a, ask a, ask a, withdraw, quiet"
      ),
      // One that is too long is explained once in four hours, where it would have done something.
      ("0 began, 2 long, 60 began, 62 long, 14000 began, 14002 long", "briefly"),
      ("0 began, 2 long, 14402 began, 14404 long", "briefly, briefly"), ("0 refused, 2 long", ""),
    ] as [(String, String)])
  func courses(_ line: String, _ actions: String) throws {
    #expect(try run(line) == actions)
  }

  private static let quiet = "0 shake, 11 time, 60 shake, 71 time, 120 shake, 131 time"

  @Test func theRulesOfTheUser() throws {
    let second = QuestionMachine.Rules(secondShakeAnswers: true)
    #expect(try run("0 shake, 2 shake", second) == Self.undone)
    // One in another window is no answer.
    #expect(try run("0 shake, 2 shake b", second) == "ask a, ask b")
    #expect(try run("0 shake", .init(asks: false)) == "undo a")
    let silent = QuestionMachine.Rules(redoTime: .zero)
    #expect(try run("0 shake, 2 undo, 2 sent", silent) == Self.undone)
  }

  @Test func theDeadlineIsThatOfWhatIsShown() throws {
    var machine = AgentMachine(.init())
    #expect(machine.deadline == nil && machine.isIdle)
    for (line, deadline) in [("5 now", 15), ("6 asked", 16), ("7 no", nil)] as [(String, Int64?)] {
      for (second, input) in try inputs(line) {
        _ = machine.process(input, at: Timestamp(nanoseconds: Int64(second) * 1_000_000_000))
      }
      #expect(machine.deadline == deadline.map { Timestamp(nanoseconds: $0 * 1_000_000_000) })
      #expect(machine.isIdle == (deadline == nil))
    }
  }
}

/// Events and calls that come late, or all at once.
@Suite struct GateTests {
  private func time(_ milliseconds: Int64) -> Timestamp {
    Timestamp(nanoseconds: milliseconds * 1_000_000)
  }

  @Test("an event counts for 1.5 s, and never if motiond had it late")
  func late() {
    func isFresh(_ event: Timestamp, at now: Int64, late: Duration? = nil) -> Bool {
      var event = MotionEvent(.shake, .ended, at: event)
      event.lateness = late
      return Freshness.isFresh(event, at: time(now))
    }
    #expect(isFresh(time(1000), at: 2500))
    #expect(!isFresh(time(1000), at: 2501))
    #expect(isFresh(time(5000), at: 3000))
    #expect(!isFresh(Timestamp(nanoseconds: .min), at: 3000))
    #expect(!isFresh(time(1000), at: 1000, late: .milliseconds(1501)))
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
