// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import MotionBus
import TestTraits
import Testing

@testable import shake_to_undo

/// The agent as a whole, among programs that behave.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct AgentTests {
  @Test("a shake asks, Undo undoes once, and Redo takes it back")
  func undo() throws {
    let rig = try AgentRig()
    let editor = try rig.editor(edits: ["a", "b"])
    #expect(try rig.begin().contains("its exported action undo"))
    #expect(rig.cards.isEmpty)
    try rig.end()
    try rig.run { rig.shown != nil }
    #expect(rig.shown?.title == "Undo in Notes?")
    #expect(
      rig.shown?.actions
        == ["default", "Tap here to undo.", "undo", "Undo", "cancel", "Cancel"])
    let number = rig.shown?.number
    try rig.press("undo")
    try rig.run { rig.shown?.title == "Undone in Notes" }
    #expect(editor.edits == ["a"])
    try rig.press("redo", saying: "redone")
    #expect(editor.edits == ["a", "b"])
    // The question was withdrawn, and is not answered a second time.
    try rig.press("undo", number: number)
    try rig.begin()
    #expect(editor.edits == ["a", "b"])
  }

  @Test("a menu item, whose name is in the question")
  func menuItem() throws {
    let (rig, editor) = try AgentRig.withEditor()
    (editor.hasAction, editor.hasMenuItem) = (false, true)
    editor.itemName = "Undo: Typing"
    try rig.shakeToQuestion()
    #expect(rig.shown?.title == "Undo: Typing in Notes?")
    #expect(Accessibility.label("Undo      ") == nil)
    #expect(Accessibility.label(" Undo   Typing ") == "Undo Typing")
    #expect(Accessibility.label("撤销：输入") == "撤销：输入")
    try rig.press("default", saying: "undone")
    #expect(editor.edits.isEmpty)
  }

  @Test("where the server has no buttons, the text says what a tap does")
  func noButtons() throws {
    let rig = try AgentRig()
    rig.capabilities = ["body"]
    let editor = try rig.editor()
    try rig.shakeToQuestion()
    #expect(rig.shown?.body == "Tap here to undo.")
    #expect(rig.shown?.actions == ["default", "Tap here to undo."])
    try rig.press("default", saying: "undone")
    #expect(editor.edits.isEmpty)
  }

  @Test(
    "on GNOME the question is urgent, so that it stays and shows its buttons, and names no program",
    arguments: [
      ("gnome-shell", UInt8(2)), ("dunst", 1),
    ])
  func urgency(server: String, urgency: UInt8) throws {
    let rig = try AgentRig()
    rig.serverName = server
    _ = try rig.editor()
    try rig.shakeToQuestion()
    #expect(rig.shown?.urgency == .byte(urgency))
    // GNOME would start it with the answer, and take the focus away until then.
    #expect((rig.shown?.program == nil) == (server == "gnome-shell"))
    #expect(rig.shown?.timeout == .int32(0))
    // What only says something goes by itself.
    try rig.press("cancel")
    try rig.begin()
    try rig.cancel("tooLong")
    try rig.run { rig.shown?.title == "Shake briefly" }
    #expect(rig.shown?.urgency == .byte(1))
    #expect(rig.shown?.timeout == .int32(-1))
  }

  @Test("in Qt, which has no search, a bar that passes its focus on is not taken for the text")
  func focusOfQt() throws {
    let (rig, editor) = try AgentRig.withEditor()
    (editor.hasAction, editor.isQt) = (false, true)
    #expect(try rig.begin().contains("Ctrl+Z in Notes"))
  }

  @Test("of a program with two windows no action counts that cannot be tied to the active one")
  func twoWindows() throws {
    let (rig, editor) = try AgentRig.withEditor()
    editor.exportedWindows = 2
    #expect(try rig.begin().contains("Ctrl+Z in Notes"))
    editor.hasMenuItem = true
    editor.edits = []
    #expect(try rig.begin().contains("Ctrl+Z in Notes"))
    editor.exportedWindows = 1
    #expect(try rig.begin().contains("nothing to undo"))
  }

  @Test("in a dialog nothing but its own field is undone")
  func dialog() throws {
    let (rig, editor) = try AgentRig.withEditor(settings: "keys=Notes\n")
    editor.hasMenuItem = true
    editor.frameRole = 16
    editor.focus.states = [FakeEditor.State.focused]
    #expect(try rig.begin().contains("a dialog may have the focus"))
    editor.focus.states += [FakeEditor.State.editable, FakeEditor.State.singleLine]
    #expect(try rig.begin().contains("Ctrl+Z in Notes"))
  }

  @Test("--ask never, whatever the settings say: undone at once, and Redo is offered")
  func askNever() throws {
    let rig = try AgentRig(settings: "ask=always\n", ["--ask", "never"])
    let editor = try rig.editor()
    try rig.begin()
    #expect(editor.edits == ["a"])
    try rig.end()
    try rig.run { rig.shown?.title == "Undone in Notes" }
    #expect(rig.cards.count == 1)
    #expect(editor.edits.isEmpty)
  }

  @Test("a second question takes the place of the first")
  func replaced() throws {
    let (rig, _) = try AgentRig.withEditor()
    try rig.shakeToQuestion()
    try rig.shakeToQuestion()
    // It has a number of its own, and the first is closed.
    #expect(rig.cards.map(\.replaced) == [0, 0])
    #expect(rig.cards.map(\.number) == [1, 2])
    #expect(
      rig.server.calls.filter { $0.member == "CloseNotification" }.map(\.values) == [[.uint32(1)]])
  }

  @Test("without a window it is said what to do, and it goes on when there is one")
  func noWindow() throws {
    let rig = try AgentRig()
    try rig.begin()
    try rig.explanation("'shake-to-undo doctor' says what would mend it")
    try rig.cancel()
    _ = try rig.editor()
    try rig.shakeToQuestion()
  }

  @Test("without an accelerometer it hears simulated shakes, and says so")
  func noAccelerometer() throws {
    #expect(try AgentRig().status("Shakes") == "yes")
    let rig = try AgentRig(hasAccelerometer: false)
    try rig.explanation("motiond has no accelerometer")
    #expect(
      try rig.status("Shakes") == "only simulated ones, as motiond has no accelerometer")
    _ = try rig.editor()
    try rig.shakeToQuestion()
    try rig.set("enabled=no\n")
    try rig.explanation("the settings are read again")
    #expect(try rig.status("Shakes") == "no")
  }

  @Test("a program that claims shakes by itself is left alone")
  func claimant() throws {
    let (rig, editor) = try AgentRig.withEditor()
    // Programs of the test are one process.
    rig.clients = [
      "1": .dictionary([
        "Name": .string(editor.program.name), "motions": .strings(["shake"]),
      ])
    ]
    #expect(try rig.begin().contains("claims shakes by itself"))
    try rig.end()
    try rig.begin()
    #expect(rig.cards.isEmpty)
  }

  @Test("now works without a shake and while shakes are off; the settings are heard at once")
  func withoutMotion() throws {
    let (rig, editor) = try AgentRig.withEditor()
    let user = try rig.stranger()
    #expect(rig.motiond.calls.count { $0.member == "Claim" } == 1)
    // Without a claim motiond is asked for nothing; without a question it is undone at once.
    try rig.set("enabled=no\nask=never\n")
    try rig.run { !rig.hasClaim }
    try user.call(agent: "Now")
    try rig.explanation("undone")
    #expect(editor.edits.isEmpty)
    try rig.set("enabled=yes\n")
    try rig.run { rig.motiond.calls.count { $0.member == "Claim" } == 2 }
  }

  @Test("bad settings are said once, and the others stay")
  func badSettings() throws {
    let (rig, editor) = try AgentRig.withEditor()
    try rig.set("ask=never\n")
    try rig.explanation("the settings are read again")
    try rig.set("ask=maybe\n")
    let line = try rig.explanation("ask must be always or never")
    #expect(line.contains("line 1"))
    // What is right beside it counts.
    try rig.set("enabled=no\nask=maybe\n")
    try rig.explanation("ask must be always or never")
    try rig.explanation("the settings are read again")
    #expect(try rig.status("Shakes") == "no")
    try rig.set("ask=maybe\n")
    try rig.run { rig.motiond.calls.count { $0.member == "Claim" } == 2 }
    try rig.shake()
    try rig.explanation("undone")
    #expect(editor.edits.isEmpty)
  }

  @Test("bad settings at the start: it does nothing until they are mended")
  func badStart() throws {
    let rig = try AgentRig(settings: "ask=maybe\n", claims: false)
    try rig.explanation("ask must be always or never")
    try rig.set("ask=never\n")
    try rig.run { rig.hasClaim }
  }
}
