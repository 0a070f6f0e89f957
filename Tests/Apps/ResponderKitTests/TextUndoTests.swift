// SPDX-License-Identifier: Apache-2.0

import Foundation
import MotionSynthesis
import MotionTestSupport
import ResponderKit
import Testing
import UndoKit

/// Which edits of a text are one step of undo.
@Suite("Undo of text")
@MainActor
struct TextUndoTests {
  private let stage = TextStand()
  private var text: TextResponder { stage.text }
  private var manager: UndoManager { stage.window.undoManager ?? UndoManager() }

  private func type(_ letters: String) {
    for letter in letters { event { text.insertText(String(letter)) } }
  }

  /// What a program does in an event of its own.
  private func event(_ body: () -> Void) {
    body()
    UndoManager.endEventGroups()
  }

  private func undo() -> String {
    manager.undo()
    return text.text
  }

  @Test("X020 X021 what is typed and deleted in one go is one step, to the end of a line")
  func typing() {
    type("one")
    event { text.deleteBackward() }
    type("ly\ntwo")
    #expect(manager.undoMenuItemTitle == "Undo Typing" && manager.undoCount == 2)
    #expect(undo() == "only\n")
    #expect(undo() == "")
    #expect(!manager.canUndo)
    manager.redo()
    manager.redo()
    #expect(text.text == "only\ntwo")
    // Beyond what was typed, into what was there.
    event { text.moveCaret(by: 0) }
    text.moveCaret(by: -1)
    text.moveCaret(by: 1)
    type("x")
    for _ in 0..<5 { event { text.deleteBackward() } }
    type("Z")
    #expect(text.text == "onlyZ")
    #expect(undo() == "only\ntwo")
  }

  @Test("X020 a widget reports the caret after the letter: to be where typing ends is no move")
  func lateCaret() {
    func widget(_ new: String, caret: Int...) {
      for offset in caret {
        let index = new.index(new.startIndex, offsetBy: offset)
        event { text.userDidEdit(to: new, selecting: index..<index) }
      }
    }
    widget("E", caret: 0, 1)
    widget("Ev", caret: 1, 2)
    widget("Eve", caret: 2, 3)
    #expect(undo() == "" && !manager.canUndo)
    widget("A", caret: 0, 1)
    // The user moves the caret away, and back.
    widget("A", caret: 0, 1)
    widget("Ad", caret: 1, 2)
    #expect([undo(), undo()] == ["A", ""])
  }

  @Test("X020 a moved caret, a command, undo and the end of editing end a step")
  func ends() {
    text.becomeFirstResponder()
    type("a")
    text.moveCaret(by: -1)
    type("b")
    text.resignFirstResponder()
    type("c")
    event { text.replace(text.text.endIndex..<text.text.endIndex, with: "!") }
    type("d")
    event { manager.undo() }
    type("e")
    #expect(text.text == "bca!e")
    #expect([undo(), undo(), undo(), undo(), undo()] == ["bca!", "bca", "ba", "a", ""])
  }

  @Test("X022 cut, paste and delete are steps with names; undo brings the selection back")
  func commands() {
    text.becomeFirstResponder()
    type("one two")
    text.selectWord()
    event { #expect(stage.send(.cut)) }
    #expect(manager.undoActionName == "Cut" && text.text == "one ")
    event { #expect(stage.send(.paste)) }
    #expect(manager.undoActionName == "Paste")
    event { #expect(stage.send(.paste)) }
    text.selectAll()
    event { #expect(stage.send(.delete)) }
    #expect(manager.undoActionName == "Delete" && text.text == "")
    #expect(undo() == "one twotwo" && text.selectedText == "one twotwo")
    #expect(undo() == "one two" && undo() == "one " && undo() == "one two")
    #expect(text.selectedText == "two")
    manager.redo()
    #expect(text.text == "one ")
  }

  @Test("X023 typing does not go on in a step that is no longer the latest, or was forgotten")
  func otherSteps() {
    let note = Note()
    type("a")
    event { note.write("x", undoManager: manager) }
    type("b")
    #expect(undo() == "a" && note.text == "x")
    manager.removeAllActions()
    type("c")
    #expect(undo() == "a")
    // What undo has reverted meanwhile cannot be redone over.
    type("d")
    event { note.write("y", undoManager: manager) }
    manager.undo()
    type("e")
    #expect(!manager.canRedo && undo() == "ad")
    // A group of the client's own has a step of its own.
    type("f")
    manager.beginUndoGrouping()
    text.insertText("g")
    manager.endUndoGrouping()
    UndoManager.endEventGroups()
    #expect(undo() == "adf")
  }

  @Test("X021 what is typed and deleted leaves no step, nor does what is there already")
  func nothing() {
    type("x")
    event { text.deleteBackward() }
    #expect(!manager.canUndo && text.text == "")
    type("a")
    manager.step("Both") {
      manager.registerUndo(withTarget: stage) { _ in }
      text.insertText("b")
      text.deleteBackward()
    }
    #expect(manager.undoCount == 2)
    text.moveCaret(by: -1, extending: true)
    type("a")
    #expect(manager.undoCount == 2)
    manager.undo()
    #expect(undo() == "" && manager.redoCount == 1)
  }

  @Test("X006 X024 a change that is not registered forgets the steps that no longer fit")
  func unregistered() {
    let note = Note()
    event { note.write("x", undoManager: manager) }
    type("abc")
    text.text = "other"
    #expect(manager.undoCount == 1 && undo() == "other" && note.text != "x")
    type("d")
    text.moveCaret(by: -6)
    manager.disableUndoRegistration()
    text.insertText("0")
    manager.enableUndoRegistration()
    #expect(!manager.canUndo && text.text == "0otherd")
    // In another window the steps of the former one are out of date.
    type("1")
    let window = Window(application: stage.application)
    text.next = window
    type("2")
    #expect(undo() == "01" + "2otherd")
    window.undoManager?.undo()
    #expect(text.text == "01otherd")
  }

  @Test("X026 a manager that does not group by event has a group for each step")
  func ownGroups() {
    manager.groupsByEvent = false
    text.insertText("a")
    text.insertText("b")
    text.replace(text.selection, with: "c")
    #expect(manager.groupingLevel == 0 && manager.undoCount == 2)
    #expect(undo() == "ab" && undo() == "")
    manager.redo()
    text.insertText("d")
    #expect(text.text == "abd" && undo() == "ab")
  }

  @Test("X025 a shake undoes typing, in three lines")
  func shake() {
    let stage = TextStage("Dear Ada")
    stage.type("!")
    stage.application.play(.shake)
    #expect(stage.text.text == "Dear Ada")
  }

  @Test("any edits are undone and redone, scalar for scalar", arguments: 0..<50)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", "e\u{301}", "\u{301}", "👍🏽", "\u{1F1E9}", "\n", "日", "\u{200D}", "👩", "🚀"]
    var states = [text.text]
    for _ in 0..<30 {
      let count = manager.undoCount
      event {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: text.moveCaret(by: Int.random(in: -4...4, using: &random))
        case 1: text.moveCaret(by: Int.random(in: -4...4, using: &random), extending: true)
        case 2: text.deleteBackward()
        default: text.insertText(pieces.randomElement(using: &random) ?? "")
        }
      }
      if manager.undoCount > count { states.append("") }
      // What was typed is deleted again, and its step is gone.
      if manager.undoCount < count { states.removeLast() }
      if manager.undoCount >= count { states[states.count - 1] = text.text }
      #expect(text.text.unicodeScalars.elementsEqual((states.last ?? "").unicodeScalars))
    }
    for (state, next) in zip(states, states.dropFirst()) {
      #expect(!state.unicodeScalars.elementsEqual(next.unicodeScalars), "a step that does nothing")
    }
    for state in states.dropLast().reversed() {
      #expect(undo().unicodeScalars.elementsEqual(state.unicodeScalars))
    }
    for state in states.dropFirst() {
      manager.redo()
      #expect(text.text.unicodeScalars.elementsEqual(state.unicodeScalars))
    }
  }
}
