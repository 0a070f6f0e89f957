// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import MotionBus
import TestTraits
import Testing

@testable import shake_to_undo

/// The agent among programs that hang, lie, flood or never come to an end: a bounded time for each,
/// nothing undone that was not asked about, and no other program kept waiting.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct HostileProgramTests {
  @Test("a program that hangs is survived, and the next shake works")
  func hung() throws {
    let (rig, editor) = try AgentRig.withEditor()
    let other = try rig.editor("org.example.Hung")
    (other.isActive, other.program.isHung) = (false, true)
    try rig.shakeToQuestion()
    #expect(rig.shown?.title == "Undo in Notes?")
    try rig.press("undo", saying: "undone")
    #expect(editor.edits.isEmpty)
  }

  @Test("the program hangs between question and answer: nothing, and it is said")
  func hungLater() throws {
    let (rig, editor) = try AgentRig.withEditor()
    try rig.shakeToQuestion()
    editor.program.isHung = true
    try rig.press("undo", saying: "it is not what the question was about")
    editor.program.isHung = false
    #expect(editor.edits == ["a"])
  }

  @Test("a key is not for a program that hangs, which is asked by its name on the bus")
  func hungWithoutAFocus() throws {
    let (rig, editor) = try AgentRig.withEditor(settings: "keys=Notes\n")
    editor.hasAction = false
    editor.lie = { $0.member == "GetState" && $0.path == "/text" ? .error : nil }
    #expect(try rig.begin().contains("Ctrl+Z in Notes"))
    // Without a display no key can be sent: it is said once, and not asked.
    try rig.end()
    try rig.run { rig.shown?.title == "Could not undo in Notes" }
    try rig.shake()
    #expect(rig.shown?.body.hasPrefix("No key can be sent here.") == true)
    try rig.explanation("DISPLAY is not set")
    #expect(rig.cards.count == 1)
    editor.lie = { call in
      switch (call.member, call.path) {
      case ("GetState", "/text"): .error
      case ("List", _): .nothing
      default: nil
      }
    }
    #expect(try rig.begin().contains("the program does not answer"))
  }

  @Test("names of a megabyte and markup are cut and shown escaped")
  func names() throws {
    let (rig, editor) = try AgentRig.withEditor()
    (editor.hasAction, editor.hasMenuItem) = (false, true)
    editor.name = "<b>Notes</b>\n\u{202E}" + String(repeating: "n", count: 1_000_000)
    editor.itemName = "<a href='x'>Undo " + String(repeating: "u", count: 1_000_000)
    try rig.shakeToQuestion()
    let title = rig.shown?.title ?? ""
    #expect(title.count < 1000)
    #expect(title.contains("<a href='x'>"))
    #expect(!title.contains("\n"))
    #expect(!title.contains("\u{202E}"))
    #expect(rig.shown?.body.contains("<") == false)
  }

  @Test("thousands of windows, and lists that never end")
  func floods() throws {
    let (rig, editor) = try AgentRig.withEditor()
    let liar = try rig.editor("org.example.Liar")
    // Made before: while one program makes its answer, the other's would be late.
    let windows = FakeEditor.objects(of: liar.program.name, (0..<10_000).map { "/w\($0)" })
    let states = BusValue.array("u", [BusValue](repeating: .uint32(0), count: 20_000))
    liar.lie = { call in
      switch call.member {
      case "GetChildren": .values([windows])
      case "GetState": .values([states])
      default: nil
      }
    }
    // It costs one shake at the most, and is not asked any more.
    try rig.begin()
    try rig.cancel()
    try rig.shakeToQuestion()
    #expect(rig.shown?.title == "Undo in Notes?")
    try rig.press("undo", saying: "undone")
    #expect(editor.edits.isEmpty)
  }

  @Test("a program with ever more parts is asked within one quota a shake")
  func quota() throws {
    let (rig, editor) = try AgentRig.withEditor()
    editor.hasAction = false
    editor.focus.states = []
    // Each has as many below it as may be listed.
    editor.lie = { call in
      switch (call.path, call.member) {
      case ("/root", _), ("/frame", _): nil
      case (_, "GetChildren"):
        .values([
          FakeEditor.objects(
            of: editor.program.name, (0..<64).map { "\(call.path == "/" ? "" : call.path)/c\($0)" })
        ])
      case (_, "Get") where call.values.last == .string("ChildCount"): .variant(.int32(64))
      case (_, "GetRole"): .values([.uint32(39)])
      case (_, "GetState"):
        .values([FakeEditor.states([FakeEditor.State.showing, FakeEditor.State.visible])])
      default: nil
      }
    }
    for shake in 1...3 {
      // On a busy machine the time is over before the quota.
      let reason = try rig.begin()
      #expect(
        reason.contains("nothing shows that something is edited")
          || reason.contains("did not say in time what has the focus"))
      try rig.end()
      // A second look has what the first left; a few calls are for the list of windows.
      #expect(editor.program.calls.count < shake * (CallQuota.shake.left + 40))
    }
  }

  @Test("objects of others, paths and types that are none")
  func nonsense() throws {
    let (rig, editor) = try AgentRig.withEditor()
    editor.hasAction = false
    editor.lie = { call in
      switch call.member {
      case "GetChildren":
        .values([.array("(so)", [.structure([.string("not a name"), .path("/")])])])
      case "GetState": .values([.string("active")])
      case "Introspect": .values([.string("<node name=\"../../x\"/><node name=\"")])
      default: nil
      }
    }
    #expect(try rig.begin().contains("nothing, as"))
    editor.lie = { _ in nil }
    editor.hasAction = true
    try rig.shakeToQuestion()
  }

  @Test("an action that does nothing is undone once, and says so")
  func idleAction() throws {
    let (rig, editor) = try AgentRig.withEditor()
    editor.lie = { $0.member == "Activate" ? .error : nil }
    try rig.shakeToQuestion()
    try rig.press("undo")
    try rig.run { rig.shown?.title == "Could not undo in Notes" }
    #expect(editor.edits == ["a"])
  }

  @Test("answers count from the server of notifications alone, and for what it shows")
  func forgedAnswers() throws {
    let (rig, editor) = try AgentRig.withEditor()
    let stranger = try rig.stranger()
    try rig.shakeToQuestion()
    try rig.press("undo", as: stranger)
    try rig.press("undo", number: 77)
    try rig.press("no such key")
    // What came before it was heard by now.
    try rig.begin()
    #expect(editor.edits == ["a"])
  }
}
