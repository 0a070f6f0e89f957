// SPDX-License-Identifier: Apache-2.0

import MotionCore
import ResponderKit
import Testing
import UndoKit

/// Beginnings and ends in any order, and in the middle of each other.
@Suite("R019 one end for each beginning")
@MainActor
struct MotionOrderTests {
  let stage = Stage()
  let note = Note()

  init() {
    note.write("a", undoManager: stage.window.undoManager)
    stage.view.becomeFirstResponder()
    stage.send(.began)
    _ = stage.journal.drain()
  }

  @Test("R019 a second beginning cancels the first")
  func beginsAgain() {
    stage.send(.began)
    #expect(
      stage.journal.drain() == [
        "view.cancelled", "panel.cancelled", "window.cancelled", "application.cancelled",
        "view.began", "panel.began", "window.began", "application.began",
      ])
    stage.send(.ended)
    #expect(note.text == "")
  }

  @Test("R019 motions of different kinds do not disturb each other")
  func otherKind() {
    let flip = MotionKind(rawValue: "flip")
    let chain = ["view", "panel", "window", "application"]
    for phase in [MotionEvent.Phase.began, .tooLong] {
      stage.application.sendEvent(Event(.of(flip, phase)))
      #expect(stage.journal.drain() == chain.map { "\($0).\(phase.name)" })
    }
    stage.send(.ended)
    #expect(stage.journal.drain() == chain.map { "\($0).ended" })
    #expect(note.text == "")
  }

  @Test("R017 a motion that began at the window ends there, also if it has a first responder now")
  func beganAtWindow() {
    _ = stage.view.resignFirstResponder()
    stage.send(.began)
    stage.view.becomeFirstResponder()
    _ = stage.journal.drain()
    stage.send(.ended)
    #expect(stage.journal.drain() == ["window.ended", "application.ended"])
  }

  @Test("R017 a motion that began without key window ends without")
  func beganAtApplication() {
    stage.application.keyWindow = nil
    stage.send(.tooLong)
    _ = stage.journal.drain()
    stage.send(.began)
    #expect(stage.journal.drain() == ["application.began"])
    stage.send(.ended)
    #expect(stage.journal.drain() == ["application.ended"])
    #expect(note.text == "a")
  }

  @Test("R017 a motion that began without key window undoes nothing when a window becomes key")
  func windowBecomesKey() {
    stage.application.keyWindow = nil
    stage.send(.tooLong)
    stage.send(.began)
    _ = stage.journal.drain()
    stage.application.keyWindow = stage.window
    stage.send(.ended)
    #expect(stage.journal.drain() == ["application.ended"])
    #expect(note.text == "a")
  }

  @Test("a motion without a duration goes up the chain at once, also within another")
  func recognized() {
    stage.application.sendEvent(Event(.of(MotionKind(rawValue: "tap"), .recognized)))
    #expect(
      stage.journal.drain()
        == ["view", "panel", "window", "application"].map { "\($0).recognized" })
    stage.send(.ended)
    #expect(note.text == "")
  }
}
