// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ShakeUndo
import TestTraits
import Testing
import UndoKit

@Suite("Shake to undo in an app with a toolkit")
@MainActor
struct ShakeToUndoTests {
  @Test(
    "what a user and an app do, word by word, what they are asked, and why nothing came of it",
    arguments: [
      // One undo a shake, and nothing is redone.
      (false, "a b !", "a", []), (false, "a b ! ! !", "", [.ignored(.nothingToUndo)]),
      // It undoes where it began, and nothing when the focus went, or comes late.
      (false, "a < 2 >", "a", [.ignored(.focusElsewhere)]),
      (false, "a < 0 >", "a", [.ignored(.noHistory)]),
      (false, "2 b 0 < 2 >", "b", [.ignored(.noHistory)]),
      (false, "2 b 1 < 2 > !", "", [.ignored(.focusElsewhere)]),
      (false, "a < late >", "a", [.ignored(.tooLate)]),
      // An end alone, a cancelled shake, another motion, `.nothing`, an app behind.
      (false, "a > < ~ > flip", "a", []), (false, "a nothing !", "a", []),
      (false, "a behind !", "a", [.ignored(.notActive)]),
      (false, "a < behind front >", "a", [.ignored(.notActive)]),
      (false, "a behind < front > !", "", [.ignored(.notActive)]),
      (false, "a editing !", "a", [.ignored(.editUnderWay)]),
      (false, "a - !", "", [.ignored(.nothingToUndo)]), (false, "0 !", "", [.ignored(.noHistory)]),
      // A question is answered later, once, and no second one is asked.
      (true, "a b ! ! undo", "a", ["Undo Typing", .ignored(.questionIsOpen)]),
      (true, "a b ! undo undo", "a", ["Undo Typing", .ignored(.answerTooLate)]),
      (true, "a b ! undo ! redo", "ab", ["Undo Typing", "Undo Typing/Redo Typing"]),
      (true, "a ! neither neither", "a", ["Undo Typing"]),
      (true, "a ! drop !", "a", ["Undo Typing", "Undo Typing"]),
      (true, "a editing ! !", "a", [.ignored(.editUnderWay), .ignored(.editUnderWay)]),
      // An answer counts for the step and the history of the question; a dialog may have the focus.
      (true, "a ! b undo", "ab", ["Undo Typing", .ignored(.editChanged)]),
      (true, "a ! 2 undo", "a", ["Undo Typing", .ignored(.focusElsewhere)]),
      (true, "a ! 0 undo", "", ["Undo Typing"]), (true, "a ! 2 dialog undo", "", ["Undo Typing"]),
      (true, "a b c - ! - redo", "a", ["Undo Typing/Redo Typing", .ignored(.editChanged)]),
      (true, "a b ! - x undo", "ax", ["Undo Typing", .ignored(.editChanged)]),
      // Without an identity of the step the titles are compared.
      (true, "plain a ! b undo", "a", ["Undo Typing"]),
      (true, "plain a ! paste undo", "a", ["Undo Typing", .ignored(.editChanged)]),
    ] as [(Bool, String, String, [Heard])])
  func words(asks: Bool, words: String, text: String, heard: [Heard]) {
    let desk = Desk(asks: asks)
    for word in words.split(separator: " ") { desk.take(String(word)) }
    #expect(desk.text == text && desk.heard == heard)
  }

  @Test("a closure that makes a history each time")
  func madeAnew() {
    var heard: [ShakeToUndo.IgnoredReason] = []
    let shakes = ShakeToUndo(.undo) {
      let buffer = Buffer()
      buffer.type("a")
      return buffer
    }
    shakes.onIgnored = { heard.append($0) }
    shakes.shake()
    #expect(heard == [.historyMadeAnew])
  }

  @Test("what a client registers at the checkpoint of the answer is another edit")
  func pending() throws {
    let (manager, note) = (UndoManager(), Box())
    var questions: [EditQuestion] = []
    let shakes = ShakeToUndo(.ask { questions.append($0) }) { manager }
    note.set(1, manager)
    shakes.shake()
    var isPending = true
    let token = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerCheckpoint, object: nil, queue: nil
    ) { _ in
      MainActor.assumeIsolated {
        guard isPending else { return }
        isPending = false
        note.set(2, manager)
      }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try #require(questions.last).answer(.undo)
    #expect(note.value == 2)
  }

  @Test("a subclass of the undo manager with a history of its own")
  func subclass() throws {
    let history = NativeHistory()
    var questions: [EditQuestion] = []
    let shakes = ShakeToUndo(.ask { questions.append($0) }) { history }
    history.values = [1, 2]
    shakes.shake()
    #expect(questions.last?.titles == ["Undo"])
    history.values.append(3)
    questions.last?.answer(.undo)
    #expect(history.values == [1, 2, 3])
    shakes.shake()
    questions.last?.answer(.undo)
    #expect(history.values == [1, 2])
  }

  @Test("an undo manager: steps, groups of the client's, and edits since the last event")
  func undoManager() throws {
    let (manager, note) = (UndoManager(), Box())
    var questions: [EditQuestion] = []
    let shakes = ShakeToUndo(.ask { questions.append($0) }) { manager }
    note.set(1, manager)
    manager.setActionName("Set")
    shakes.shake()
    #expect(questions.last?.titles == ["Undo Set"])
    manager.step("More") { note.set(2, manager) }
    questions.last?.answer(.undo)
    #expect(note.value == 2)
    manager.beginUndoGrouping()
    shakes.shake()
    #expect(questions.count == 1)
    manager.endUndoGrouping()
    shakes.shake()
    // The empty group on top goes with the step below, which changes something.
    #expect(questions.last?.titles == ["Undo More"])
    questions.last?.answer(.undo)
    #expect(note.value == 1)
  }

  @Test("a shake passes over steps of what is gone, up to one that comes in between")
  func gone() {
    let (manager, note) = (UndoManager(), Box())
    let shakes = ShakeToUndo(.undo) { manager }
    func edit() {
      note.set(1, manager)
      for _ in 0..<200 { manager.step("Gone") { Box().set(1, manager) } }
    }
    edit()
    shakes.shake()
    #expect(note.value == 0 && !manager.canUndo)
    edit()
    let token = NotificationCenter.default.addObserver(
      forName: .NSUndoManagerDidUndoChange, object: nil, queue: nil
    ) { _ in
      MainActor.assumeIsolated { if manager.undoCount == 100 { note.set(2, manager) } }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    shakes.shake()
    #expect(note.value == 2 && manager.undoCount == 101)
  }

  @Test("the last edit of what is off the screen: `.undo` says so, and a question names it")
  func offScreen() throws {
    let (manager, note, text) = (UndoManager(), Box(), AwayText())
    note.set(1, manager)
    for _ in 0..<2 { manager.step("Cut") { text.register(in: manager) } }
    var reasons: [ShakeToUndo.IgnoredReason] = []
    var questions: [EditQuestion] = []
    let shakes = ShakeToUndo(.undo) { manager }
    shakes.onIgnored = { reasons.append($0) }
    shakes.shake()
    #expect(reasons == [.offScreen] && manager.undoCount == 3)
    shakes.reaction = .ask { questions.append($0) }
    shakes.shake()
    #expect(questions.last?.titles == ["Undo Cut in Draft"])
    // It may come back before the answer.
    text.isPresent = true
    try #require(questions.last).answer(.undo)
    #expect(reasons == [.offScreen] && manager.undoCount == 2)
    shakes.shake()
    #expect(questions.last?.titles == ["Undo Cut"])
  }

  @Test("without a handler each reason stands once on standard error", .exits)
  nonisolated func written() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        let shakes = ShakeToUndo(.undo) { nil }
        for _ in 0..<3 { shakes.shake() }
        shakes.onIgnored = { _ in }
        shakes.isActive = false
        shakes.shake()
      }
    }
    let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(said.split(separator: "\n").count { $0.hasPrefix("ShakeUndo: ") } == 1, "\(said)")
    #expect(said.contains("a shake did nothing: nothing with a history has the focus"))
  }

  @Test("a task asks, where somebody runs the main queue")
  func task() async {
    let (asked, continuation) = AsyncStream<[String]>.makeStream()
    let (answers, answering) = AsyncStream<EditQuestion.Answer>.makeStream()
    let buffer = Buffer()
    buffer.type("a")
    let shakes = ShakeToUndo(
      .ask { question in
        continuation.yield(question.titles)
        for await answer in answers { return answer }
        return .neither
      }
    ) { buffer }
    shakes.shake()
    for await titles in asked {
      #expect(titles == ["Undo Typing"])
      break
    }
    await confirmation { confirm in
      buffer.whenUndone = { confirm() }
      answering.yield(.undo)
      while buffer.text != "" { await Task.yield() }
    }
  }

  @Test("the motions of a sequence, until it ends or throws")
  func run() async {
    let buffer = Buffer()
    for letter in ["a", "b"] { buffer.type(letter) }
    let shakes = ShakeToUndo(.undo) { buffer }
    await shakes.run(
      AsyncStream { continuation in
        for event in [MotionEvent.shake(.began), .shake(.ended), .shake(.began)] {
          continuation.yield(event)
        }
        continuation.finish()
      })
    #expect(buffer.text == "a")
    // The shake that was open when the source ended is over.
    shakes.send(.shake(.ended))
    #expect(buffer.text == "a")
    let failing = AsyncThrowingStream<MotionEvent, any Error> { $0.finish(throwing: Broken()) }
    await #expect(throws: Broken.self) { try await shakes.run(failing) }
  }
}

private struct Broken: Error {}

private final class NativeHistory: UndoManager {
  var values: [Int] = []

  override var canUndo: Bool { !values.isEmpty }
  override var canRedo: Bool { false }
  override func undo() { values.removeLast() }
  override var undoStep: AnyHashable? { values }
}

/// What a user is asked, as the titles of the choices, or why nothing came of what they did.
enum Heard: Equatable, ExpressibleByStringLiteral {
  case asked(String)
  case ignored(ShakeToUndo.IgnoredReason)

  init(stringLiteral titles: String) { self = .asked(titles) }
}

/// Two documents of a toolkit, one of which may have the focus, and an app that undoes or asks.
@MainActor
private final class Desk {
  private let buffers = [Buffer(), Buffer()]
  private lazy var focused: Buffer? = buffers[0]
  private var questions: [EditQuestion] = []
  private(set) var heard: [Heard] = []
  private lazy var shakes = ShakeToUndo(.undo) { [unowned self] in focused }

  init(asks: Bool) {
    shakes.onIgnored = { [unowned self] in heard.append(.ignored($0)) }
    guard asks else { return }
    shakes.reaction = .ask { [unowned self] question in
      questions.append(question)
      heard.append(.asked(question.titles.joined(separator: "/")))
    }
  }

  /// Both texts.
  var text: String { buffers[0].text + buffers[1].text }

  /// A word is a letter that is typed, a place of the focus, or what happens.
  func take(_ word: String) {
    switch word {
    case "0": focused = nil
    case "1": focused = buffers[0]
    case "2": focused = buffers[1]
    case "!": shakes.shake()
    case "<": shakes.send(.shake(.began))
    case ">": shakes.send(.shake(.ended))
    case "~": shakes.send(.shake(.cancelled(.tooLong)))
    case "late":
      var late = MotionEvent.shake(.ended)
      late.lateness = .seconds(2)
      shakes.send(late)
    case "flip":
      for phase in [MotionEvent.Phase.began, .ended] {
        shakes.send(MotionEvent(MotionKind(rawValue: "flip"), phase, at: .init(nanoseconds: 0)))
      }
    case "nothing": shakes.reaction = .nothing
    case "behind", "front": shakes.isActive = word == "front"
    case "editing": buffers[0].isBetweenEdits = false
    case "plain": buffers[0].hasSteps = false
    case "paste": buffers[0].name = "Paste"
    case "-": buffers[0].undo()
    case "undo": questions.last?.answer(.undo)
    case "redo": questions.last?.answer(.redo)
    case "neither": questions.last?.answer(.neither)
    case "drop": questions = []
    case "dialog": questions.last?.dialogHasFocus()
    default: focused?.type(word)
    }
  }
}

/// A text with a history that is not an undo manager's.
private final class Buffer: EditHistory {
  private var states = [""]
  private var index = 0
  private var changes = 0
  var isBetweenEdits = true
  var hasSteps = true
  var name = "Typing"
  var whenUndone: () -> Void = {}

  var text: String { states[index] }

  func type(_ letter: String) {
    states = states[...index] + [text + letter]
    index += 1
    changes += 1
  }

  var canUndo: Bool { index > 0 }
  var canRedo: Bool { index + 1 < states.count }
  func undo() {
    index -= 1
    changes += 1
    whenUndone()
  }
  func redo() {
    index += 1
    changes += 1
  }
  var undoTitle: String { "Undo \(name)" }
  var redoTitle: String { "Redo \(name)" }
  var undoStep: AnyHashable? { hasSteps ? changes : nil }
}

/// A text that is off the screen.
private final class AwayText: AbsentUndoTarget {
  var isPresent = false
  var effect: UndoEffect { isPresent ? .visible : .offScreen("Draft") }

  func register(in manager: UndoManager) { manager.registerUndo(withTarget: self) { _ in } }
}

@MainActor
private final class Box {
  private(set) var value = 0

  func set(_ newValue: Int, _ manager: UndoManager) {
    let oldValue = value
    manager.registerUndo(withTarget: self) { $0.set(oldValue, manager) }
    value = newValue
  }
}

extension ShakeToUndo {
  fileprivate func shake() {
    send(.shake(.began))
    send(.shake(.ended))
  }
}

extension MotionEvent {
  fileprivate static func shake(_ phase: Phase) -> MotionEvent {
    MotionEvent(.shake, phase, at: Timestamp(nanoseconds: 0))
  }
}

extension EditQuestion {
  /// The titles of its choices.
  var titles: [String] { choices.map(\.title) }
}
