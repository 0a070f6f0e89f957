// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing
import TouchCore
import UndoKit

@Suite("Touches: order, windows, other events")
@MainActor
struct TouchOrderTests {
  private let stage = TouchStage.withPad(x: 100, y: 100)
  private var pad: Pad { stage.pads[0] }

  @Test(
    "T077 a window that keeps an end back: who began is cancelled; a beginning kept back has no end"
  )
  func keptBack() {
    stage.down(110, 110)
    stage.window.willSend = { _ in false }
    stage.up()
    #expect(stage.drain() == ["pad began a", "pad cancelled a"])
    stage.down(110, 110)
    stage.window.willSend = nil
    stage.move(111, 110)
    stage.up()
    #expect(stage.drain().isEmpty)
    let application = Silent()
    let window = TouchWindow(stage.journal, application)
    let frame = TouchFrame(timestamp: .zero, changes: [TouchChange(0, .down(1, 1))])
    application.receive(.frame(frame), in: window)
    #expect(stage.drain().isEmpty)
    application.isOpen = true
    application.receive(.interruption)
    application.receive(.frame(frame), in: window)
    #expect(stage.drain() == ["window began b"])
  }

  @Test("T077 T078 the window sees all touches of each event before its views do")
  func watching() {
    pad.isMultipleTouchEnabled = true
    stage.window.willSend = { [stage] event in
      stage.journal.note("sent \(event.allTouches?.count ?? 0)")
      return true
    }
    stage.down(110, 110)
    stage.down(120, 110, finger: 1)
    stage.move(111, 110)
    stage.frame((0, .up), (1, .up))
    #expect(
      stage.drain() == [
        "sent 1", "pad began a", "sent 2", "pad began b", "sent 2", "pad moved a", "sent 2",
        "pad ended ab",
      ])
  }

  @Test("T077 an event that is sent again is delivered once")
  func again() {
    stage.window.willSend = { [window = stage.window] event in
      window.willSend = nil
      window.sendEvent(event)
      return true
    }
    stage.down(110, 110)
    #expect(stage.drain() == ["pad began a"])
  }

  @Test("T079 the key window, unless another is named")
  func whichWindow() {
    let window = TouchWindow(stage.journal, stage.application)
    stage.down(110, 110, in: window)
    stage.down(110, 110, finger: 1)
    #expect(stage.drain() == ["window began a", "pad began b"])
  }

  @Test("T080 without a key window a finger is ignored until it lifts")
  func noWindow() {
    stage.application.keyWindow = nil
    stage.down(110, 110)
    stage.application.keyWindow = stage.window
    stage.move(111, 110)
    stage.up()
    #expect(stage.drain().isEmpty)
  }

  @Test("T081 the edits of one event are one step of undo")
  func oneStep() throws {
    pad.isMultipleTouchEnabled = true
    let note = Note()
    let undoManager = try #require(stage.window.undoManager)
    pad.onTouches = { phase, _, _ in
      note.write(note.text + "\(phase) ", undoManager: undoManager)
    }
    stage.frame((0, .down(110, 110)), (1, .down(120, 110)))
    stage.frame((0, .move(111, 110)), (1, .up))
    #expect(note.text == "began moved ended ")
    undoManager.undo()
    #expect(note.text == "began ")
    undoManager.undo()
    #expect(note.text == "")
  }

  @Test("T082 a shake during a touch: both are delivered")
  func shake() {
    let stage = TouchStage()
    let shaken = Shaken(stage.journal)
    shaken.next = stage.window
    shaken.becomeFirstResponder()
    stage.down(110, 110)
    stage.application.sendEvent(Event(.of(.shake, .began)))
    stage.move(111, 110)
    stage.application.sendEvent(Event(.of(.shake, .ended)))
    stage.up()
    #expect(
      stage.drain() == [
        "window began a", "shake began", "window moved a", "shake ended", "window ended a",
      ])
  }

  @Test("A step received in the middle of another waits until that is over")
  func nestedSteps() {
    pad.onTouches = { [stage] phase, _, _ in if phase == .began { stage.up() } }
    stage.down(110, 110)
    #expect(stage.drain() == ["pad began a", "pad ended a"])
  }

  @Test("M018 a finger beside the edit menu hides it, and is delivered")
  func menu() {
    let menu = EditMenu(application: stage.application)
    let editor = Selection()
    editor.next = stage.window
    editor.becomeFirstResponder()
    #expect(menu.show(from: editor, rect: .zero))
    menu.menuFrame = .init(x: 0, y: 0, width: 50, height: 50)
    stage.down(10, 10)
    #expect(menu.isMenuVisible)
    stage.down(110, 110, finger: 1)
    #expect(!menu.isMenuVisible)
    #expect(stage.drain() == ["window began a", "pad began b"])
  }
}

private final class Silent: Application {
  var isOpen = false

  override func sendEvent(_ event: Event) {
    if isOpen { super.sendEvent(event) }
  }
}

private final class Selection: Able {
  override func canPerformAction(_ action: Action, withSender sender: Any?) -> Bool {
    action == .copy
  }
}

private final class Shaken: Able {
  private let journal: TouchJournal

  init(_ journal: TouchJournal) {
    self.journal = journal
  }

  override func motionBegan(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("shake began")
  }

  override func motionEnded(_ motion: Event.EventSubtype, with event: Event?) {
    journal.note("shake ended")
  }
}
