// SPDX-License-Identifier: Apache-2.0

import ResponderKit
import Testing

@Suite("R013 leaving the window")
@MainActor
struct RemovalTests {
  let stage = Stage()

  init() {
    stage.view.becomeFirstResponder()
    _ = stage.journal.drain()
  }

  @Test(
    "R013 a removed first responder resigns, also for later, whether it agrees or not",
    arguments: [true, false])
  func removal(agrees: Bool) {
    (stage.view.canResign, stage.view.resigns) = (agrees, agrees)
    stage.view.next = nil
    #expect(stage.journal.drain() == ["view.resign"])
    #expect(stage.window.firstResponder == nil)
    stage.view.next = stage.panel
    #expect(!stage.view.isFirstResponder)
    #expect(stage.window.firstResponder == nil)
  }

  @Test("R013 it resigns when it moves to another window")
  func otherWindow() {
    let other = Window(application: stage.application)
    stage.panel.next = other
    #expect(stage.window.firstResponder == nil)
    #expect(other.firstResponder == nil)
    #expect(stage.view.becomeFirstResponder())
    #expect(other.firstResponder === stage.view)
  }

  @Test("R013 it stays when it moves within its window, others leave, or the window moves")
  func stays() {
    stage.view.next = stage.window
    let sibling = Responder()
    sibling.next = stage.panel
    sibling.next = nil
    stage.window.next = nil
    #expect(stage.journal.drain().isEmpty)
    #expect(stage.view.isFirstResponder)
  }

  @Test("R013 a first responder that is no more, or has lost its parent, does not count")
  func released() {
    var parent: Responder? = Responder()
    var child: Witness? = Witness("child", stage.journal)
    parent?.next = stage.panel
    child?.next = parent
    child?.becomeFirstResponder()
    #expect(stage.window.firstResponder === child)
    parent = nil
    #expect(child?.isFirstResponder == false)
    #expect(stage.window.firstResponder == nil)
    child?.next = stage.panel
    child?.becomeFirstResponder()
    child = nil
    #expect(stage.window.firstResponder == nil)
  }
}
