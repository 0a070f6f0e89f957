// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import MotionBus
import TestTraits
import Testing

@testable import shake_to_undo

/// The moment at which the agent acts: what comes late, or is another at the last look, is no.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct MomentTests {
  @Test("a shake that is heard too late does nothing, its end too; the next one counts")
  func lateEvents() throws {
    let (rig, editor) = try AgentRig.withEditor(settings: "ask=never\n")
    try rig.beginUnseen(ago: .seconds(5))
    try rig.explanation("heard too late")
    try rig.end()
    try rig.begin()
    try rig.end(ago: .seconds(4))
    try rig.explanation("heard too late")
    #expect(editor.edits == ["a"])
    try rig.shake()
    try rig.explanation("undone")
    #expect(editor.edits.isEmpty)
  }

  @Test("SIGTERM is seen in a flood of Now")
  func floodAndSignal() throws {
    let (rig, editor) = try AgentRig.withEditor(settings: "ask=never\n")
    editor.edits = (0..<5000).map { _ in "a" }
    let user = try rig.stranger()
    for _ in 0..<3000 { try user.call(agent: "Now") }
    try rig.explanation("undone")
    rig.terminate()
    try rig.run { !rig.isRunning }
    #expect(editor.edits.count == 4999)
  }

  @Test("the focus moves between the survey and the act: nothing; the window is asked for last")
  func lastMoment() throws {
    let (rig, editor) = try AgentRig.withEditor()
    try rig.shakeToQuestion()
    var looks: [String] = []
    editor.lie = { call in
      guard call.member == "GetState", ["/frame", "/text"].contains(call.path) else { return nil }
      looks.append(call.path)
      return call.path == "/text" && looks.count { $0 == "/text" } > 1
        ? .values([FakeEditor.states([FakeEditor.State.editable])]) : nil
    }
    try rig.press("undo", saying: "at the last moment")
    try rig.explanation("it is not what the question was about")
    #expect(editor.edits == ["a"])
    // The survey asks the frame first.
    #expect(Array(looks.prefix(3)) == ["/frame", "/text", "/text"])
    editor.lie = { call in
      if call.member == "GetState" { looks.append(call.path) }
      return nil
    }
    looks = []
    try rig.shakeToQuestion()
    try rig.press("undo", saying: "undone")
    #expect(looks.last { ["/frame", "/text"].contains($0) } == "/frame")
  }

  @Test("a look that fails is taken once more, and a second failure is the end")
  func secondLook() throws {
    for failures in 1...2 {
      let (rig, editor) = try AgentRig.withEditor()
      (editor.hasAction, editor.hasMenuItem) = (false, true)
      try rig.shakeToQuestion()
      var asked = 0
      // A survey asks for it, the trace twice, and then the look.
      editor.lie = { call in
        guard call.member == "GetState", call.path == "/item" else { return nil }
        asked += 1
        return asked <= 4 * failures && asked % 4 == 0 ? .values([FakeEditor.states([])]) : nil
      }
      try rig.press("undo", saying: "at the last moment")
      try rig.explanation(failures == 1 ? "undone" : "it is not what the question was about")
      #expect(editor.edits == (failures == 1 ? [] : ["a"]))
    }
  }

  @Test("no window has the focus for a moment, as while a finger answers on KWin: undone after it")
  func absence() throws {
    let (rig, editor) = try AgentRig.withEditor()
    try rig.shakeToQuestion()
    var looks = 0
    editor.lie = { call in
      guard call.member == "GetState", call.path == "/frame" else { return nil }
      looks += 1
      return looks < 3 ? .values([FakeEditor.states([])]) : nil
    }
    try rig.press("undo", saying: "undone")
    #expect(editor.edits.isEmpty)
  }

  @Test("no window has the focus any more, after some looks, or another one has it: nothing")
  func noReturn() throws {
    let (rig, editor) = try AgentRig.withEditor()
    var looks = 0
    try rig.shakeToQuestion()
    editor.isActive = false
    editor.lie = { call in
      if call.member == "GetState", call.path == "/frame" { looks += 1 }
      return nil
    }
    try rig.press("undo", saying: "now it would be nothing, as no active window")
    try rig.explanation("it is not what the question was about")
    #expect(looks > 2)
    editor.isActive = true
    try rig.shakeToQuestion()
    editor.isActive = false
    let other = try rig.editor("org.example.Other", edits: ["b"])
    try rig.press("undo", saying: "now it would be its exported action undo in Other")
    try rig.explanation("it is not what the question was about")
    #expect(editor.edits == ["a"])
    #expect(other.edits == ["b"])
  }

  @Test("an action that is switched off between the survey and the act: nothing, and no complaint")
  func lastMomentOfAnAction() throws {
    let (rig, editor) = try AgentRig.withEditor()
    try rig.shakeToQuestion()
    var looks = 0
    editor.lie = { call in
      guard call.member == "Describe" else { return nil }
      looks += 1
      return looks > 1 ? .description(isEnabled: false) : nil
    }
    try rig.press("undo", saying: "at the last moment")
    #expect(editor.edits == ["a"])
    #expect(rig.cards.count == 1)
  }

  @Test("an item that is clicked and changes nothing: sent, not undone")
  func unseen() throws {
    let (rig, editor) = try AgentRig.withEditor()
    (editor.hasAction, editor.hasMenuItem) = (false, true)
    editor.lie = { $0.member == "DoAction" ? .values([.bool(true)]) : nil }
    try rig.shakeToQuestion()
    try rig.press("undo", saying: "nothing showed whether it was done")
  }

  @Test("a role that comes late may be a password's: nothing")
  func lateKnowledge() throws {
    let (rig, editor) = try AgentRig.withEditor()
    editor.lie = { $0.member == "GetRole" && $0.path == "/text" ? .nothing : nil }
    #expect(try rig.begin().contains("did not say in time what has the focus"))
  }

  @Test("a field of GTK 3 has no undo, and one of a page that nobody sees is a terminal")
  func fields() throws {
    let rig = try AgentRig()
    func field(_ toolkit: (String, String)) throws -> FakeEditor {
      for editor in rig.editors { rig.remove(editor) }
      let editor = try rig.editor()
      (editor.hasAction, editor.toolkit) = (false, toolkit)
      editor.focus = (79, [FakeEditor.State.focused, 7, FakeEditor.State.singleLine])
      return editor
    }
    _ = try field(("gtk", "3.24.38"))
    #expect(try rig.begin().contains("a field of one line"))
    _ = try field(("Qt", "5.15"))
    #expect(try rig.begin().contains("Ctrl+Z in Notes"))
    let editor = try field(("Chromium", "120"))
    editor.size = (1, 1)
    #expect(try rig.begin().contains("a terminal has the focus"))
    editor.size = (200, 30)
    #expect(try rig.begin().contains("Ctrl+Z in Notes"))
    editor.classes = "xterm-helper-textarea"
    #expect(try rig.begin().contains("a terminal has the focus"))
    editor.lie = { $0.member == "GetAttributes" ? .nothing : nil }
    #expect(try rig.begin().contains("did not say in time what has the focus"))
  }

  @Test("a program is asked for its toolkit once")
  func toolkit() throws {
    let (rig, editor) = try AgentRig.withEditor()
    editor.lie = { call in
      if call.path == "/root", call.values.last == .string("Version") { editor.lie = { _ in nil } }
      return call.path == "/root" && call.values.last == .string("Version") ? .nothing : nil
    }
    // What is late is asked again.
    #expect(try rig.begin().contains("did not say in time what has the focus"))
    for _ in 0..<2 { #expect(try rig.begin().contains("its exported action")) }
    #expect(
      editor.program.calls.count { $0.values.last == .string("ToolkitName") } == 2)
  }

  @Test("a connection of a program that answers nothing is asked once, and not after an answer")
  func silentConnection() throws {
    let (rig, editor) = try AgentRig.withEditor()
    editor.hasMenuItem = true
    editor.lie = { $0.interface.hasSuffix("Introspectable") ? .nothing : nil }
    #expect(try rig.begin().contains("its menu item"))
    try rig.end()
    try rig.run { rig.shown != nil }
    try rig.press("undo", saying: "undone")
    #expect(editor.program.calls.count { $0.interface.hasSuffix("Introspectable") } == 1)
  }

  @Test("motiond that is late does not say who claims shakes")
  func lateClaims() throws {
    let (rig, _) = try AgentRig.withEditor()
    rig.motiond.answer = { $0.member == "GetStatus" ? .nothing : .values([]) }
    #expect(try rig.begin().contains("motiond did not say in time"))
  }
}
