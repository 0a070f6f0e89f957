// SPDX-License-Identifier: Apache-2.0

import BusTestSupport
import MotionBus
import TestTraits
import Testing

@testable import shake_to_undo

/// The lock of the screen: who is asked, and what an answer, an error and silence mean.
@Suite(.waits, .enabled(if: PrivateBus.isInstalled)) struct LockTests {
  private static let names = ["org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver"]

  @Test("a screen saver that is active is a lock, and one that is silent too", arguments: names)
  func screenSavers(name: String) throws {
    let (rig, _) = try AgentRig.withEditor()
    let saver = try rig.stranger(name)
    let path = "/" + name.replacing(".", with: "/")
    var answer = FakeProgram.Answer.values([.bool(true)])
    saver.answer = { call in
      call.path == path && call.interface == name && call.member == "GetActive" ? answer : .error
    }
    #expect(try rig.begin().contains("the screen is locked"))
    answer = .nothing
    #expect(try rig.begin().contains("did not answer in time"))
    answer = .values([.bool(false)])
    #expect(try rig.begin().contains("its exported action"))
    // One that only inhibits knows no such question.
    answer = .error
    #expect(try rig.begin().contains("its exported action"))
  }

  @Test("logind that is late may know of a lock")
  func lateLogind() throws {
    let (rig, _) = try AgentRig.withEditor()
    rig.lock = .nothing
    #expect(try rig.begin().contains("did not answer in time"))
    rig.lock = .variant(.bool(true))
    #expect(try rig.begin().contains("the screen is locked"))
    rig.lock = .variant(.bool(false))
    #expect(try rig.begin().contains("its exported action"))
  }

  @Test("where nothing tells of a lock, each undo is asked for, by a person, and status says so")
  func untold() throws {
    let (rig, editor) = try AgentRig.withEditor(settings: "ask=never\nsecond-shake=yes\n")
    rig.lock = .error
    try rig.shakeToQuestion()
    try rig.shakeToQuestion()
    #expect(rig.cards.count == 2)
    #expect(editor.edits == ["a"])
    #expect(try rig.status("Lock")?.contains("nothing here tells") == true)
    rig.lock = .variant(.bool(false))
    try rig.shake()
    try rig.explanation("undone")
    #expect(editor.edits.isEmpty)
    #expect(try rig.status("Lock") == "")
  }
}
