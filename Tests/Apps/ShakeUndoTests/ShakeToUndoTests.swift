// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionCore
import ShakeUndo
import Testing
import UndoKit

@Suite("Shake to undo in an app with a toolkit")
@MainActor
struct ShakeToUndoTests {
  private let desk = Desk()

  @Test("a shake undoes, and the next undoes one more; nothing is redone")
  func undoes() {
    let shakes = desk.shakes(.undo)
    desk.buffer.type("a", "b")
    shakes.shake()
    #expect(desk.buffer.text == "a")
    shakes.shake()
    shakes.shake()
    #expect(desk.buffer.text == "" && desk.buffer.canRedo)
  }

  @Test("a shake undoes where it began, and nothing when the focus went")
  func focus() {
    let shakes = desk.shakes(.undo)
    desk.buffer.type("a")
    desk.other.type("b")
    shakes.send(.shake(.began))
    desk.focused = desk.other
    shakes.send(.shake(.ended))
    #expect(desk.buffer.text == "a" && desk.other.text == "b")
    shakes.send(.shake(.began))
    desk.focused = nil
    shakes.send(.shake(.ended))
    #expect(desk.other.text == "b")
    // Not now, from the beginning.
    shakes.send(.shake(.began))
    desk.focused = desk.other
    shakes.send(.shake(.ended))
    #expect(desk.other.text == "b")
    shakes.shake()
    #expect(desk.other.text == "")
  }

  @Test("an end without a beginning, a cancelled shake, other motions and `.nothing` do nothing")
  func refusals() {
    let shakes = desk.shakes(.undo)
    desk.buffer.type("a")
    shakes.send(.shake(.ended))
    shakes.send(.shake(.began))
    shakes.send(.shake(.cancelled(.tooLong)))
    shakes.send(.shake(.ended))
    for phase in [MotionEvent.Phase.began, .ended] {
      shakes.send(MotionEvent(MotionKind(rawValue: "flip"), phase, at: .init(nanoseconds: 0)))
    }
    shakes.reaction = .nothing
    shakes.shake()
    #expect(desk.buffer.text == "a")
    shakes.reaction = .undo
    desk.buffer.isBetweenEdits = false
    shakes.shake()
    #expect(desk.buffer.text == "a")
  }

  @Test("a question is answered later; events go on, and no second one is asked")
  func question() throws {
    let shakes = desk.asking()
    desk.buffer.type("a", "b")
    shakes.shake()
    shakes.shake()
    #expect(desk.questions.count == 1 && desk.buffer.text == "ab")
    let question = try #require(desk.questions.first)
    #expect(question.titles == ["Undo Typing"] && question.undo?.title == "Undo Typing")
    question.answer(try #require(question.choices.first).answer)
    question.answer(.undo)
    #expect(desk.buffer.text == "a" && !question.isOpen)
    shakes.shake()
    #expect(desk.questions.last?.titles == ["Undo Typing", "Redo Typing"])
    desk.questions.last?.answer(.redo)
    #expect(desk.buffer.text == "ab")
  }

  @Test("a question that is released unanswered does nothing, and the next shake asks")
  func released() {
    let shakes = desk.asking()
    desk.buffer.type("a")
    shakes.shake()
    desk.questions = []
    #expect(desk.buffer.text == "a")
    shakes.shake()
    #expect(desk.questions.count == 1)
  }

  @Test("an answer counts only for the step and the history that were asked about")
  func stale() throws {
    let shakes = desk.asking()
    desk.buffer.type("a")
    shakes.shake()
    desk.buffer.type("b")
    try #require(desk.questions.last).answer(.undo)
    #expect(desk.buffer.text == "ab")
    shakes.shake()
    desk.focused = desk.other
    try #require(desk.questions.last).answer(.undo)
    #expect(desk.buffer.text == "ab")
    desk.focused = desk.buffer
    shakes.shake()
    // A dialog may still have the focus.
    desk.focused = nil
    try #require(desk.questions.last).answer(.undo)
    #expect(desk.buffer.text == "a")
  }

  @Test("a redo counts only for the edit that was asked about, too")
  func staleRedo() throws {
    let shakes = desk.asking()
    desk.buffer.type("a", "b", "c")
    desk.buffer.undo()
    shakes.shake()
    #expect(desk.questions.last?.titles == ["Undo Typing", "Redo Typing"])
    desk.buffer.undo()
    try #require(desk.questions.last).answer(.redo)
    #expect(desk.buffer.text == "a")
    // At the same index again, with another edit.
    shakes.shake()
    desk.buffer.undo()
    desk.buffer.type("x")
    try #require(desk.questions.last).answer(.undo)
    #expect(desk.buffer.text == "x")
  }

  @Test("a dialog that takes the focus later says so")
  func lateDialog() throws {
    let shakes = desk.asking()
    for hasSaidSo in [false, true] {
      desk.buffer.type("a")
      shakes.shake()
      desk.focused = desk.other
      let question = try #require(desk.questions.last)
      if hasSaidSo { question.dialogHasFocus() }
      let before = desk.buffer.text
      question.answer(.undo)
      #expect((desk.buffer.text != before) == hasSaidSo)
      desk.focused = desk.buffer
    }
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

  @Test("without an identity of the step the titles are compared")
  func titles() throws {
    let shakes = desk.asking()
    desk.buffer.hasSteps = false
    desk.buffer.type("a")
    shakes.shake()
    desk.buffer.type("b")
    try #require(desk.questions.last).answer(.undo)
    #expect(desk.buffer.text == "a")
    shakes.shake()
    desk.buffer.name = "Paste"
    try #require(desk.questions.last).answer(.undo)
    #expect(desk.buffer.text == "a")
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

  @Test("a shake passes over steps of what is away, in a time that grows with their number")
  func away() {
    let (manager, note) = (UndoManager(), Box())
    let texts = (0..<200).map { _ in AwayText() }
    note.set(1, manager)
    for text in texts { manager.step("Away") { text.register(in: manager) } }
    let shakes = ShakeToUndo(.undo) { manager }
    shakes.shake()
    #expect(note.value == 0 && !manager.canUndo)
    #expect(texts.reduce(0) { $0 + $1.questions } <= 4 * texts.count)
    // One that is back in the middle of it has a step of its own, which stays.
    manager.removeAllActions()
    note.set(2, manager)
    for text in texts { manager.step("Away") { text.register(in: manager) } }
    texts[199].whenUndone = { texts[100].isPresent = true }
    shakes.shake()
    #expect(note.value == 2 && manager.undoCount == 102)
  }

  @Test("each way in which a shake does nothing has a reason")
  func reasons() throws {
    var heard: [ShakeToUndo.IgnoredReason] = []
    func reasons(_ shakes: ShakeToUndo, _ body: () throws -> Void) rethrows
      -> [ShakeToUndo.IgnoredReason]
    {
      heard = []
      shakes.onIgnored = { heard.append($0) }
      try body()
      return heard
    }
    let (undoing, asking) = (desk.shakes(.undo), desk.asking())
    #expect(reasons(undoing) { undoing.shake() } == [.nothingToUndo])
    desk.buffer.type("a")
    desk.buffer.undo()
    #expect(reasons(undoing) { undoing.shake() } == [.nothingToUndo])
    desk.buffer.redo()
    let endless = ShakeToUndo(.undo) { Buffer() }
    #expect(reasons(endless) { endless.shake() } == [.historyMadeAnew])
    let none = ShakeToUndo(.undo) { nil }
    #expect(reasons(none) { none.shake() } == [.noHistory])
    none.isActive = false
    #expect(reasons(none) { none.shake() } == [.notActive])
    desk.buffer.isBetweenEdits = false
    #expect(reasons(undoing) { undoing.shake() } == [.editUnderWay])
    desk.buffer.isBetweenEdits = true
    var late = MotionEvent.shake(.ended)
    late.lateness = .seconds(2)
    let tooLate = reasons(undoing) {
      undoing.send(.shake(.began))
      undoing.send(late)
      undoing.send(.shake(.ended))
    }
    #expect(tooLate == [.tooLate])
    let asked = try reasons(asking) {
      asking.send(.shake(.began))
      desk.focused = desk.other
      asking.send(.shake(.ended))
      desk.focused = desk.buffer
      asking.shake()
      asking.shake()
      desk.focused = desk.other
      let question = try #require(desk.questions.last)
      question.answer(.undo)
      question.answer(.undo)
      desk.focused = desk.buffer
      asking.shake()
      desk.buffer.type("b")
      desk.questions.last?.answer(.undo)
      asking.shake()
      desk.questions.last?.answer(.neither)
    }
    #expect(
      asked == [.focusElsewhere, .questionIsOpen, .focusElsewhere, .answerTooLate, .editChanged])
    #expect(desk.buffer.text == "ab")
  }

  @Test("without a handler each reason stands once on standard error")
  func written() async {
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
    let shakes = desk.shakes(
      .ask { question in
        continuation.yield(question.titles)
        for await answer in answers { return answer }
        return .neither
      })
    desk.buffer.type("a")
    shakes.shake()
    for await titles in asked {
      #expect(titles == ["Undo Typing"])
      break
    }
    await confirmation { confirm in
      desk.buffer.whenUndone = { confirm() }
      answering.yield(.undo)
      while desk.buffer.text != "" { await Task.yield() }
    }
  }

  @Test("the motions of a sequence, until it ends or throws")
  func run() async {
    let shakes = desk.shakes(.undo)
    desk.buffer.type("a", "b")
    await shakes.run(
      AsyncStream { continuation in
        for event in [MotionEvent.shake(.began), .shake(.ended), .shake(.began)] {
          continuation.yield(event)
        }
        continuation.finish()
      })
    #expect(desk.buffer.text == "a")
    // The shake that was open when the source ended is over.
    shakes.send(.shake(.ended))
    #expect(desk.buffer.text == "a")
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

/// Two documents of a toolkit, one of which has the focus.
@MainActor
private final class Desk {
  let (buffer, other) = (Buffer(), Buffer())
  var focused: Buffer?
  var questions: [EditQuestion] = []

  init() { focused = buffer }

  func shakes(_ reaction: ShakeReaction) -> ShakeToUndo {
    ShakeToUndo(reaction) { [unowned self] in focused }
  }

  func asking() -> ShakeToUndo { shakes(.ask { [unowned self] in questions.append($0) }) }
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

  func type(_ letters: String...) {
    for letter in letters {
      states = states[...index] + [text + letter]
      index += 1
      changes += 1
    }
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
  var (questions, isThere) = (0, false)
  var whenUndone: () -> Void = {}
  var isPresent: Bool {
    get {
      questions += 1
      return isThere
    }
    set { isThere = newValue }
  }

  func register(in manager: UndoManager) {
    manager.registerUndo(withTarget: self) { $0.whenUndone() }
  }
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
