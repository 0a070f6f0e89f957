// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import TestTraits
import Testing

@testable import shake_to_undo

/// Redo after an undo by a menu item.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct RedoTests {
  /// An editor with menu items, of which Undo was clicked.
  private func undone(
    _ rig: AgentRig, _ prepare: (FakeEditor) -> Void = { _ in }
  ) throws -> FakeEditor {
    let editor = try rig.editor()
    (editor.hasAction, editor.hasMenuItem, editor.name) = (false, true, "*a.txt")
    prepare(editor)
    try rig.shakeToQuestion()
    try rig.press("undo", saying: "undone")
    #expect(editor.edits.isEmpty)
    return editor
  }

  @Test(
    "the item after Undo is clicked, also where a program shows no focus after that on Undo",
    arguments: [true, false])
  func item(showsFocus: Bool) throws {
    let rig = try AgentRig()
    let editor = try undone(rig)
    try rig.run { rig.shown?.title.hasPrefix("Undone") ?? false }
    editor.name = "a.txt"
    if !showsFocus { editor.focus.states.removeAll { $0 == FakeEditor.State.focused } }
    try rig.press("redo", saying: "redone")
    #expect(editor.edits == ["a"])
  }

  @Test("an item after Undo that is not Redo: no offer")
  func stranger() throws {
    let rig = try AgentRig()
    let editor = try undone(rig) { $0.redoName = "Paste" }
    try rig.begin()
    #expect(rig.cards.count == 1)
    editor.edits = ["a"]
  }

  @Test(
    "another document, focus, window or item at the answer, and nothing to redo: nothing",
    arguments: [
      { $0.name = "b.txt" }, { $0.focus.role = 40 }, { $0.isActive = false },
      { $0.redoBinding = ";;<Control>v" }, { $0.redo() },
    ] as [@Sendable (FakeEditor) -> Void])
  func changed(change: @Sendable (FakeEditor) -> Void) throws {
    let rig = try AgentRig()
    let editor = try undone(rig)
    try rig.run { rig.shown?.title.hasPrefix("Undone") ?? false }
    change(editor)
    let edits = editor.edits
    try rig.press("redo", saying: "it is not what the question was about")
    #expect(editor.edits == edits)
    #expect(editor.program.calls.allSatisfy { $0.path != "/redo" || $0.member != "DoAction" })
  }
}
