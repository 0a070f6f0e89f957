// SPDX-License-Identifier: Apache-2.0

import MotionTestSupport
import ResponderKit
import ShakeUndo
import Testing
import UndoKit

/// The steps of a text: none that does nothing, and none of another's.
@Suite("Steps of a text")
@MainActor
struct TextStepTests {
  @Test("X027 a delegate that formats the text leaves no empty step")
  func formatted() {
    let (stage, delegate) = (TextStage(), Upper())
    stage.text.delegate = delegate
    stage.type("abc")
    #expect(stage.text.text == "ABC" && stage.window.undoManager?.canUndo == false)
  }

  @Test("X028 setting the text leaves what the app registered with the text")
  func ownActions() {
    let stage = TextStage()
    stage.type("a")
    var isPlain = false
    stage.window.undoManager?.registerUndo(withTarget: stage.text) { _ in isPlain = true }
    UndoManager.endEventGroups()
    stage.text.text = "b"
    stage.application.play(.shake)
    #expect(isPlain && stage.text.text == "b")
  }

  @Test(
    "X029 the caret tells which of several equal letters was typed, or taken out",
    arguments: [
      // Typed at the start of a run, and again within it.
      ("aa", [(1, "aaa"), (2, "abaa")], 1),
      ("aab", [(1, "aaab"), (1, "abaab")], 2),
      // Taken out at the start of a run.
      ("aaa", [(0, "aa"), (1, "baa")], 2),
    ])
  func equalLetters(start: String, edits: [(caret: Int, text: String)], steps: Int) {
    let stage = TextStage(start)
    let text = stage.text
    text.selection = text.text.startIndex..<text.text.startIndex
    for (caret, new) in edits {
      let place = new.index(new.startIndex, offsetBy: caret)
      text.userDidEdit(to: new, selecting: place..<place)
      UndoManager.endEventGroups()
    }
    for _ in 0..<steps { stage.window.undoManager?.undo() }
    #expect(text.text == start)
  }

  @Test("U138 typing after a step of the app's is a step of its own")
  func typingAfterStep() {
    let stage = TextStage()
    stage.text.step("Insert Date") { stage.text.insertText("2024") }
    stage.type("!")
    stage.application.play(.shake)
    #expect(stage.text.text == "2024")
    stage.application.play(.shake)
    #expect(stage.text.text == "")
  }

  @Test("X012 a shake passes over the steps of a text that is not editable, and undo leaves it")
  func notEditable() {
    let stage = TextStage()
    let manager = stage.window.undoManager
    stage.type("a")
    stage.text.isEditable = false
    stage.application.play(.shake)
    #expect(stage.text.text == "a" && manager?.canUndo == true)
    manager?.undo()
    #expect(stage.text.text == "a" && manager?.canRedo == true)
    manager?.redo()
    #expect(stage.text.text == "a" && manager?.canUndo == true)
    stage.text.isEditable = true
    stage.application.play(.shake)
    #expect(stage.text.text == "")
    manager?.redo()
    #expect(stage.text.text == "a")
  }

  @Test("X020 what is typed after breakUndoCoalescing() is a step of its own")
  func broken() {
    let stage = TextStage()
    stage.type("a")
    stage.text.breakUndoCoalescing()
    stage.type("b")
    stage.application.play(.shake)
    #expect(stage.text.text == "a")
  }

  @Test("R020 what is typed while the question is open is not what it is about")
  func typingWhileAsked() {
    let stage = TextStage()
    stage.type("ab")
    var question: EditQuestion?
    stage.application.play(.shake, onShake: .ask { question = $0 })
    stage.type("cd")
    question?.answer(.undo)
    #expect(stage.text.text == "abcd")
  }

  @Test("X064 the steps of a text go from each manager, also of a window that it has left")
  func formerWindow() {
    let stage = TextStage("a")
    stage.type("!")
    let other = Window(application: stage.application)
    stage.text.next = other
    stage.text.text = "b"
    #expect(stage.window.undoManager?.canUndo == false)
  }

  @Test("an answer after the application is gone does nothing bad")
  func applicationGone() {
    var question: EditQuestion?
    do {
      let stage = TextStage("a")
      stage.type("!")
      stage.application.play(.shake, onShake: .ask { question = $0 })
    }
    question?.answer(.undo)
    #expect(question?.isOpen == false)
  }

  @Test("X064 a text that is gone has no steps, and a shake asks nothing")
  func released() {
    let application = Application()
    let window = Window(application: application)
    application.keyWindow = window
    application.onShake = .undo
    var panel: Responder? = Responder()
    panel?.next = window
    var text: TextResponder? = TextResponder("", next: panel)
    text?.insertText("x")
    UndoManager.endEventGroups()
    // The parent goes first: the text finds its window no more.
    panel = nil
    text = nil
    #expect(window.undoManager?.canUndo == false)
    var asked = 0
    application.play(.shake, onShake: .ask { _ in asked += 1 })
    #expect(asked == 0)
  }

  @Test("R045 X065 an edit of a text off the screen is undone by a question that names it alone")
  func away() {
    let stage = TextStage("a")
    let tab = TextResponder("  Dear Ada, and all\nof you", next: stage.window)
    stage.type("!")
    tab.becomeFirstResponder()
    tab.insertText("?")
    UndoManager.endEventGroups()
    tab.next = nil
    stage.text.becomeFirstResponder()
    var asked: [String] = []
    func ask(_ answer: EditQuestion.Answer) {
      stage.application.play(
        .shake,
        onShake: .ask { question in
          asked += question.titles
          question.answer(answer)
        })
    }
    stage.application.play(.shake)
    #expect(tab.text.hasSuffix("?") && stage.text.text == "a!")
    ask(.neither)
    tab.isSecureTextEntry = true
    ask(.undo)
    #expect(tab.text.hasSuffix("you") && stage.text.text == "a!")
    ask(.neither)
    #expect(
      asked == [
        "Undo Typing in “Dear Ada, and all…”", "Undo Typing in another text", "Undo Typing",
        "Redo Typing in another text",
      ])
    stage.application.play(.shake)
    #expect(stage.text.text == "a")
  }

  @Test("R040 a shake passes over steps whose objects are gone")
  func dead() {
    let stage = TextStage("a")
    stage.type("!")
    var note: Note? = Note()
    note?.write("x", named: "Note", undoManager: stage.window.undoManager)
    UndoManager.endEventGroups()
    note = nil
    var titles: [String] = []
    stage.application.play(
      .shake,
      onShake: .ask { question in
        titles = question.titles
        question.answer(.undo)
      })
    #expect(titles == ["Undo Typing"] && stage.text.text == "a")
  }

  @Test(
    "X066 what a delegate sets stands, and the key follows as a step of its own",
    arguments: [true, false])
  func delegateTrims(always: Bool) {
    let (stage, delegate) = (TextStage(), NoQuotes(always: always))
    stage.text.delegate = delegate
    stage.type("abc\"def")
    #expect(stage.text.text == "abcdef")
    guard always else { return }
    stage.application.play(.shake)
    #expect(stage.text.text == "abcde")
  }
}

private final class Upper: TextDelegate {
  func textDidChange(_ text: TextResponder) {
    if text.text != text.text.uppercased() { text.text = text.text.uppercased() }
  }
}

private final class NoQuotes: TextDelegate {
  private let always: Bool

  init(always: Bool) { self.always = always }

  func text(
    _ text: TextResponder, shouldChangeIn range: Range<String.Index>, replacement: String
  ) -> Bool {
    let clean = text.text.filter { $0 != "\"" }
    if always || clean != text.text { text.text = clean }
    return true
  }
}
