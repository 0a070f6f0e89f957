// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import MotionBus
import TestTraits
import Testing

@testable import shake_to_undo

/// Which answers count: those to the card that is shown, and those that it offers.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct AnswerTests {
  @Test("a click on the card before, sent while the next one is shown, undoes nothing")
  func clickOnTheCardBefore() throws {
    let (rig, editor) = try AgentRig.withEditor()
    try rig.shakeToQuestion()
    let number = rig.shown?.number
    editor.isActive = false
    let other = try rig.editor("org.example.Other")
    rig.onNotify = { try rig.press("undo", number: number) }
    try rig.shakeToQuestion()
    #expect(rig.shown?.title == "Undo in Other?")
    try rig.press("undo", number: number)
    // What came before it was heard by now.
    try rig.begin()
    #expect(editor.edits == ["a"])
    #expect(other.edits == ["a"])
    rig.onNotify = {}
    try rig.cancel()
    try rig.press("undo", saying: "undone")
    #expect(other.edits.isEmpty)
  }

  @Test("an answer that waited while another question was asked counts for neither")
  func answerThatWaited() throws {
    let (rig, editor) = try AgentRig.withEditor()
    try rig.shakeToQuestion()
    editor.isActive = false
    let other = try rig.editor("org.example.Other")
    try rig.whileStopped {
      // One sender, so that they come in this order.
      try rig.server.call(agent: "Now")
      try rig.press("undo")
    }
    try rig.run { rig.shown?.title == "Undo in Other?" }
    try rig.explanation("an answer to a card before")
    #expect(editor.edits == ["a"])
    #expect(other.edits == ["a"])
  }

  @Test("a server that closes the question before it gives its number has answered it")
  func closedAtOnce() throws {
    let (rig, _) = try AgentRig.withEditor()
    rig.onNotify = {
      try rig.server.connection.signal(
        "/org/freedesktop/Notifications", "org.freedesktop.Notifications", "NotificationClosed",
        [.uint32(1), .uint32(2)]
      ).send()
    }
    try rig.shakeToQuestion()
    rig.onNotify = {}
    try rig.press("undo")
    try rig.begin()
    #expect(rig.server.calls.allSatisfy { $0.member != "CloseNotification" })
  }
}
